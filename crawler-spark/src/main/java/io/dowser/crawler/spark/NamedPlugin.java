package io.dowser.crawler.spark;

import io.dowser.crawler.api.Settings;
import java.io.Serializable;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * A plugin by its provider's name, with its settings.
 *
 * @param name the provider's name
 * @param settings a value that begins with {@link #FILE} stands for the local path of a file that
 *     was shipped under the name that follows
 */
record NamedPlugin(String name, Map<String, String> settings) implements Serializable {

  static final String FILE = "file:";

  /** The plugins of a crawl that names none, by kind. */
  static final Map<String, NamedPlugin> DEFAULTS =
      Map.of(
          "judge", of("topic-terms"),
          "scorer", of("best-first"),
          "frontier", of("best-first"),
          "fetcher", of("okhttp"),
          "revisitPolicy", of("fixed"),
          "pageAnalyzer", of("html"));

  NamedPlugin {
    settings = Map.copyOf(settings);
  }

  static NamedPlugin of(String name) {
    return new NamedPlugin(name, Map.of());
  }

  /** Returns whether a setting names a plugin, or is one of a plugin. */
  static boolean isPlugin(String setting) {
    return DEFAULTS.containsKey(section(setting));
  }

  /** Returns what stands before the first dot. */
  static String section(String setting) {
    int dot = setting.indexOf('.');
    return dot < 0 ? setting : setting.substring(0, dot);
  }

  /** Returns settings by what stands before the first dot of their keys, each by what follows. */
  static Map<String, Map<String, String>> sections(Map<String, String> properties) {
    var sections = new TreeMap<String, Map<String, String>>();
    properties.forEach(
        (key, value) -> {
          int dot = key.indexOf('.');
          String section = dot < 0 ? key : key.substring(0, dot);
          String setting = dot < 0 ? "" : key.substring(dot + 1);
          sections.computeIfAbsent(section, k -> new TreeMap<>()).put(setting, value);
        });
    return sections;
  }

  /** The settings as they are on this machine. */
  Settings settings(UnaryOperator<String> files) {
    var local = new TreeMap<String, String>();
    settings.forEach(
        (key, value) ->
            local.put(
                key, value.startsWith(FILE) ? files.apply(value.substring(FILE.length())) : value));
    return Settings.of(local);
  }

  /** Name and settings in one line, for comparison. */
  String describe() {
    return name + new TreeMap<>(settings);
  }
}
