package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Sites that are known to be on a topic, or off it.
 *
 * <p>A URL falls under an entry if its host is the entry's or a sub-domain of it, and its path
 * starts with the entry's; see Han et al. 2010. A trusted site also has log-in pages, adverts and
 * help pages, so URLs can be excluded by pattern.
 *
 * <p>Immutable and thread-safe.
 */
public final class SiteList {

  private static final Pattern SITE = Pattern.compile("([^/:?#\\s]+)(/[^?#\\s]*)?");

  private final Map<String, List<String>> paths = new HashMap<>(); // by host
  private final List<Pattern> exclusions = new ArrayList<>();

  private SiteList() {}

  /**
   * Creates a list of sites.
   *
   * @param entries each a host, with or without the beginning of a path: {@code
   *     finance.example.com} or {@code news.example.com/money/}, where upper and lower case of the
   *     host are the same; or {@code !} in front of a regular expression, which excludes URLs that
   *     have it somewhere in their canonical form, for example {@code !/(login|help)/}
   * @return the list
   * @throws IllegalArgumentException if an entry is neither; a scheme, port or query is not taken
   */
  public static SiteList of(String... entries) {
    var list = new SiteList();
    for (String entry : entries) {
      list.add(entry);
    }
    return list;
  }

  /**
   * Reads a list from a UTF-8 file with an entry of {@link #of} on each line; blank lines and those
   * that begin with {@code #} are left out.
   *
   * @param file where from
   * @return the list
   * @throws IOException if it cannot be opened
   * @throws TrainingDataException if a line is malformed; the message names it
   */
  public static SiteList read(Path file) throws IOException {
    var list = new SiteList();
    try (Stream<TextLines.Line> lines = TextLines.of(file)) {
      lines.forEach(list::add);
    }
    return list;
  }

  private void add(TextLines.Line line) {
    String entry = line.text().strip();
    try {
      if (!entry.isEmpty() && !entry.startsWith("#")) {
        add(entry);
      }
    } catch (IllegalArgumentException e) {
      throw line.refused(String.valueOf(e.getMessage()), e);
    }
  }

  private void add(String entry) {
    if (entry.startsWith("!")) {
      exclude(entry.substring(1).strip());
    } else {
      addSite(entry);
    }
  }

  private void addSite(String entry) {
    var matcher = SITE.matcher(entry);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "a site must be a host, with or without the beginning of a path, but was '"
              + entry
              + "'");
    }
    paths
        .computeIfAbsent(matcher.group(1).toLowerCase(Locale.ROOT), host -> new ArrayList<>())
        .add(matcher.group(2) == null ? "/" : matcher.group(2));
  }

  private void exclude(String regex) {
    try {
      exclusions.add(Pattern.compile(regex));
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "an exclusion must be a regular expression, but was '" + regex + "'", e);
    }
  }

  /**
   * {@return whether a URL falls under an entry and is not excluded}
   *
   * @param url the URL
   */
  public boolean contains(CrawlUrl url) {
    for (String host = url.host(); !host.isEmpty(); host = parent(host)) {
      if (paths.getOrDefault(host, List.of()).stream().anyMatch(url.path()::startsWith)) {
        return !isExcluded(url.toString());
      }
    }
    return false;
  }

  private static String parent(String host) {
    return host.substring(host.indexOf('.') < 0 ? host.length() : host.indexOf('.') + 1);
  }

  private boolean isExcluded(String url) {
    return exclusions.stream().anyMatch(pattern -> pattern.matcher(url).find());
  }

  @Override
  public String toString() {
    return "SiteList[" + paths.size() + " hosts, " + exclusions.size() + " exclusions]";
  }
}
