package io.dowser.crawler.cli;

import io.dowser.crawler.Crawler;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of a crawl by name: those of {@code --set}, and those that other options set. */
final class NamedSettings {

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE",
      description =
          "Any setting of the crawl, which dowser settings lists, or of a plugin (docs/settings.md):"
              + " --set politeness.maxRetries=5 --set scorer.model=models/hmm.model")
  private Map<String, String> given = new LinkedHashMap<>();

  private final Map<String, String> byOption = new LinkedHashMap<>();
  private final Map<String, String> options = new HashMap<>();

  /** Sets what an option stands for, if it was given. */
  void put(String name, @Nullable Object value, String option) {
    if (value == null) {
      return;
    }
    String before = options.put(name, option);
    if (before != null || given.containsKey(name)) {
      String other = before == null ? "--set " + name : before;
      throw new IllegalArgumentException(option + " and " + other + " exclude each other");
    }
    byOption.put(name, value.toString());
  }

  /** Sets what holds unless an option says otherwise. */
  void putIfAbsent(String name, String value) {
    if (!given.containsKey(name)) {
      byOption.putIfAbsent(name, value);
    }
  }

  void applyTo(Crawler.Builder crawl) {
    Map<String, String> all = new LinkedHashMap<>(byOption);
    all.putAll(given);
    crawl.settings(Collections.unmodifiableMap(all));
  }

  /**
   * Returns the summary and default of each setting, for the descriptions of options: {@code
   * ${bundle:setting.workers}}. Without the prefix, a setting would replace the description of an
   * option with the same name.
   */
  static ResourceBundle descriptions() {
    return new ListResourceBundle() {
      @Override
      protected Object[][] getContents() {
        return Crawler.settings().stream()
            .map(each -> new Object[] {"setting." + each.name(), description(each)})
            .toArray(Object[][]::new);
      }
    };
  }

  private static String description(Crawler.Setting setting) {
    return setting.byDefault().isEmpty()
        ? setting.summary()
        : setting.summary() + " (default: " + setting.byDefault() + ")";
  }
}
