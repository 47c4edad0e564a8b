package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each setting of a crawl is taken on Spark, or refused by name with the reason. */
class RefusedSettingsTest {

  /** A text that the setting takes, where that is not its default. */
  private static final Map<String, String> SAMPLES =
      Map.ofEntries(
          Map.entry("seeds", "https://example.org/"),
          Map.entry("topic", "laser"),
          Map.entry("addPageAnalyzer", "tika"),
          Map.entry("languages", "en"),
          Map.entry("userAgent", "robot"),
          Map.entry("addressRules", "any"),
          Map.entry("maxDuration", "PT1H"));

  private static SparkCrawl.Builder crawl() {
    return new SparkCrawl.Builder(null, "nowhere");
  }

  static Stream<Setting<?>> settings() {
    return new CrawlSpec().all().stream().filter(Setting::isPublic);
  }

  private static boolean isRefused(String name) {
    return RefusedSettings.REASONS.containsKey(name);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void eachSettingIsTakenOrRefused(Setting<?> setting) {
    String name = setting.name();
    if (isRefused(name)) {
      assertThatThrownBy(() -> crawl().settings(Map.of(name, "anything")))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("'" + name + "'")
          .hasMessageContaining(RefusedSettings.REASONS.get(name));
    } else if (!name.equals("clock")) { // which the builder has
      Map<String, String> words =
          SAMPLES.containsKey(name) ? Map.of(name, SAMPLES.get(name)) : setting.words();
      assertThat(words).isNotEmpty();
      crawl().settings(words);
    }
  }

  @Test
  void aRefusedCallChangesNothing() {
    SparkCrawl.Builder crawl = crawl().settings(Map.of("hostRules.a.test pages", "5"));

    assertThatThrownBy(
            () ->
                crawl.settings(
                    Map.of("seeds", "https://example.org/", "hostRules.a.test pages", "6")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("hostRules of a.test was set before; set it once");

    assertThat(crawl.plan().seeds()).isEmpty();
  }

  @Test
  void refusesPartsByName() {
    assertThatThrownBy(() -> crawl().settings(Map.of("robots.maxSitemapUrls", "5")))
        .hasMessageContaining("'robots.maxSitemapUrls' is '5'")
        .hasMessageContaining("may be in another task");
  }

  @Test
  void thePageOfSparkHasTheSameSettingsAndReasons() throws IOException {
    String page = Files.readString(Path.of("../docs/spark.md"));
    String section = page.substring(page.indexOf("## Settings that are refused"));
    String table = section.substring(0, section.indexOf("\n## "));
    Map<String, String> described = new TreeMap<>();
    Pattern names = Pattern.compile("`([^`]+)`");
    for (String line : table.lines().filter(each -> each.startsWith("| `")).toList()) {
      String[] cells = line.split("\\|");
      Matcher name = names.matcher(cells[1]);
      while (name.find()) {
        described.put(name.group(1), cells[2].strip());
      }
    }
    assertThat(described).isEqualTo(RefusedSettings.REASONS);
  }

  @Test
  void refusedNamesAreSettings() {
    assertThat(RefusedSettings.REASONS.keySet())
        .allMatch(
            name ->
                settings()
                    .anyMatch(
                        setting ->
                            name.equals(setting.name()) || name.startsWith(setting.name() + ".")));
  }
}
