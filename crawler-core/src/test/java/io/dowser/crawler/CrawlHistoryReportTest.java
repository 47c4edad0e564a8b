package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebPage;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report that is made from a crawl's directory alone. */
@Tag("slow")
class CrawlHistoryReportTest {

  private static final String EVIL = "</script><script>alert(1)</script><!-- \" ' &";
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  @TempDir Path directory;

  private Document stored(Path kept) throws IOException {
    Path file = directory.resolve("stored.html");
    try (CrawlHistory history = CrawlHistory.open(kept)) {
      history.writeHtml(file);
    }
    return Jsoup.parse(Files.readString(file));
  }

  private Document live(CrawlReport report) throws IOException {
    Path file = directory.resolve("live.html");
    report.writeHtml(file);
    return Jsoup.parse(Files.readString(file));
  }

  private static List<String> chart(Document page, String title) {
    return page.select("figure:has(figcaption:containsOwn(" + title + ")) script").stream()
        .map(Element::data)
        .toList();
  }

  /** Returns visit, URL and title of the results, the best first. */
  private static List<String> results(Document page) {
    String data = page.select("#data").get(0).data();
    return Pattern.compile("\"number\":(\\d+),\"url\":\"([^\"]*)\",\"title\":\"([^\"]*)\"")
        .matcher(data.substring(data.indexOf("\"results\":"), data.indexOf(",\"pages\":")))
        .results()
        .map(result -> result.group(1) + " " + result.group(2) + " " + result.group(3))
        .toList();
  }

  private static List<String> table(Document page, String title) {
    return page.select("table:has(caption:containsOwn(" + title + ")) tr").eachText();
  }

  @Test
  void crawlOfThreeRunsHasTheReportOfAnUninterruptedOne() throws IOException {
    RandomWeb web = RandomWeb.builder(7).pages(700).hosts(20).linksPerPage(6).build();
    Path kept = directory.resolve("kept");
    Crawls.run(Crawls.of(web).directory(kept).maxPages(123));
    Crawls.run(Crawls.of(web).directory(kept).maxPages(600));
    Crawls.run(Crawls.of(web).directory(kept).maxPages(650));

    Document all = stored(kept);
    Document once =
        live(Crawls.run(Crawls.of(web).directory(directory.resolve("once")).maxPages(650)));

    assertThat(table(once, "Totals"))
        .containsAll(table(all, "Totals"))
        .contains("pages visited 650");
    assertThat(table(all, "Totals")).hasSize(9);
    for (String title : List.of("Share of relevant pages", "Pages by host", "Pages by links")) {
      assertThat(chart(all, title)).as(title).hasSize(1).isEqualTo(chart(once, title));
    }
    assertThat(results(all)).isNotEmpty().isEqualTo(results(once));
    String paths = "h2:contains(Crawl paths) ~ div table:not(:has(caption:contains(All settings)))";
    assertThat(all.select(paths).eachText()).isNotEmpty().isEqualTo(once.select(paths).eachText());
    assertThat(all.text()).doesNotContain("went on where", "this run", "Slowest");
  }

  @Test
  void curveLeavesOutTheBreaksBetweenRuns() throws IOException {
    InMemoryWeb web = Crawls.chain(4);
    Path kept = directory.resolve("kept");
    for (int run = 0; run < 2; run++) {
      Instant start = NOON.plusSeconds(3_600L * run).plusNanos(123_456_789);
      var calls = new AtomicLong();
      Crawls.run(
          Crawls.of(web, "http://chain.test/0")
              .means(
                  Means.builder()
                      .name("tides")
                      .clock(() -> start.plusMillis(calls.getAndIncrement()))
                      .build())
              .directory(kept)
              .maxPages(2 + 2 * run));
    }

    Document page = stored(kept);

    assertThat(page.title()).isEqualTo("Crawl report: tides");
    assertThat(page.text()).contains("All runs together: 4 visited pages.");
    assertThat(table(page, "About"))
        .contains("name tides", "topic laser", "first visit 2026-03-01T12:00:00Z");
    String curve = chart(page, "Pages over time").get(0);
    assertThat(curve).contains("seconds of all runs, without the breaks between them");
    List<Double> seconds =
        Pattern.compile("\\[([^\\[,]+),[1-4]\\.0,")
            .matcher(curve)
            .results()
            .map(point -> Double.valueOf(point.group(1)))
            .toList();
    assertThat(seconds).hasSize(8).startsWith(0.0).allMatch(at -> at < 1);
  }

