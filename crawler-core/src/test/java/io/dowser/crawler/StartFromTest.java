package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.judge.ExpandedTopicJudge;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.text.TextNormalizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl that starts with what another one has learned. */
class StartFromTest {

  private static final RandomWeb WEB = RandomWeb.builder(5).pages(120).build();

  @TempDir Path directory;
  private Path first;
  private final ExpandedTopicJudge learned = judge();

  private static ExpandedTopicJudge judge() {
    return ExpandedTopicJudge.builder(
            Settings.none(),
            CrawlContext.about(WEB.topic(), TextNormalizer.PLAIN, MixedScriptAnalyzer.create()))
        .build();
  }

  private static Crawler.Builder from(Path other) {
    return Crawls.of(WEB).persistence(Persistence.builder().startFrom(other).build());
  }

  private static List<Double> relevances(ExpandedTopicJudge judge) {
    return Stream.of(WEB.topic().terms().get(0), "no word of these", "page of " + WEB.topic())
        .map(text -> judge.relevance(CrawlFixtures.page("http://any.test/", text)))
        .toList();
  }

  @BeforeEach
  void crawl() {
    first = directory.resolve("first");
    run(Crawls.of(WEB).judge(learned).directory(first));
  }

  @Test
  void secondCrawlBeginsWithWhatTheJudgeOfTheFirstHasLearned() throws IOException {
    byte[] file = Files.readAllBytes(first.resolve("crawl.db"));
    ExpandedTopicJudge judge = judge();
    assertThat(relevances(judge)).isNotEqualTo(relevances(learned));

    try (Crawler crawler = from(first).judge(judge).build()) {
      assertThat(relevances(judge)).isEqualTo(relevances(learned));
      assertThat(crawler.run().orThrow().statistics().visited()).isPositive();
    }
    assertThat(Files.readAllBytes(first.resolve("crawl.db"))).isEqualTo(file);
  }

  @Test
  void aCrawlThatResumesContinuesWithItsOwn() {
    Path second = directory.resolve("second");
    run(from(first).judge(judge()).directory(second).maxPages(10));

    run(from(directory.resolve("absent")).judge(judge()).directory(second).maxPages(20));
    assertThat(StoredCrawls.visited(second)).hasSize(20);
  }

  @Test
  void pluginsThatDoNotLearnAreRefused() {
    assertRefused(from(first).judge("topic-terms", Map.of()), "neither judge nor scorer");
  }

  @Test
  void crawlsWithOtherSettingsAreRefused() {
    assertRefused(from(first).judge("expanded-topic", Map.of("expansion", "5")), "the same judge");
    assertRefused(
        from(first).judge(judge()).scorer("best-first", Map.of("parentWeight", "0.9")),
        "the same scorer");
    assertRefused(from(first).judge(judge()).topic(Topic.of("other")), "the same topic");
  }

  @Test
  void directoriesThatCannotBeReadAreRefused() throws Exception {
    assertRefused(from(directory.resolve("absent")).judge(judge()), "absent", "an ended crawl");

    Path running = directory.resolve("running");
    try (Crawler crawler = Crawls.of(WEB).judge(judge()).directory(running).build()) {
      assertRefused(from(running).judge(judge()), "this one is running");
      assertThat(crawler.run().statistics().visited()).isPositive();
    }

    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + first.resolve("crawl.db"));
        var statement = connection.createStatement()) {
      statement.execute("UPDATE state SET data = x'00' WHERE name LIKE 'judge %'");
    }
    assertThatThrownBy(() -> from(first).judge(judge()).build())
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(first.toString())
        .hasMessageContaining("the state 'judge ");
  }

  private static void assertRefused(Crawler.Builder builder, String... parts) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("startFrom")
        .hasMessageContainingAll(parts);
  }
}
