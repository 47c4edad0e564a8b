package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoredVisit;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parts of scores, from the scorer into the directory and out of it. */
class ExplanationsTest {

  private static final InMemoryWeb WEB =
      InMemoryWeb.builder()
          .page("http://a.test/", "start", "laser", "/laser", "/other")
          .page("http://a.test/laser", "inside", "laser laser", "/moved", "/")
          .redirect("http://a.test/moved", "/deep")
          .page("http://a.test/deep", "deep", "laser laser laser")
          .page("http://a.test/other", "other", "nothing")
          .build();
  private static final CrawlUrl LASER = CrawlUrl.of("http://a.test/laser");

  private final AtomicInteger explained = new AtomicInteger();

  @TempDir Path directory;

  @Test
  void directoryKeepsThePartsOfFetchedLinksIfConfigured() {
    crawl(Persistence.builder().explanations(true).build());

    try (CrawlHistory history = CrawlHistory.open(directory)) {
      List<StoredVisit.PathStep> path = history.pathTo(CrawlUrl.of("http://a.test/moved"));
      assertThat(path.get(0).explanation()).as("a seed").isEmpty();
      assertThat(path.subList(1, 3))
          .allSatisfy(
              step -> {
                Explanation parts = step.explanation().orElseThrow();
                assertThat(step.score()).hasValue(parts.value());
                assertThat(parts).isEqualTo(explanation(step.url()));
              });
      assertThat(history.explanations(List.of(1L, 2L))).isEqualTo(Map.of(2L, explanation(LASER)));
      assertThat(history.verify()).isEmpty();
    }
  }

  @Test
  void nothingIsExplainedUnlessConfigured() {
    CrawlReport report = crawl(Persistence.builder().build());

    assertThat(explained).hasValue(0);
    assertThat(StoredCrawls.strings(directory, "SELECT parts FROM explanation")).isEmpty();
    assertThat(report.metrics().paths())
        .allSatisfy(path -> assertThat(path).allMatch(step -> step.explanation().isEmpty()));
  }

  @Test
  void crawlPathsOfTheReportHaveTheParts() throws Exception {
    CrawlReport report = crawl(Persistence.builder().explanations(true).build());

    List<CrawlMetrics.Step> longest = report.metrics().paths().get(0);
    assertThat(longest).hasSize(3);
    assertThat(longest.get(1).explanation()).contains(explanation(LASER));
    assertThat(longest.get(2).url()).isEqualTo("http://a.test/deep");
    assertThat(longest.get(2).explanation()).as("of the link before the redirect").isPresent();
    Path page = directory.resolve("crawl.html");
    report.writeHtml(page);
    Document html = Jsoup.parse(Files.readString(page));
    assertThat(
            html.select("h2:contains(Crawl paths) ~ div table").get(0).select("tr").get(2).text())
        .endsWith("http://a.test/laser length = 6.000, inner = 0.5000 (a = 0.2500, b = 0.2500)");
  }

  @Test
  void damagedPartsAreNamedWithTheirDirectory() throws Exception {
    crawl(Persistence.builder().explanations(true).build());
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + directory + "/crawl.db");
        var statement = connection.createStatement()) {
      statement.executeUpdate("UPDATE explanation SET parts = 'lost'");
    }

    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThatThrownBy(() -> history.pathTo(LASER))
          .isInstanceOf(StoreException.class)
          .hasMessageContainingAll(directory.toString(), "'lost' is no explanation");
    }
  }

  @Test
  void checkOfAFetchedUrlGivesItsParts() throws Exception {
    try (Crawler crawler = crawler(Persistence.builder().explanations(true).build())) {
      crawler.run().orThrow();

      UrlExplanation explained = crawler.explain(LASER.toString());

      assertThat(explained.explanation()).contains(explanation(LASER));
      assertThat(explained.score()).hasValue(6.5);
      assertThat(explained.isAllowed()).isTrue();
      assertThat(explained.toString())
          .contains("score: found on http://a.test/", "    inner = 0.5");
      assertThat(crawler.explain("http://a.test/unknown").explanation()).isEmpty();
      assertThat(crawler.explain("http://a.test/").score()).as("a seed").isEmpty();
    }
  }

  private CrawlReport crawl(Persistence options) {
    try (Crawler crawler = crawler(options)) {
      return crawler.run().orThrow();
    }
  }

  private Crawler crawler(Persistence options) {
    return Crawls.of(WEB, "http://a.test/")
        .scorer(page -> new Explaining())
        .directory(directory)
        .persistence(options)
        .build();
  }

  private static Explanation explanation(CrawlUrl url) {
    Explanation half =
        Explanation.sum("inner", List.of(Explanation.of("a", 0.25), Explanation.of("b", 0.25)));
    return Explanation.sum("score", List.of(Explanation.of("length", url.path().length()), half));
  }

  private final class Explaining implements PageScoring {

    @Override
    public double score(Link link) {
      return explanation(link.target()).value();
    }

    @Override
    public Explanation explain(Link link) {
      explained.incrementAndGet();
      return explanation(link.target());
    }
  }
}
