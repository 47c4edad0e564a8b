package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Table;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.Scope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlReportTest {

  private static final int UNREACHABLE = 43;

  private final EventLog log = new EventLog();

  @TempDir Path directory;

  @Test
  void speedAndTimeLeftAfterAResumeAreThoseOfThisRun() throws IOException {
    InMemoryWeb web = Crawls.chain(300);
    Path kept = directory.resolve("kept");
    Crawls.of(web, "http://chain.test/0").directory(kept).maxPages(200).build().run();
    var line = new ByteArrayOutputStream();

    CrawlReport report =
        Crawls.of(web, "http://chain.test/0")
            .directory(kept)
            .maxPages(211)
            .limits(Limits.builder().maxDuration(Duration.ofDays(2)).build())
            .means(
                Means.builder()
                    .progress(new PrintStream(line, true, StandardCharsets.UTF_8))
                    .build())
            .build()
            .run(ticking(Duration.ofMillis(100)));

    CrawlStatistics statistics = report.statistics();
    double seconds = statistics.elapsed().toNanos() / 1e9;
    assertThat(statistics.visited()).isEqualTo(211);
    assertThat(statistics.visitedBefore()).isEqualTo(200);
    assertThat(statistics.pagesPerSecond()).isCloseTo(11 / seconds, within(1e-9));
    String speed = String.format(Locale.ROOT, "%.1f pages/s", 11 / seconds);
    assertThat(line.toString(StandardCharsets.UTF_8))
        .contains("206 pages", "0:00:08 left") // 5 pages, 0.6 a second
        .endsWith(speed + "\n");
    assertThat(report.toString())
        .contains("\n211 pages visited, ", "; in this run: 11 pages visited, ", speed);
    assertThat(html(report).select("table:has(caption:containsOwn(Totals)) td").eachText())
        .containsSequence(
            "pages a second in this run", String.format(Locale.ROOT, "%.4g", 11 / seconds));
  }

  @Test
  void retriesAndFailedAgreeWithWhatWasReportedOfUnreachableHosts() throws IOException {
    CrawlReport report = unreachable();

    CrawlStatistics statistics = report.statistics();
    assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .hasSize(UNREACHABLE)
        .allMatch(CrawlEvent.FetchFailed::willRetry);
    assertThat(statistics.retries()).isEqualTo(UNREACHABLE);
    assertThat(statistics.failed()).as("they would be asked again").isZero();
    assertThat(report.metrics().problems())
        .isEqualTo(Map.of("retried: dns", (long) UNREACHABLE, "host slowed: back off", 43L));
    assertThat(report.metrics().failingHosts())
        .hasSize(UNREACHABLE)
        .allSatisfy(
            host -> {
              assertThat(host.failed()).isEqualTo(1);
              assertThat(host.visited()).isZero();
              assertThat(host.lastFailure()).isEqualTo("dns");
            });
  }

  @Test
  void failingHostsAreATableOfThePageAndOfTheText() throws IOException {
    CrawlReport report = unreachable();

    Document page = html(report);
    assertThat(page.select("table:has(caption:containsOwn(Failing hosts (43))) tr"))
        .hasSize(1 + UNREACHABLE);
    assertThat(page.select("table:has(caption:containsOwn(Failing hosts)) td").eachText())
        .startsWith("dead0.test", "1", "dns", "0");
    assertThat(page.select("table:has(caption:containsOwn(Totals)) td").eachText())
        .containsSequence("URLs given up", "0", "failed requests made again", "43");
    assertThat(report.toText())
        .contains(
            """

            Failing hosts (43)
              host         failures  last failure  visited
              dead0.test   1         dns           0
            """)
        .endsWith("\n  dead9.test   1         dns           0");
  }

  @Test
  void hostsThatGaveNoPageComeFirstAmongFailingOnes() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2", "http://b.test/", "http://c.test/")
            .status("http://a.test/1", 404)
            .status("http://a.test/2", 410)
            .failure("http://b.test/", FailureReason.TLS)
            .page("http://c.test/", "", "")
            .build();

    CrawlReport report = Crawls.of(web, "http://a.test/").build().run();

    assertThat(report.metrics().failingHosts())
        .extracting(CrawlMetrics.Host::name, CrawlMetrics.Host::lastFailure)
        .containsExactly(tuple("b.test", "tls"), tuple("a.test", "http status 410"));
    assertThat(report.statistics().failed()).isEqualTo(3);
  }

  @Test
  void hostWhoseRobotsTxtForbidsUrlsIsNoFailingHost() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "http://b.test/", "http://b.test/2")
            .document("http://b.test/robots.txt", "text/plain", "User-agent: *\nDisallow: /\n")
            .build();

    CrawlReport report = Crawls.of(web, "http://a.test/").build().run();

    assertThat(report.metrics().problems())
        .containsEntry("not fetched: forbidden by robots.txt", 2L);
    assertThat(report.metrics().failingHosts()).isEmpty();
    assertThat(report.toString()).contains("0 hosts with failures and no page");
  }

  @Test
  void tableOfFailingHostsSaysWhatItLeavesOut() {
    List<CrawlMetrics.Host> hosts =
        IntStream.range(0, 120)
            .mapToObj(i -> new CrawlMetrics.Host("h" + i, 0, 0, i, "dns", Duration.ZERO, Map.of()))
            .toList();

    Table table =
        CrawlPage.failingHosts(
                new CrawlMetrics(
                    Instant.EPOCH,
                    Map.of(),
                    List.of(),
                    hosts,
                    List.of(),
                    Map.of(),
                    List.of(),
                    List.of(),
                    0,
                    List.of(),
                    List.of(),
                    Map.of(),
                    Map.of(),
                    List.of()))
            .orElseThrow();

    assertThat(table.caption()).isEqualTo("Failing hosts (the first 100 of 119)");
    assertThat(table.rows()).hasSize(100).first().isEqualTo(List.of("h119", "119", "dns", "0"));
    assertThat(CrawlPage.failingHosts(CrawlMetrics.NONE)).isEmpty();
  }

  @Test
  void toStringIsTwoLinesHoweverLargeTheCrawl() {
    CrawlReport report = unreachable();

    assertThat(report.toString().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).hasSizeLessThan(300));
    assertThat(report.toString())
        .startsWith("The crawl ended because its budget of pages is spent.\n1 page visited, ")
        .contains(
            "0 URLs given up, 43 failed requests made again, ",
            ", 43 hosts with failures and no page");
  }

  @Test
  void toStringStaysTwoLinesIfTheCauseHasLines() {
    CrawlReport report =
        Crawls.of(Crawls.chain(2), "http://chain.test/0")
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited) {
                    throw new IllegalStateException("one\ntwo\r\nthree");
                  }
                })
            .build()
            .run();

    assertThat(report.toString().lines()).hasSize(2);
    assertThat(report.toString()).contains("one two three");
  }

  @Test
  void fewPagesComeWithTheReasonsForWhichLinksAndUrlsWereRefused() {
    String robots = "User-agent: *\nDisallow: /private\n";
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.test/robots.txt", "text/plain", robots)
            .document(
                "http://a.test/",
                "text/html",
                """
                <a rel=nofollow href=/1>1</a> <a rel=nofollow href=/2>2</a> <a href=/private>3</a>
                <a href=/gone>4</a> <a href=http://b.test/>5</a>
                """)
            .build();

    CrawlReport report = Crawls.of(web, "http://a.test/").stayOn(Scope.HOST).build().run();

    assertThat(report.toText().lines())
        .containsSequence(
            "1 URL not fetched: forbidden by robots.txt",
            "1 fetch failed: http status 404",
            "3 links skipped: 2 nofollow, 1 out of scope");
  }

  @Test
  void urlsThatWereDroppedComeWithTheirReasonsAlsoInALargeCrawl() {
    RandomWeb web = RandomWeb.builder(5).pages(100).linksPerPage(30).build();
    TrapRules few = TrapRules.builder().pagesPerHost(5).pagesPerRelevantPage(0).build();

    CrawlReport report =
        Crawls.of(web).strategy(Strategy.builder().traps(few).build()).build().run();

    assertThat(report.statistics().visited()).isGreaterThan(20);
    assertThat(report.toText().lines())
        .anySatisfy(line -> assertThat(line).matches("\\d+ URLs not fetched: host budget"));
  }

  @Test
  void judgeThatFailedOnAllPagesIsTheReasonThatNoneIsRelevant() {
    CrawlReport report =
        Crawls.of(Crawls.chain(9), "http://chain.test/0")
            .judge(
                page -> {
                  throw new IllegalStateException("no opinion");
                })
            .maxPages(3)
            .build()
            .run();

    assertThat(report.isSuccess()).isFalse();
    assertThat(report.toString()).contains("on 3 pages in a row: java.lang.IllegalStateException");
    assertThat(report.toText())
        .contains("\n3 plugin failures: relevance judge\nlast failure: relevance judge, ")
        .contains("chain.test/2: java.lang.IllegalStateException: no opinion")
        .doesNotContain("are its terms words of the pages");
  }

  @Test
  void fewPagesComeWithThePlacesToWhichSeedsWereRedirected() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .redirect("http://a.test/", "/consent")
            .page("http://a.test/consent", "", "cookies")
            .redirect("http://b.test/", "http://elsewhere.test/")
            .redirect("http://c.test/", "/missing")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/", "http://b.test/", "http://c.test/")
            .stayOn(Scope.HOST)
            .build()
            .run();

    assertThat(report.toText().lines())
        .contains(
            "http://a.test/ redirects to http://a.test/consent",
            "seed without a page: http://b.test/ redirects to 'http://elsewhere.test/', which is"
                + " refused: OUT_OF_SCOPE")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("seed without a page: http://c.test/ HTTP_STATUS")
                    .endsWith(" (redirected to 'http://c.test/missing')"));
  }

  @Test
  void pageWithoutLinksIsNamedAsTheReason() {
    assertThat(Crawls.of(Crawls.chain(1), "http://chain.test/0").build().run().toText())
        .endsWith("\nthe page links to no other page");
    assertThat(Crawls.of(Crawls.chain(3), "http://chain.test/0").build().run().toText())
        .endsWith("\nthe pages link to no other pages");
  }

  @Test
  void linksThatAnEarlierRunSkippedAreCounted() {
    InMemoryWeb web =
        InMemoryWeb.builder().page("http://a.test/", "", "laser", "http://b.test/").build();
    for (String expected :
        List.of("1 link skipped: out of scope", "1 link skipped in earlier runs")) {
      CrawlReport report =
          Crawls.of(web, "http://a.test/")
              .stayOn(Scope.HOST)
              .directory(directory.resolve("kept"))
              .build()
              .run();

      assertThat(report.toText()).endsWith("\n" + expected);
    }
  }

  @Test
  void reasonsAreLeftOutOfALargerCrawlAndOfOneThatALimitOfPagesHasEnded() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 20; i++) {
      web.page("http://a.test/" + i, "", "text " + i, "/" + (i + 1), "http://b.test/");
    }
    Crawler.Builder all = Crawls.of(web.build(), "http://a.test/0").stayOn(Scope.HOST);
    Crawler.Builder few = Crawls.of(web.build(), "http://a.test/0").stayOn(Scope.HOST).maxPages(5);

    assertThat(all.build().run().toText()).contains("20 pages visited").doesNotContain("skipped");
    assertThat(few.build().run().toText()).contains("5 pages visited").doesNotContain("skipped");
  }

  /** One page is visited after 43 hosts were asked for robots.txt and could not be found. */
  private CrawlReport unreachable() {
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://alive.test/", "", "laser");
    String[] seeds = new String[UNREACHABLE + 1];
    for (int i = 0; i < UNREACHABLE; i++) {
      seeds[i] = "http://dead" + i + ".test/";
      web.failure(seeds[i] + "robots.txt", FailureReason.DNS);
    }
    seeds[UNREACHABLE] = "http://alive.test/";
    Duration day = Duration.ofDays(1);
    return Crawls.of(web.build(), seeds)
        .politeness(Crawls.HASTY.toBuilder().backOff(day, day).build())
        .maxPages(1)
        .listener(log)
        .build()
        .run();
  }

  private Document html(CrawlReport report) throws IOException {
    Path page = directory.resolve("crawl.html");
    report.writeHtml(page);
    return Jsoup.parse(Files.readString(page));
  }

  /** A clock that continues by the same time at each look. */
  private static LongSupplier ticking(Duration step) {
    var nanos = new AtomicLong();
    return () -> nanos.addAndGet(step.toNanos());
  }

  @Test
  void aTopicThatIsInNoPageIsNamedAtTheEnd() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "Gezeiten", "Ebbe", "/b")
            .page("http://a.test/b", "", "Flut")
            .build();
    String word = "are its terms words of the pages, in their language?";

    assertThat(about(web, "tide").toText()).contains(word);
    assertThat(about(web, "Flut").toText()).doesNotContain(word);
  }

  private static CrawlReport about(InMemoryWeb web, String term) {
    try (Crawler crawler =
        Crawler.builder()
            .seed("http://a.test/")
            .topic(Topic.of(term))
            .fetcher(web.fetcher())
            .politeness(Crawls.HASTY)
            .build()) {
      return crawler.run().orThrow();
    }
  }
}
