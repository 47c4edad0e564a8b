package io.dowser.crawler.internal.sites;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The parameters of one site's URLs that change nothing: pages whose URLs differ in such a
 * parameter alone have the same main text. Not thread-safe.
 *
 * <p>Source of the idea: Z. Bar-Yossef, I. Keidar and U. Schonfeld, <i>Do not crawl in the DUST:
 * different URLs with similar text</i>, WWW 2007: rules that turn a URL into another one with the
 * same text are learned from URLs and validated on pages. Departures: the only rule is to leave a
 * parameter out; it is learned from the pages that the crawl visits anyway, {@value #ENOUGH} of
 * them, and one page that speaks against it ends it.
 */
final class IneffectiveParameters {

  static final int ENOUGH = 3;

  private static final int MOST_PAGES = 64;
  private static final int MOST_NAMES = 32;
  private static final int LONGEST_NAME = 60;
  private static final int MOST_ALIASES = 256;
  private static final int BYTES_PER_ENTRY = 64;
  private static final int MOST_OF_URL = 8;

  /** Pages by the hash of their URL without one parameter. */
  private final Map<Long, Seen> seen = new LinkedHashMap<>();

  private final Map<String, Effect> effects = new LinkedHashMap<>();
  private final Map<Long, Integer> aliases = new LinkedHashMap<>(); // numbers by identity

  /** A page: the value of the parameter, and its main text; whether it has been counted. */
  private record Seen(long value, long text, boolean counted) {}

  /** Different texts of pages that a parameter did not change, and the number of others. */
  private record Effect(Set<Long> same, int different) {

    boolean isNone() {
      return same.size() >= ENOUGH && different == 0;
    }
  }

  /** Adds a page, by the hash of its main text, which must be long enough to be no coincidence. */
  void add(CrawlUrl url, long text) {
    String[] parameters = UrlShape.pairs(url.query());
    if (parameters.length > MOST_OF_URL) {
      return;
    }
    keep(Sites.hash(url.toString()), new Seen(0, text, false));
    for (String parameter : parameters) {
      if (!parameter.isEmpty() && name(parameter).length() <= LONGEST_NAME) {
        compare(
            name(parameter), Sites.hash(parameter), without(url, List.of(name(parameter))), text);
      }
    }
  }

  /** Compares a page with one whose URL lacks a parameter, or has another value of it. */
  private void compare(String name, long value, String others, long text) {
    long plain = Sites.hash(others);
    long named = Sites.hash(name + " " + others);
    long key = seen.containsKey(plain) ? plain : named;
    Seen earlier = seen.get(key);
    if (earlier == null) {
      keep(named, new Seen(value, text, false));
    } else if (earlier.value != value) {
      boolean same = earlier.text == text;
      if (!same || !earlier.counted) {
        count(name, same, text);
        keep(key, new Seen(earlier.value, earlier.text, true));
      }
    }
  }

  private void keep(long key, Seen page) {
    seen.put(key, page);
    if (seen.size() > MOST_PAGES) {
      seen.remove(seen.keySet().iterator().next());
    }
  }

  /** Counts a page; pages of one text, such as a wall before the content, count once. */
  private void count(String name, boolean same, long text) {
    Effect effect = effects.getOrDefault(name, new Effect(Set.of(), 0));
    if (effects.size() < MOST_NAMES || effects.containsKey(name)) {
      Set<Long> texts = new TreeSet<>(effect.same);
      if (same && texts.size() < ENOUGH) {
        texts.add(text);
      }
      effects.put(name, new Effect(texts, effect.different + (same ? 0 : 1)));
    }
  }

  /** Notes the number of a URL for others of the same identity. */
  void addAlias(String identity, int sequence) {
    aliases.putIfAbsent(Sites.hash(identity), sequence);
    if (aliases.size() > MOST_ALIASES) {
      aliases.remove(aliases.keySet().iterator().next());
    }
  }

  /** Returns the number of a URL with an identity, or -1. */
  int alias(String identity) {
    return aliases.getOrDefault(Sites.hash(identity), -1);
  }

  /** Forgets the numbers of URLs. */
  void forgetAliases() {
    aliases.clear();
  }

  /** Returns the names of the parameters that change nothing, in alphabetical order. */
  List<String> names() {
    var names = new TreeSet<String>();
    effects.forEach(
        (name, effect) -> {
          if (effect.isNone()) {
            names.add(name);
          }
        });
    return List.copyOf(names);
  }

  /** Returns a URL without some parameters. */
  static String without(CrawlUrl url, List<String> names) {
    String text = url.toString();
    int query = text.indexOf('?');
    if (query < 0) {
      return text;
    }
    List<String> kept = new ArrayList<>();
    for (String parameter : UrlShape.pairs(url.query())) {
      if (!names.contains(name(parameter))) {
        kept.add(parameter);
      }
    }
    String base = text.substring(0, query);
    return kept.isEmpty() ? base : base + "?" + String.join("&", kept);
  }

  private static String name(String parameter) {
    int equals = parameter.indexOf('=');
    return equals < 0 ? parameter : parameter.substring(0, equals);
  }

  /** Estimates the memory that is taken. */
  long bytes() {
    return (long) BYTES_PER_ENTRY * (seen.size() + 2L * effects.size() + aliases.size());
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(seen.size());
    for (Map.Entry<Long, Seen> entry : seen.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeLong(entry.getValue().value);
      out.writeLong(entry.getValue().text);
      out.writeBoolean(entry.getValue().counted);
    }
    out.writeInt(effects.size());
    for (Map.Entry<String, Effect> entry : effects.entrySet()) {
      out.writeText(entry.getKey());
      out.writeInt(entry.getValue().same.size());
      for (long text : entry.getValue().same) {
        out.writeLong(text);
      }
      out.writeInt(entry.getValue().different);
    }
    out.writeInt(aliases.size());
    for (Map.Entry<Long, Integer> entry : aliases.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeInt(entry.getValue());
    }
  }

  void restore(StateReader in) throws IOException {
    for (int left = in.readInt(0, MOST_PAGES, "number of pages"); left > 0; left--) {
      seen.put(in.readLong(), new Seen(in.readLong(), in.readLong(), in.readBoolean()));
    }
    for (int left = in.readInt(0, MOST_NAMES, "number of parameters"); left > 0; left--) {
      String name = in.readText();
      Set<Long> same = new TreeSet<>();
      for (int texts = in.readInt(0, ENOUGH, "number of texts"); texts > 0; texts--) {
        same.add(in.readLong());
      }
      effects.put(name, new Effect(same, in.readCount("pages with an effect")));
    }
    for (int left = in.readInt(0, MOST_ALIASES, "number of aliases"); left > 0; left--) {
      aliases.put(in.readLong(), in.readCount("sequence number"));
    }
  }
}
