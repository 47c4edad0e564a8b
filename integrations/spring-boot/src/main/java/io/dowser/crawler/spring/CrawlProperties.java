package io.dowser.crawler.spring;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one crawl.
 *
 * @param prefix with which their names begin
 * @param settings by the names of {@link Crawler.Builder#settings}; plugins may be beans
 * @param autoStart whether the crawl starts with the application; one that ran when the application
 *     ended starts in any case
 */
record CrawlProperties(String prefix, Map<String, String> settings, boolean autoStart) {

  /** The plugins that may be beans, by their settings. */
  static final List<String> PLUGINS =
      List.of("scorer", "frontier", "judge", "pageAnalyzer", "fetcher");

  private static final String AUTO_START = "autostart";

  /** Reads the properties of a crawl, with defaults for those that are absent. */
  static CrawlProperties of(String name, Map<String, String> defaults, Map<String, String> own) {
    String prefix = "dowser.crawls." + name;
    Map<String, String> settings = canonical("dowser.defaults", defaults);
    Map<String, String> given = canonical(prefix, own);
    PLUGINS.stream() // the settings of another plugin
        .filter(given::containsKey)
        .forEach(kind -> settings.keySet().removeIf(key -> key.startsWith(kind + ".")));
    settings.putAll(given);
    String autoStart = settings.remove(AUTO_START);
    return new CrawlProperties(prefix, settings, flag(prefix, autoStart));
  }

  private static boolean flag(String prefix, @Nullable String text) {
    if (text == null || text.equals("true") || text.equals("false")) {
      return "true".equals(text);
    }
    throw new IllegalArgumentException(
        prefix + ".auto-start must be true or false, but was '" + text + "'");
  }

  /** Names settings as the table does: Spring has {@code max-pages} and {@code maxPages}. */
  private static Map<String, String> canonical(String prefix, Map<String, String> given) {
    Map<String, String> names = new HashMap<>();
    Map<String, String> withParts = new HashMap<>();
    for (Crawler.Setting setting : Crawler.settings()) {
      names.put(plain(setting.name()), setting.name());
      if (setting.hasParts()) {
        withParts.put(plain(setting.name()), setting.name());
      }
    }
    Map<String, String> settings = new TreeMap<>();
    new TreeMap<>(given)
        .forEach(
            (key, value) -> {
              int bracket = key.endsWith("]") ? key.lastIndexOf('[') : key.length();
              String name = key.substring(0, Math.max(0, bracket)); // seeds[0], seeds[1]
              int dot = name.indexOf('.');
              String first = dot < 0 ? name : name.substring(0, dot);
              String parts = withParts.get(plain(first));
              String known =
                  dot > 0 && parts != null
                      ? parts + name.substring(dot)
                      : names.getOrDefault(
                          plain(name), plain(name).equals(AUTO_START) ? AUTO_START : name);
              settings.merge(known, value, (one, more) -> one + "\n" + more);
            });
    check(prefix, settings);
    return settings;
  }

  /** Refuses unknown names and wrong values; those of plugins are checked when they are created. */
  private static void check(String prefix, Map<String, String> settings) {
    Map<String, String> plain = new TreeMap<>(settings);
    plain.remove(AUTO_START);
    plain.keySet().removeIf(key -> PLUGINS.contains(key.split("\\.", 2)[0]));
    plain.remove("languages"); // need a library
    try {
      Crawler.builder().settings(plain);
    } catch (SettingException e) {
      throw new IllegalArgumentException(prefix + "." + e.key() + ": " + e.getMessage(), e);
    } catch (CrawlException | IllegalStateException e) {
      throw new IllegalArgumentException(prefix + ": " + e.getMessage(), e);
    }
  }

  private static String plain(String name) {
    return name.replace("-", "").toLowerCase(Locale.ROOT);
  }

  @Nullable Path directory() {
    String directory = settings.get("directory");
    return directory == null ? null : Path.of(directory);
  }
}