  @Test
  void reportSaysWhyTheLastRunEnded() throws IOException {
    Crawls.run(Crawls.of(Crawls.chain(4), "http://chain.test/0").directory(directory).maxPages(2));
    assertThat(stored(directory).text()).contains(" because its budget of pages is spent. ");

    Crawls.run(Crawls.of(Crawls.chain(4), "http://chain.test/0").directory(directory).maxPages(9));
    assertThat(stored(directory).text()).contains(" because nothing is pending any more. ");
  }

  @Test
  void reportSaysThatTheCrawlRuns() {
    var texts = new ArrayList<String>();
    CrawlListener listener =
        event -> {
          if (event instanceof CrawlEvent.Visited) {
            texts.add(textOf(directory));
          }
        };

    Crawls.run(
        Crawls.of(Crawls.chain(3), "http://chain.test/0").directory(directory).listener(listener));

    assertThat(texts)
        .hasSize(3)
        .allMatch(text -> text.contains("The crawl runs. All runs together"));
    assertThat(textOf(directory)).doesNotContain("The crawl runs");
  }

  private String textOf(Path kept) {
    try {
      return stored(kept).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void relevantPagesHaveTheirTitlesTheBestFirst() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "0.6", "", "/next", "/last")
            .page("http://a.test/next", "0.7", "")
            .page("http://a.test/last", "0.9", "")
            .build();
    CrawlReport report =
        Crawls.run(
            Crawls.of(web, "http://a.test/")
                .judge(page -> Double.parseDouble(page.title()))
                .directory(directory));

    for (Document page : List.of(stored(directory), live(report))) {
      assertThat(results(page))
          .containsExactly(
              "3 http://a.test/last 0.9", "2 http://a.test/next 0.7", "1 http://a.test/ 0.6");
    }
  }

  @Test
  void failuresSkippedLinksAndSeedsWithoutPageHaveTheirReasons() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(
                "http://a.test/", "start", "laser", "/in", "/gone", "/old", "http://x.test/", "/0")
            .page("http://a.test/in", "in", "laser", "/far", "http://x.test/")
            .page("http://a.test/far", "far", "laser")
            .status("http://a.test/gone", 404)
            .redirect("http://a.test/old", "http://x.test/")
            .redirect("http://a.test/0", "/in") // which was fetched before
            .failure("http://none.test/", FailureReason.DNS)
            .build();
    Crawler.Builder builder =
        Crawls.of(web, "http://a.test/", "http://none.test/").directory(directory);
    Crawls.run(
        builder.strategy(
            Strategy.builder().linkPolicy((page, link) -> refusal(link.target())).build()));

    Document page = stored(directory);

