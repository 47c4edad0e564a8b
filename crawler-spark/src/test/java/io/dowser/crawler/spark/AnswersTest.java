package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.testkit.RandomWeb;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers between rounds count for later rounds, whether the judge learns from them or not. */
@Tag("slow")
class AnswersTest {

  private static final RandomWeb WEB = WebFetcherProvider.web(5, 60, 4);

  @TempDir Path directory;

  private CrawlTables crawl(String learns, int pages) throws Exception {
    String location = directory.resolve("crawl").toString();
    SparkCrawl.builder(LocalSpark.session(), location)
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .judge("constant", Map.of("learns", learns))
        .fetcher("random-web", Map.of("pages", "60", "hosts", "4", "seed", "5"))
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .keepTexts()
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1))
        .maxPages(pages)
        .build()
        .run();
    return CrawlTables.open(LocalSpark.session(), location);
  }

  private static long relevant(CrawlTables tables) {
    return tables.visits().filter("relevant").count();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "false"})
  void anAnswerHoldsFromTheNextRoundUntilItIsWithdrawn(String learns) throws Exception {
    CrawlTables first = crawl(learns, 1);
    assertThat(relevant(first)).isEqualTo(1);
    first.answer(WEB.seed().toString(), false);
    CrawlTables second = crawl(learns, 3);
    assertThat(relevant(second)).as("the two new pages are not relevant").isEqualTo(1);
    second.withdrawAnswer(WEB.seed().toString());
    CrawlTables third = crawl(learns, 5);
    assertThat(relevant(third)).isEqualTo(3);
    Row other = third.visits().filter("not relevant").first();
    assertThatThrownBy(() -> third.answer(other.getAs("url"), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("whose text is kept");
  }
}
