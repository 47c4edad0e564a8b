package io.dowser.crawler.internal.assembly;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The text form of the values of a setting, and the values that are allowed.
 *
 * <p>One function reads and writes. It reads a value from settings, with the parts of another value
 * as defaults. Reading from empty settings returns that other value, and {@link Settings#inEffect}
 * then has its parts as text.
 *
 * @param kind the kind of text that is read
 * @param type the type in words, such as {@code duration}
 * @param range the allowed values in words, such as {@code above 0}; empty if the type says all
 * @param allows whether a value is in the range
 * @param check refuses texts that are read without an error, but have no effect
 */
record TextForm<T>(
    Reader<T> reader,
    Kind kind,
    String type,
    String range,
    Predicate<? super T> allows,
    Check check) {

  /** The kind of text that a value has. */
  enum Kind {
    /** One text. */
    TEXT,
    /** A text for each part, by name. */
    PARTS,
    /** A name, and a text for each part, by name. */
    NAME_AND_PARTS,
    /** Names of entries, and a text for each part of each of them. */
    ENTRIES,
    /** The name of one of some known objects. */
    NAMED_OBJECT,
    /** None that a value can be read from. */
    OBJECT
  }

  @FunctionalInterface
  interface Reader<T> {

    /** Returns the value of a name, with the parts of another one as defaults. */
    T read(Settings settings, String name, T other);
  }

  /**
   * Checks the texts that a caller gives. Recorded texts are not checked, so that a crawl can be
   * resumed.
   */
  @FunctionalInterface
  interface Check {

    /** Throws a {@link SettingException} if one of the texts of a setting has no effect. */
    void refuse(String name, Map<String, String> given);
  }

  private static final Check NONE = (name, given) -> {};
  private static final String HIDDEN = "(hidden)";
  private static final String UNLIMITED = "unlimited";
  private static final String SECRET = "(secret, not recorded)";

  /** The table of settings describes those of a crawl. */
  private static final String SUMMARY = "";

  private static final String OBJECT_OF = "object of ";
  private static final Splitter WORDS =
      Splitter.onPattern("[,\n]").trimResults().omitEmptyStrings();

  static final TextForm<Boolean> FLAG = text("true or false", Object::toString, TextForm::readFlag);
  static final TextForm<String> TEXT = text("text", Function.identity(), Function.identity());

  /** A text a line. */
  static final TextForm<List<String>> LINES =
      text("texts, one a line", lines -> String.join("\n", lines), text -> text.lines().toList());

  static final TextForm<Map<String, String>> PAIRS =
      text(
          "lines such as name:type=selector@attribute",
          pairs -> Joiner.on('\n').withKeyValueSeparator('=').join(pairs),
          text ->
              Splitter.on('\n')
                  .omitEmptyStrings()
                  .withKeyValueSeparator(Splitter.on('=').limit(2))
                  .split(text));
  static final TextForm<Map<String, Scope>> SCOPES =
      text("lines such as https://www.example.org/ HOST", TextForm::write, TextForm::readScopes);
  static final TextForm<Topic> TOPIC =
      text("terms with commas between them", TextForm::write, TextForm::readTopic);
  static final TextForm<Map<String, HostRules>> HOST_RULES =
      new TextForm<>(
          TextForm::hostRules,
          Kind.ENTRIES,
          "patterns of hosts; a part is a pattern and a field, such as www.example.org delay",
          "",
          value -> true,
          TextForm::refuseHostsWithoutFields);

  TextForm(Reader<T> reader, Kind kind, String type, String range, Predicate<? super T> allows) {
    this(reader, kind, type, range, allows, NONE);
  }

  /** Whole numbers; the largest one is written {@code unlimited}. */
  static TextForm<Integer> integer(int least, int most) {
    return text(
            "whole number",
            value -> limit(value, Integer.MAX_VALUE),
            text -> Math.toIntExact(whole(text, Integer.MAX_VALUE)))
        .within(range(least, most, Integer.MAX_VALUE), value -> value >= least && value <= most);
  }

  /** Whole numbers from one on; the largest one is written {@code unlimited}. */
  static TextForm<Long> whole(long least) {
    return text(
            "whole number",
            value -> limit(value, Long.MAX_VALUE),
            text -> whole(text, Long.MAX_VALUE))
        .within(range(least, Long.MAX_VALUE, Long.MAX_VALUE), value -> value >= least);
  }

  static TextForm<Double> number(double least, double most) {
    return text("number", TextForm::plain, Double::valueOf)
        .within(plain(least) + " to " + plain(most), value -> value >= least && value <= most);
  }

  /** Shares; 0 is the default and cannot be set. */
  static TextForm<Double> positiveShare() {
    return text("number", TextForm::plain, Double::valueOf)
        .within("above 0 and at most 1", value -> value > 0 && value <= 1);
  }

  static TextForm<Duration> duration(Duration least, Duration most) {
    return text("duration", Durations::text, TextForm::readDuration)
        .within(
            Durations.text(least) + " to " + Durations.text(most),
            value -> value.compareTo(least) >= 0 && value.compareTo(most) <= 0);
  }

  /** Durations above 0; the longest one is written {@code unlimited}. */
  static TextForm<Duration> duration() {
    return text(
            "duration",
            value -> value.equals(CrawlSpec.UNLIMITED) ? UNLIMITED : Durations.text(value),
            TextForm::readDuration)
        .within("above 0", value -> !value.isNegative() && !value.isZero());
  }

  private static String limit(long value, long unlimited) {
    return value == unlimited ? UNLIMITED : Long.toString(value);
  }

  private static String range(long least, long most, long none) {
    if (most < none) {
      return least + " to " + most;
    }
    return least == 1 ? "above 0" : least + " or more";
  }

  private static String plain(double number) {
    return number == Math.rint(number) && Math.abs(number) < 1e15
        ? Long.toString((long) number)
        : Double.toString(number);
  }

  /** Returns the same form of values in a range. */
  TextForm<T> within(String words, Predicate<? super T> values) {
    return new TextForm<>(reader, kind, type, words, values, check);
  }

  /** Writes a value as one text. */
  static <T> TextForm<T> text(String type, Function<T, String> write, Function<String, T> read) {
    return new TextForm<>(
        (settings, name, other) -> {
          String given = settings.asMap().get(name);
          String text = given == null ? write.apply(other) : given;
          return read.apply(settings.text(name, text, type, SUMMARY));
        },
        Kind.TEXT,
        type,
        "",
        value -> true);
  }

  /** Writes an optional value; the text of one that is present must not be empty. */
  TextForm<Optional<T>> optional() {
    return new TextForm<>(
        (settings, name, other) -> {
          String byDefault = other.map(value -> write(name, value)).orElse("");
          String text = settings.text(name, byDefault, type, SUMMARY);
          return text.isEmpty() ? Optional.empty() : Optional.of(read(name, text));
        },
        kind,
        type,
        range,
        value -> value.isEmpty() || allows.test(value.orElseThrow()),
        check);
  }

  private String write(String name, T value) {
    Settings none = Settings.none();
    reader.read(none, name, value);
    return requireNonNull(none.inEffect().get(name));
  }

  @SuppressWarnings("NullAway") // the text is there, so no other value is needed
  private T read(String name, String text) {
    return reader.read(Settings.of(Map.of(name, text)), name, null);
  }

  private static void copy(Settings.Declaration part, String name, Settings from, Settings to) {
    String text = requireNonNull(from.inEffect().get(part.name()));
    to.text(name + "." + part.name(), text, part.allowed(), part.summary());
  }

  private static void put(Settings settings, String name, String text) {
    settings.text(name, text, "text", SUMMARY);
  }

  /** Writes a value as named parts, which the reader declares. */
  static <T> TextForm<T> parts(BiFunction<Settings, T, T> reader) {
    return new TextForm<>(
        (settings, name, other) -> {
          Settings own = Settings.of(below(name, settings.asMap()));
          T value = reader.apply(own, other);
          own.refuseUnread();
          own.declared().forEach(part -> copy(part, name, own, settings));
          return value;
        },
        Kind.PARTS,
        "parts",
        "",
        value -> true,
        TextForm::refuseWhole);
  }

  private static void refuseWhole(String name, Map<String, String> given) {
    String text = given.get(name);
    if (text != null) {
      throw new SettingException(
          name, text, "only keys of its parts, '" + name + ".PART'; this key has no effect");
    }
  }

  /** Writes the name of a known value, or the class of another one. */
  static <T> TextForm<T> object(Map<String, T> known) {
    return new TextForm<>(
        (settings, name, other) -> {
          String text = settings.text(name, nameIn(known, other), "a name", SUMMARY);
          if (!known.containsKey(text) && !isObject(text)) {
            throw new IllegalArgumentException("no such name");
          }
          return known.getOrDefault(text, other);
        },
        known.size() > 1 ? Kind.NAMED_OBJECT : Kind.OBJECT,
        known.size() > 1 ? "name" : "object",
        known.size() > 1 ? String.join(" or ", new TreeSet<>(known.keySet())) : "",
        value -> true);
  }

  private static <T> String nameIn(Map<String, T> known, T value) {
    return known.entrySet().stream()
        .filter(each -> each.getValue().equals(value))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseGet(() -> classOf(value instanceof Optional<?> some ? some.orElseThrow() : value));
  }

  /**
   * Writes name and settings of a plugin that has a name, but no secrets, see {@link
   * Settings#isSecret}; of another one, only its class.
   */
  static <P> TextForm<PluginChoice<P>> plugin() {
    return new TextForm<>(
        (settings, kind, other) -> {
          String name = settings.text(kind, other.name(), "a name", SUMMARY);
          Map<String, String> own = new TreeMap<>(below(kind, settings.asMap()));
          if (!settings.asMap().containsKey(kind)) {
            refuseParts(kind, own);
            own.putAll(other.settings());
          }
          own.forEach((part, value) -> put(settings, kind + "." + part, written(part, value)));
          own.values().removeIf(TextForm::isSecret);
          return isObject(name) ? other : new PluginChoice.Named<>(name, own);
        },
        Kind.NAME_AND_PARTS,
        "name of a plugin; the parts are its settings",
        "",
        value -> true);
  }

  private static void refuseParts(String kind, Map<String, String> own) {
    own.forEach(
        (part, value) -> {
          throw new SettingException(
              part, value, "settings of a plugin only together with its name, '" + kind + "'");
        });
  }

  /**
   * Writes the names of plugins, with commas between them, and their settings behind the names; if
   * one of them has no name, only its class.
   */
  static <P> TextForm<List<PluginChoice<P>>> plugins() {
    return new TextForm<>(
        (settings, kind, other) -> {
          String names = settings.text(kind, namesOf(other), "names", SUMMARY);
          Map<String, String> own = below(kind, settings.asMap());
          if (!settings.asMap().containsKey(kind)) {
            refuseParts(kind, own);
            other.forEach(
                each ->
                    each.settings()
                        .forEach((key, value) -> own.put(each.name() + "." + key, value)));
          }
          own.forEach((part, value) -> put(settings, kind + "." + part, written(part, value)));
          own.values().removeIf(TextForm::isSecret);
          return isObject(names)
              ? other
              : WORDS
                  .splitToStream(names)
                  .<PluginChoice<P>>map(name -> new PluginChoice.Named<>(name, below(name, own)))
                  .toList();
        },
        Kind.NAME_AND_PARTS,
        "names of plugins with commas between them; a part is a name and its setting",
        "",
        value -> true,
        TextForm::refusePartsOfOthers);
  }

  private static void refusePartsOfOthers(String kind, Map<String, String> given) {
    List<String> names = words(given.getOrDefault(kind, ""));
    given.forEach(
        (key, value) -> {
          if (!key.equals(kind)
              && names.stream().noneMatch(name -> key.startsWith(kind + "." + name + "."))) {
            throw new SettingException(
                key,
                value,
                "'" + kind + ".NAME.KEY' with the NAME of a plugin in '" + kind + "': " + names);
          }
        });
  }

  private static <P> String namesOf(List<PluginChoice<P>> plugins) {
    List<String> names = plugins.stream().map(PluginChoice::name).toList();
    return names.stream().filter(TextForm::isObject).findFirst().orElse(String.join(",", names));
  }

  /** Writes the patterns, and each field by pattern and name, but no value of a header. */
  private static Map<String, HostRules> hostRules(
      Settings settings, String name, Map<String, HostRules> other) {
    Map<String, String> own = below(name, settings.asMap());
    var hosts = new TreeSet<String>();
    if (own.isEmpty() && !settings.asMap().containsKey(name)) {
      hosts.addAll(other.keySet());
      other.forEach(
          (host, rules) ->
              rules.asMap().forEach((field, text) -> own.put(host + " " + field, text)));
    }
    own.forEach(
        (part, value) ->
            put(
                settings,
                name + "." + part,
                part.contains(" header ") ? SECRET : written(part, value)));
    own.values().removeIf(TextForm::isSecret);
    own.keySet().forEach(part -> hosts.add(hostOf(part)));
    String patterns = settings.text(name, String.join(",", hosts), "patterns", SUMMARY);
    WORDS.splitToStream(patterns).forEach(hosts::add);
    Map<String, Map<String, String>> fields = new TreeMap<>();
    hosts.forEach(host -> fields.put(HostRules.pattern(host), new TreeMap<>()));
    own.forEach(
        (part, text) -> {
          String field = fieldOf(part);
          Map<String, String> ofHost =
              requireNonNull(fields.get(HostRules.pattern(hostOf(part))), part);
          if (!field.isEmpty() && ofHost.put(field, text) != null) {
            throw new SettingException(part, HIDDEN, "a host set once, in upper or lower case");
          }
        });
    Map<String, HostRules> rules = new TreeMap<>();
    fields.forEach((host, ofHost) -> rules.put(host, rulesOf(host, ofHost)));
    return rules;
  }

  private static String hostOf(String part) {
    return part.split(" ", 2)[0];
  }

  private static String fieldOf(String part) {
    return part.substring(Math.min(part.length(), hostOf(part).length() + 1));
  }

  private static void refuseHostsWithoutFields(String name, Map<String, String> given) {
    var hosts = new TreeSet<String>();
    below(name, given)
        .keySet()
        .forEach(
            part -> {
              String key = name + "." + part;
              if (fieldOf(part).isBlank()) {
                throw new SettingException(
                    key, HIDDEN, formOfHosts(name) + "; this key has no field");
              }
              hosts.add(HostRules.pattern(hostOf(part)));
            });
    for (String host : words(given.getOrDefault(name, ""))) {
      if (host.contains(" ") || !hosts.contains(HostRules.pattern(host))) {
        throw new SettingException(
            name, HIDDEN, formOfHosts(name) + "; without it, a pattern has no effect");
      }
    }
  }

  private static String formOfHosts(String name) {
    return "a key of the form '"
        + name
        + ".PATTERN FIELD', in a properties file '"
        + name
        + ".PATTERN\\ FIELD', such as '"
        + name
        + ".www.example.org delay'";
  }

  private static HostRules rulesOf(String host, Map<String, String> fields) {
    try {
      return HostRules.builder().settings(Settings.of(fields)).build();
    } catch (SettingException e) {
      var named = new SettingException(host + " " + e.key(), e.value(), e.allowed());
      named.initCause(e);
      throw named;
    }
  }

  private static String written(String key, String value) {
    return Settings.isSecret(key, value) ? SECRET : value;
  }

  /** Returns whether a text stands for a secret that is not stored. */
  static boolean isSecret(String text) {
    return text.equals(SECRET);
  }

  /** Returns whether values have parts with names. */
  boolean hasParts() {
    return kind == Kind.PARTS || kind == Kind.NAME_AND_PARTS || kind == Kind.ENTRIES;
  }

  /** Returns what a resume does with a recorded value, in the words of docs/operating.md. */
  String restored() {
    return switch (kind) {
      case NAMED_OBJECT, NAME_AND_PARTS -> "restored if it has a name, else required again";
      case OBJECT -> "required again";
      default -> "restored";
    };
  }

  /** Returns the allowed values in words. */
  String allowed() {
    if (type.equals("duration")) {
      return ("a duration " + range).strip() + ", " + Durations.EXAMPLES;
    }
    if (type.contains("number")) {
      return ("a " + type + " " + range).strip();
    }
    if (range.isEmpty()) {
      return type;
    }
    return kind == Kind.NAMED_OBJECT || type.equals("text") ? range : type + ", " + range;
  }

  /** Returns the settings whose names start with another one, without that prefix. */
  private static Map<String, String> below(String name, Map<String, String> words) {
    Map<String, String> below = new TreeMap<>();
    words.forEach(
        (key, value) -> {
          if (key.startsWith(name + ".")) {
            below.put(key.substring(name.length() + 1), value);
          }
        });
    return below;
  }

  /** Returns short texts with commas or line ends between them. */
  static List<String> words(String text) {
    return WORDS.splitToList(text);
  }

  private static boolean readFlag(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static long whole(String text, long unlimited) {
    return text.strip().equals(UNLIMITED) ? unlimited : Long.parseLong(text.strip());
  }

  private static Duration readDuration(String text) {
    return text.strip().equals(UNLIMITED) ? CrawlSpec.UNLIMITED : Durations.parse(text.strip());
  }

  private static String write(Map<String, Scope> scopes) {
    return scopes.entrySet().stream()
        .map(each -> each.getKey() + " " + each.getValue())
        .sorted()
        .collect(Collectors.joining("\n"));
  }

  private static Map<String, Scope> readScopes(String lines) {
    return lines
        .lines()
        .map(line -> line.split(" ", 2))
        .collect(Collectors.toUnmodifiableMap(each -> each[0], each -> Scope.parse(each[1])));
  }

  private static String write(Topic topic) {
    var lines = new StringBuilder();
    topic.weights().forEach((term, weight) -> lines.append(weight + " " + inOneLine(term) + "\n"));
    return lines.toString();
  }

  private static String inOneLine(String term) {
    return term.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  /** Reads terms with commas of any width between them, or lines of a weight and a term. */
  private static Topic readTopic(String text) {
    if (!text.contains("\n")) {
      return Topic.of(Arrays.stream(text.split("[,，、]")).map(String::strip).toArray(String[]::new));
    }
    Map<String, Double> weights = new LinkedHashMap<>();
    text.lines()
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              weights.put(
                  line.substring(blank + 1).translateEscapes(),
                  Double.valueOf(line.substring(0, blank)));
            });
    return Topic.of(weights);
  }

  /**
   * Returns the name of an object's class; for a lambda, only the part that is the same in the next
   * process.
   */
  static String classOf(Object object) {
    String name = object.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return OBJECT_OF + (lambda < 0 ? name : name.substring(0, lambda) + " (lambda)");
  }

  /** Returns whether a text stands for an object that cannot be stored. */
  static boolean isObject(String text) {
    return text.startsWith(OBJECT_OF);
  }
}
