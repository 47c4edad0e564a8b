package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages count for nothing by the rules of one machine, whichever task or round visits them. */
@Tag("slow")
class WorthTest {

  private static final Topic TOPIC = Topic.of("laser", "lens");
  private static final Politeness AT_ONCE = Politeness.builder().delay(Duration.ZERO).build();

  @TempDir Path directory;

  /** The worth of a visited page, as text. */
  private static String worth(double relevance, boolean relevant, String irrelevance) {
    return String.format(Locale.ROOT, "%.9f %s %s", relevance, relevant, irrelevance);
  }

  private static String worth(Visit visit) {
    String why = visit.irrelevance().map(Irrelevance::toString).orElse("");
    return worth(visit.relevance(), visit.relevant(), why);
  }

  private static String worth(Row row) {
    String why = Optional.ofNullable(row.<String>getAs("irrelevance")).orElse("");
    return worth(row.<Double>getAs("relevance"), row.<Boolean>getAs("relevant"), why);
  }

  private static CrawlStatistics onOneMachine(Map<String, String> visits) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(WorthWebProvider.SEED)
            .topic(TOPIC)
            .frontier("breadth-first", Map.of())
            .fetcher(WorthWebProvider.web().fetcher())
            .politeness(AT_ONCE)
            .means(Means.builder().workers(1).build())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited page) {
                    visits.put(page.visit().url().toString(), worth(page.visit()));
                  }
                })
            .build()) {
      return crawler.run().orThrow().statistics();
    }
  }

  private SparkCrawl.Builder crawl() {
    return crawl(WorthWebProvider.SEED, "worth-web").frontier("breadth-first", Map.of());
  }

  private SparkCrawl.Builder crawl(String seed, String fetcher) {
    return SparkCrawl.builder(LocalSpark.session(), directory.resolve("crawl").toString())
        .seed(seed)
        .topic(TOPIC)
        .fetcher(fetcher, Map.of())
        .politeness(AT_ONCE)
        .means(Means.builder().workers(1).build())
        .buckets(1)
        .leaseTime(Duration.ofSeconds(1));
  }

  private Map<String, String> visits() {
    Map<String, String> visits = new TreeMap<>();
    CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString())
        .visits()
        .filter("outcome = 'VISITED'")
        .collectAsList()
        .forEach(row -> visits.put(row.getAs("page_url"), worth(row)));
    return visits;
  }

  private List<String> texts() {
    return CrawlTables.open(LocalSpark.session(), directory.resolve("crawl").toString())
        .texts()
        .filter("text LIKE '%laser%' AND markdown LIKE '%laser%' AND chunks[0] LIKE '%laser%'")
        .collectAsList()
        .stream()
        .map(row -> row.<String>getAs("url"))
        .toList();
  }

  private static List<String> relevant(Map<String, String> visits) {
    return visits.entrySet().stream()
        .filter(visit -> visit.getValue().contains(" true "))
        .map(Map.Entry::getKey)
        .toList();
  }

  @Test
  void pagesHaveTheWorthOfOneMachineInTasksAndRoundsAlsoWhenResumed() throws Exception {
    Map<String, String> expected = new TreeMap<>();
    CrawlStatistics statistics = onOneMachine(expected);
    assertThat(statistics.irrelevant()).hasSize(4); // all reasons but the language
    crawl().roundSize(20).keepTexts().maxPages(20).build().run();
    CrawlReport report = crawl().roundSize(20).keepTexts().build().run();
    assertThat(visits()).containsExactlyInAnyOrderEntriesOf(expected);
    assertThat(report.statistics().relevant()).isEqualTo(statistics.relevant());
    assertThat(report.statistics().irrelevant()).isEqualTo(statistics.irrelevant());
    assertThat(texts()).containsExactlyInAnyOrderElementsOf(relevant(expected));
  }

  @Test
  void roundsSelectFewUrlsOfShapesThatNeverPay() throws Exception {
    crawl(WikiWebProvider.SEED, "wiki-web").roundSize(20).maxPages(120).build().run();

    assertThat(visits().keySet().stream().filter(url -> url.contains(WikiWebProvider.FORM)))
        .as("of %d", visits().size())
        .hasSizeLessThan(12);
  }
}
