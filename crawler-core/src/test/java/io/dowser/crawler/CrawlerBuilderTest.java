package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginNotFoundException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Topic;
import java.time.Duration;
import java.util.Map;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrawlerBuilderTest {

  @Test
  void noSeeds() {
    assertThatThrownBy(() -> Crawler.builder().topic(Topic.of("laser")).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("at least one seed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "example.org", "/path", "ftp://example.org/", "http://", "mailto:a@b.c", "\0"})
  void seedThatIsNoWebAddress(String seed) {
    assertThatThrownBy(() -> Crawler.builder().seed(seed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + seed + "'")
        .hasMessageContaining("http");
  }

  @Test
  void neitherTopicNorJudge() {
    assertThatThrownBy(() -> Crawler.builder().seed("http://a.test/").build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("topic");
  }

  @Test
  void judgeAloneIsEnough() {
    Crawler.builder().seed("http://a.test/").judge(page -> 1).build().close();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void budgetsMustBePositive(long value) {
    CrawlerBuilder builder = Crawler.builder();

    assertThatThrownBy(() -> builder.maxPages(value)).hasMessageContaining("maxPages");
    assertThatThrownBy(() -> builder.maxRelevantPages(value)).hasMessageContaining("" + value);
    assertThatThrownBy(() -> builder.maxBytes(value)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> builder.maxDuration(Duration.ofSeconds(value)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.workers((int) value)).hasMessageContaining("workers");
    assertThatThrownBy(() -> builder.analyses((int) value)).hasMessageContaining("analyses");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -0.1, 1.1, Double.NaN})
  void harvestRateOutOfRange(double rate) {
    assertThatThrownBy(() -> Crawler.builder().minHarvestRate(rate, 100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("" + rate);
  }

  @Test
  void unknownPluginListsThoseThereAre() {
    assertThatThrownBy(() -> valid().scorer("bayse", Map.of()).build())
        .isInstanceOf(PluginNotFoundException.class)
        .hasMessageContaining("No link scorer named 'bayse'")
        .hasMessageContaining("best-first")
        .hasMessageContaining("jar");
  }

  @Test
  void unknownSettingIsNamed() {
    assertThatThrownBy(() -> valid().frontier("best-first", Map.of("size", "3")).build())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("'size'")
        .hasMessageContaining("capacity");
  }

  @Test
  void pluginsAreChosenFromText() {
    try (Crawler crawler =
        Crawls.of(Crawls.chain(5), "http://chain.test/0")
            .plugins(Map.of("frontier", "breadth-first", "scorer", "best-first"))
            .build()) {
      assertThat(crawler.run().statistics().visited()).isEqualTo(5);
    }
  }

  @Test
  void textThatNamesNoPluginIsRefused() {
    assertThatThrownBy(() -> valid().plugins(Map.of("colour", "red")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("colour");
    assertThatThrownBy(() -> valid().plugins(Map.of("scorer.beta", "0.5")))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("scorer.beta");
  }

  @Test
  void clientForAFetcherThatIsNotTheDefaultIsRefused() {
    assertThatThrownBy(
            () -> valid().fetcher(Crawls.chain(1).fetcher()).httpClient(new OkHttpClient()).build())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("httpClient");
  }

  private static CrawlerBuilder valid() {
    return Crawler.builder().seed("http://a.test/").topic(Topic.of("laser"));
  }
}
