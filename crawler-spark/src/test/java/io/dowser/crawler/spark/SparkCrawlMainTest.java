package io.dowser.crawler.spark;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SparkCrawlMainTest {

  private static final Path PAGE = Path.of("..", "docs", "spark.md");
  private static final String HEAD = "| Argument | Default | Allowed | |\n|---|---|---|---|\n";

  @TempDir Path directory;

  /** What a crawl needs, and more keys and values in turn. */
  private Map<String, String> words(String... more) {
    Map<String, String> words = new TreeMap<>();
    words.put("location", directory.resolve("crawl").toString());
    words.put("seeds", "http://host0.example/page0");
    words.put("topic", "laser, lens");
    words.put("fetcher", "random-web");
    words.put("fetcher.pages", "60");
    words.put("fetcher.hosts", "8");
    for (int i = 0; i < more.length; i += 2) {
      words.put(more[i], more[i + 1]);
    }
    return words;
  }

  private void refuses(String key, String value, String... named) {
    Map<String, String> words = words(key, value);
    assertThatThrownBy(() -> SparkCrawlMain.plan(words))
        .isInstanceOf(SettingException.class)
        .hasMessageContainingAll(named);
  }

  @Test
  void pageHasATableOfTheArguments() throws IOException {
    Settings arguments = Settings.none();
    SparkCrawlMain.Arguments.of(arguments);
    RoundSettings.of(arguments);
    String rows = arguments.declared().stream().map(SparkCrawlMainTest::row).collect(joining());
    String page = Files.readString(PAGE);
    int begin = page.indexOf(HEAD) + HEAD.length();
    String written =
        page.substring(0, begin) + rows + page.substring(page.indexOf("\n\n", begin) + 1);
    if (Boolean.getBoolean("dowser.update")) {
      Files.writeString(PAGE, written);
    }

    assertThat(PAGE).as("write it with -Ddowser.update=true").hasContent(written);
  }

  private static String row(Settings.Declaration argument) {
    return "| `"
        + argument.name()
        + "` | "
        + argument.byDefault()
        + " | "
        + argument.allowed()
        + " | "
        + argument.summary()
        + " |\n";
  }

  @Test
  void valuesOutOfRangeAreRefusedByName() {
    refuses("roundSize", "0", "roundSize", "1 to 16777215");
    refuses("leaseTime", "500ms", "leaseTime", "1s to 1d");
  }

  @Test
  void readsPluginsAndRules() throws IOException {
    Map<String, String> words =
        words(
            "politeness.delay",
            "PT0S",
            "politeness.hostGrouping",
            "registrable-domain",
            "robots.obey",
            "false",
            "politeness.maxRetries",
            "1",
            "stayOn",
            "ANYWHERE");
    CrawlPlan plan = SparkCrawlMain.plan(words);
    plan.checkPlugins();
    assertThat(plan.settings())
        .containsEntry("politeness.hostGrouping", "{politeness.hostGrouping=registrable-domain}");
    assertThat(plan.spec().politeness().delay()).isZero();
    assertThat(plan.spec().politeness().maxRetries()).isEqualTo(1);
    assertThat(plan.spec().robots.get().isObeyed()).isFalse();
  }

  @Test
  void readsLimitsAndSizes() throws IOException {
    Map<String, String> words =
        words(
            "maxPages",
            "10",
            "maxRelevantPages",
            "9",
            "maxDuration",
            "PT1H",
            "maxDepth",
            "8",
            "maxRedirects",
            "3",
            "tasks",
            "7",
            "roundSize",
            "60",
            "keepPages",
            "true",
            "longestDelay",
            "5s",
            "randomSeed",
            "3");
    CrawlPlan plan = SparkCrawlMain.plan(words);
    assertThat(plan.spec().maxPages.get()).isEqualTo(10);
    assertThat(plan.spec().maxRelevantPages.get()).isEqualTo(9);
    assertThat(plan.spec().maxDuration.get()).isEqualTo(Duration.ofHours(1));
    assertThat(plan.spec().maxDepth.get()).isEqualTo(8);
    assertThat(plan.spec().maxRedirects.get()).isEqualTo(3);
    assertThat(plan.rounds().tasks()).isEqualTo(7);
    assertThat(plan.rounds().roundSize()).isEqualTo(60);
    assertThat(plan.rounds().keepPages()).isTrue();
    assertThat(plan.rounds().longestDelay()).isEqualTo(Duration.ofSeconds(5));
    assertThat(plan.settings()).containsEntry("randomSeed", "3");
  }

  @Test
  void takesSeedsFromAFileToo() throws IOException {
    Path seeds = directory.resolve("seeds.txt");
    Files.writeString(seeds, "http://host1.example/\n\nhttp://host2.example/\n");
    Map<String, String> words = words("seedFile", seeds.toString());
    assertThat(SparkCrawlMain.plan(words).seeds())
        .extracting(Object::toString)
        .containsExactly(
            "http://host0.example/page0", "http://host1.example/", "http://host2.example/");
  }

  @Test
  void namesWhatIsWrong() {
    refuses("maxPagse", "10", "maxPagse");
    refuses("maxDepth", "-1", "maxDepth", "-1");
    refuses("politeness.hostGrouping", "all", "hostGrouping", "all", "registrable-domain");
    refuses("location", "", "location");
    refuses("delay", "PT0S", "delay");
    refuses("seedFile", "/no/such/file", "seedFile", "/no/such/file");
    refuses("files", "/no/such/file", "files", "/no/such/file");
  }

  @Test
  void anArgumentThatIsGivenTwiceIsRefused() {
    assertThatThrownBy(() -> SparkCrawlMain.main("maxPages=1", "maxPages=2"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'maxPages' is '2', allowed: given once");
  }

  @Test
  void theCanonicalizerHoldsForSeedsThatCameBefore() {
    Map<String, String> words =
        words(
            "seeds",
            "http://a.test/?b=1&a=2 http://a.test/?a=2&b=1",
            "canonicalizer.sortQuery",
            "true");

    assertThat(SparkCrawlMain.plan(words).seeds())
        .extracting(Object::toString)
        .containsExactly("http://a.test/?a=2&b=1");
  }

  @Test
  void namesTheLineOfAFileThatHasNoKey() throws IOException {
    Path file = directory.resolve("crawl.properties");
    Files.writeString(file, "# a comment\n\nlocation = x\n=laser\n");
    assertThatThrownBy(() -> SparkCrawlMain.main(file.toString()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("=laser");
  }
}