    String reasons = chart(page, "By reason").get(0);
    assertThat(reasons)
        .contains("\"fetch failed: http status 404\",\"value\":2.0")
        .contains("\"fetch failed: dns\",\"value\":1.0")
        .contains("\"redirect not followed\",\"value\":1.0")
        .contains("\"link skipped: policy, \\u003cb>elsewhere\",\"value\":1.0");
    assertThat(page.select("#data").get(0).data())
        .containsSubsequence("link skipped: policy", "\"examples\":[\"http://x.test/\"]");
    assertThat(table(page, "Seeds that gave no page")).anyMatch(row -> row.contains("none.test"));
    assertThat(table(page, "Failing hosts"))
        .anyMatch(row -> row.startsWith("a.test 2 http status 404: "))
        .anyMatch(row -> row.startsWith("none.test 1 dns"));
    assertThat(table(page, "Totals")).contains("URLs given up 3");
  }

  @Test
  void problemsAfterWhichNoUrlHasEndedAreThoseOfAllRuns() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "start", "laser", "http://slow.test/", "/1", "/2")
            .page("http://a.test/1", "first", "laser")
            .page("http://a.test/2", "second", "laser")
            .status("http://slow.test/", 503)
            .build();
    for (int pages = 2; pages <= 3; pages++) {
      Crawls.run(
          Crawls.of(web, "http://a.test/")
              .means(Means.builder().workers(1).build())
              .directory(directory)
              .maxPages(pages));
    }

    Document page = stored(directory);

    assertThat(chart(page, "By reason").get(0))
        .contains("\"retried: http status 503\",\"value\":")
        .contains("\"host slowed: back off\",\"value\":");
    assertThat(page.select("#data").get(0).data())
        .containsSubsequence("retried: http status 503", "\"examples\":[\"http://slow.test/\"]")
        .containsPattern("\"text\":\"host slowed: back off, slow.test for [0-9.]+ (s|min)\"")
        .containsSubsequence("\"name\":\"slow.test\"", "\"lastFailure\":\"http status 503\"");
  }

  private static Optional<String> refusal(CrawlUrl target) {
    return target.host().equals("x.test") ? Optional.of("<b>elsewhere") : Optional.empty();
  }

  @Test
  void hostileTextsOfLinksStayText() throws IOException {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(
                new WebPage(
                    CrawlUrl.of("http://a.test/"),
                    EVIL,
                    "laser",
                    List.of(WebLink.to("/in", EVIL), WebLink.to("/long", "x".repeat(200)))))
            .page("http://a.test/in", EVIL, "laser")
            .page("http://a.test/long", "long", "laser")
            .build();
    Crawls.run(Crawls.of(web, "http://a.test/").directory(directory));

    Document page = stored(directory);

    assertThat(page.select("script:not([type])")).hasSize(1);
    assertThat(page.select("script:not([type])").get(0).data()).doesNotContain("alert");
    assertThat(page.select("#data").get(0).data())
        .contains("\\u003c/script>\\u003cscript>alert(1)");
    assertThat(page.select("td").eachText()).contains("x".repeat(79) + "\u2026");
    assertThat(page.select("h2:contains(Crawl paths) ~ div table td").eachText()).contains(EVIL);
  }

  @Test
  void pathsHaveThePartsOfTheirScores() throws IOException {
    Crawls.run(
        Crawls.of(Crawls.chain(3), "http://chain.test/0")
            .scorer(page -> new Explaining())
            .persistence(Persistence.builder().explanations(true).build())
            .directory(directory));

    assertThat(stored(directory).select("h2:contains(Crawl paths) ~ div table").get(0).text())
        .contains("parts of the score", "length = 2.000");
  }

  private static final class Explaining implements PageScoring {

    @Override
    public double score(Link link) {
      return explain(link).value();
    }

    @Override
    public Explanation explain(Link link) {
      double length = link.target().path().length();
      return Explanation.sum("score", List.of(Explanation.of("length", length)));
    }
  }

  @Test
  void runningCrawlHasAReport() throws Exception {
    RandomWeb web = RandomWeb.builder(3).pages(800).hosts(9).linksPerPage(8).build();
    Path kept = directory.resolve("kept");
    try (Crawler crawler =
        Crawls.of(web)
            .directory(kept)
            .persistence(Persistence.builder().commitVisits(3).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      while (handle.isRunning()) {
        if (Files.exists(kept.resolve("crawl.db"))) {
          assertThat(stored(kept).title()).isEqualTo("Crawl report");
        }
      }
      assertThat(handle.await().orThrow().statistics().visited()).isEqualTo(800);
    }
  }

  @Test
  void crawlThatVisitedNothingHasAReportToo() throws IOException {
    try (Crawler crawler =
        Crawls.of(InMemoryWeb.builder().build(), "http://none.test/")
            .directory(directory)
            .build()) {
      crawler.run();
    }

    Document page = stored(directory);

    assertThat(page.text()).contains("All runs together: 0 visited pages. ", "http://none.test/");
    assertThat(page.select("figcaption").eachText()).doesNotContain("Pages over time");
    assertThat(table(page, "About")).noneMatch(row -> row.contains("first visit"));
  }

  @Test
  void reportNeedsNeitherSettingsNorStates() throws Exception {
    Crawls.run(Crawls.of(Crawls.chain(3), "http://chain.test/0").directory(directory));
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = connection.createStatement()) {
      statement.executeUpdate("DELETE FROM setting");
      statement.executeUpdate("DELETE FROM state");
    }

    assertThat(table(stored(directory), "Totals")).contains("pages visited 3");
  }

  @Test
  void fileThatCannotBeWrittenIsReported() {
    Crawls.run(Crawls.of(Crawls.chain(1), "http://chain.test/0").directory(directory));

    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThatThrownBy(() -> history.writeHtml(directory.resolve("crawl.db/such.html")))
          .isInstanceOf(IOException.class);
    }
  }
}
