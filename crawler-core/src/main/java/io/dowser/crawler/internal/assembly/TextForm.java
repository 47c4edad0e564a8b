package io.dowser.crawler.internal.assembly;

import com.google.common.base.Joiner;
import com.google.common.base.Splitter;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The form in which values of a type are stored in a crawl's directory.
 *
 * <p>One function reads and writes. It reads a value from settings, with the parts of another value
 * as defaults. Reading from empty settings returns that other value, and {@link Settings#inEffect}
 * then has its parts as text.
 *
 * @param restored what a resume does with a recorded value, in the words of docs/operating.md
 */
public record TextForm<T>(Reader<T> reader, String restored) {

  @FunctionalInterface
  interface Reader<T> {

    /** Returns the value of a name, with the parts of another one as defaults. */
    T read(Settings settings, String name, T other);
  }

  static final TextForm<Integer> INTEGER = text(Object::toString, Integer::valueOf);
  static final TextForm<Boolean> FLAG = text(Object::toString, Boolean::valueOf);
  static final TextForm<Long> LONG = text(Object::toString, Long::valueOf);
  static final TextForm<Double> DOUBLE = text(Object::toString, Double::valueOf);
  static final TextForm<Duration> DURATION = text(Object::toString, Duration::parse);
  static final TextForm<List<String>> LINES =
      text(lines -> String.join("\n", lines), text -> text.lines().toList());
  static final TextForm<Map<String, String>> PAIRS =
      text(
          pairs -> Joiner.on('\n').withKeyValueSeparator('=').join(pairs),
          text ->
              Splitter.on('\n')
                  .omitEmptyStrings()
                  .withKeyValueSeparator(Splitter.on('=').limit(2))
                  .split(text));
  static final TextForm<Map<String, Scope>> SCOPES = text(TextForm::write, TextForm::readScopes);
  static final TextForm<Optional<Topic>> TOPIC = optional(TextForm::write, TextForm::readTopic);

  static final TextForm<Map<String, HostRules>> HOST_RULES =
      new TextForm<>(TextForm::hostRules, "restored");

  private static final String RESTORED = "restored";
  private static final String NAMED = "restored if it has a name, else to be given again";
  private static final String GIVEN_AGAIN = "to be given again";
  private static final String SECRET = "(secret, not recorded)";
  private static final String OBJECT = "object of ";

  /** Writes a value as one text. */
  static <T> TextForm<T> text(Function<T, String> write, Function<String, T> read) {
    return new TextForm<>(
        (settings, name, other) -> read.apply(settings.text(name, write.apply(other))), RESTORED);
  }

  /** Writes an optional value; the text of one that is present must not be empty. */
  static <T> TextForm<Optional<T>> optional(Function<T, String> write, Function<String, T> read) {
    return text(
        value -> value.map(write).orElse(""),
        text -> text.isEmpty() ? Optional.empty() : Optional.of(read.apply(text)));
  }

  /** Writes a value as named parts. */
  static <T> TextForm<T> parts(BiFunction<Settings, T, T> reader) {
    return new TextForm<>(
        (settings, name, other) -> {
          Settings own = Settings.of(below(name, settings.asMap()));
          T value = reader.apply(own, other);
          own.refuseUnread();
          own.inEffect().forEach((part, text) -> settings.text(name + "." + part, text));
          return value;
        },
        RESTORED);
  }

  /** Writes the name of a known value, or the class of another one. */
  static <T> TextForm<T> object(Map<String, T> known) {
    return new TextForm<>(
        (settings, name, other) ->
            known.getOrDefault(settings.text(name, nameIn(known, other)), other),
        known.size() > 1 ? NAMED : GIVEN_AGAIN);
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
          String name = settings.text(kind, other.name());
          Map<String, String> own = new TreeMap<>(other.settings());
          own.putAll(below(kind, settings.asMap()));
          own.forEach((part, value) -> settings.text(kind + "." + part, written(part, value)));
          own.values().removeIf(TextForm::isSecret);
          return isObject(name) ? other : new PluginChoice.Named<>(name, own);
        },
        NAMED);
  }

  /**
   * Writes the names of plugins, a line each, and their settings behind the names; if one of them
   * has no name, only its class.
   */
  static <P> TextForm<List<PluginChoice<P>>> plugins() {
    return new TextForm<>(
        (settings, kind, other) -> {
          String names = settings.text(kind, namesOf(other));
          Map<String, String> own = below(kind, settings.asMap());
          other.forEach(
              each ->
                  each.settings().forEach((key, value) -> own.put(each.name() + "." + key, value)));
          own.forEach((part, value) -> settings.text(kind + "." + part, written(part, value)));
          own.values().removeIf(TextForm::isSecret);
          return isObject(names)
              ? other
              : names
                  .lines()
                  .<PluginChoice<P>>map(name -> new PluginChoice.Named<>(name, below(name, own)))
                  .toList();
        },
        NAMED);
  }

  private static <P> String namesOf(List<PluginChoice<P>> plugins) {
    List<String> names = plugins.stream().map(PluginChoice::name).toList();
    return names.stream().filter(TextForm::isObject).findFirst().orElse(String.join("\n", names));
  }

  /** Writes the patterns, and each field by pattern and name, but no value of a header. */
  private static Map<String, HostRules> hostRules(
      Settings settings, String name, Map<String, HostRules> other) {
    Map<String, String> own = new TreeMap<>();
    other.forEach(
        (host, rules) -> rules.asMap().forEach((field, text) -> own.put(host + " " + field, text)));
    own.putAll(below(name, settings.asMap()));
    own.forEach(
        (part, value) ->
            settings.text(
                name + "." + part, part.contains(" header ") ? SECRET : written(part, value)));
    own.values().removeIf(TextForm::isSecret);
    String hosts = settings.text(name, String.join("\n", new TreeSet<>(other.keySet())));
    Map<String, HostRules> rules = new TreeMap<>();
    for (String host : hosts.lines().toList()) {
      Map<String, String> fields = new TreeMap<>();
      own.forEach(
          (part, text) -> {
            if (part.startsWith(host + " ")) {
              fields.put(part.substring(host.length() + 1), text);
            }
          });
      rules.put(host, HostRules.builder().settings(Settings.of(fields)).build());
    }
    return rules;
  }

  private static String written(String key, String value) {
    return Settings.isSecret(key, value) ? SECRET : value;
  }

  /** Returns whether a text stands for a secret that is not stored. */
  static boolean isSecret(String text) {
    return text.equals(SECRET);
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

  private static Topic readTopic(String lines) {
    Map<String, Double> weights = new LinkedHashMap<>();
    lines
        .lines()
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
   * Names an object's class; that of a lambda only as far as it is the same in the next process.
   */
  static String classOf(Object object) {
    String name = object.getClass().getName();
    int lambda = name.indexOf("$$Lambda");
    return OBJECT + (lambda < 0 ? name : name.substring(0, lambda) + " (lambda)");
  }

  /** Returns whether a text stands for an object that cannot be stored. */
  public static boolean isObject(String text) {
    return text.startsWith(OBJECT);
  }
}
