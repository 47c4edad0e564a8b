package io.dowser.crawler;

import static io.dowser.crawler.ChangingSite.page;
import static io.dowser.crawler.ChangingSite.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.RevisitPolicy;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.store.StoredVisit;
import io.dowser.crawler.traps.TrapRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Crawls a real server, changes its pages, and crawls it again. */
@Tag("slow")
class RecrawlTest extends RecrawlFixture {

  @Test
  void pageThatIsGoneIsCheckedLessOften() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/a", request -> status(410));
    recrawl();

    recrawl();

    assertThat(site.requestedPages()).containsExactly("/");
  }

  @Test
  void unchangedPagesCostNoBody() {
    site.tagged("/", TAG, "tides", "/a").tagged("/a", TAG, "tides and waves");
    crawl();

    CrawlReport report = recrawl();

    assertThat(site.requestedPages()).containsExactlyInAnyOrder("/", "/a");
    assertThat(site.requests("/a").get(0).status()).isEqualTo(304);
    assertThat(site.requests("/a").get(0).ifNoneMatch()).contains(TAG);
    assertThat(unchanged(true)).containsExactlyInAnyOrder("/", "/a");
    assertThat(report.stopReason()).isEqualTo(StopReason.CYCLE_COMPLETE);
    assertThat(report.statistics().rechecks().made()).isEqualTo(2);
    assertThat(report.statistics().rechecks().changed()).isZero();
    assertThat(report.statistics().visited()).isEqualTo(2);
  }

  @Test
  void pageWithNothingButAClockIsUnchanged() {
    site.on("/", "tides", "/clock");
    serveClock("10:05:01");
    crawl();
    serveClock("10:07:59");

    recrawl();

    assertThat(log.all(CrawlEvent.Changed.class)).isEmpty();
    assertThat(unchanged(false)).containsExactlyInAnyOrder("/", "/clock");
  }

  private void serveClock(String time) {
    site.on("/clock", html("<html><body>" + time + "</body></html>"));
  }

  @Test
  void changedPageIsAVisitOfAHigherVersionAndItsNewLinksAreCrawled() {
    site.on("/", "tides", "/a", "/b").on("/a", "about tides").on("/b", "more tides");
    crawl();
    site.on("/", "tides of today", "/a", "/new").on("/new", "new tides");

    CrawlReport report = recrawl();

    CrawlEvent.Changed changed = log.all(CrawlEvent.Changed.class).get(0);
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(changed.visit().version()).isEqualTo(2);
    assertThat(changed.visit().number()).isEqualTo(1);
    assertThat(changed.linksAdded()).isEqualTo(1);
    assertThat(changed.linksRemoved()).isEqualTo(1);
    assertThat(log.visited()).containsExactly(site.url("/new"));
    assertThat(unchanged(false)).containsExactlyInAnyOrder("/a", "/b");
    assertThat(report.statistics().rechecks().changed()).isEqualTo(1);
    assertThat(report.statistics().visited()).isEqualTo(4);
  }

  @Test
  void linkThatASidebarAddsIsFollowedAndNoChangeOfThePage() {
    serveArticle("/a");
    site.on("/a", "about tides").on("/new", "new tides").on("/newer", "newer tides");
    crawl();

    serveArticle("/a", "/new");
    recrawl();
    assertThat(log.visited()).containsExactly(site.url("/new"));
    serveArticle("/newer", "/new");
    recrawl();

    assertThat(log.all(CrawlEvent.Changed.class)).isEmpty();
    assertThat(log.visited()).containsExactly(site.url("/new"), site.url("/newer"));
    assertThat(unchanged(false)).contains("/");
  }

  private void serveArticle(String... inTheSidebar) {
    String links =
        Stream.of(inTheSidebar)
            .map(path -> "<li><a href='" + path + "'>Post " + path + "</a></li>")
            .collect(joining());
    site.on("/", html(article(links)));
  }

  private static String article(String inTheSidebar) {
    String sentence =
        "<p>The tides of the bay rise twice a day, and fishermen know their hours.</p>";
    return "<title>Tides</title><article><h1>Tides</h1>"
        + sentence.repeat(8)
        + "</article><aside><ul>"
        + inTheSidebar
        + "</ul></aside>";
  }

  private static ChangingSite.Answers html(String html) {
    return request -> new ChangingSite.Answer(200, html, List.of());
  }

  @Test
  void feedThatASidebarAddsIsRead() {
    serveArticle("/a");
    site.on("/a", "about tides").on("/new", "new tides");
    crawl();
    String feed = "<link rel=alternate type=application/rss+xml href=/feed>";
    site.on("/", html(feed + article("<li><a href=/a>Post /a</a></li>")));
    String entry = "<item><link>" + site.url("/new") + "</link></item>";
    site.on("/feed", html("<rss><channel>" + entry + "</channel></rss>"));

    recrawl();

    assertThat(log.all(CrawlEvent.Changed.class)).isEmpty();
    assertThat(log.visited()).containsExactly(site.url("/new"));
  }

  @Test
  void sinkGetsNoRevisitOfBytesThatItHasNot() {
    List<PageSink.Unchanged> revisits = new ArrayList<>();
    PageSink sink =
        new PageSink() {
          @Override
          public void page(Visit visit) {}

          @Override
          public void unchanged(Unchanged unchanged) {
            revisits.add(unchanged);
          }

          @Override
          public void close() {}
        };
    site.tagged("/", TAG, "tides <!-- first -->");
    crawl();
    recrawl(sink);
    assertThat(revisits).hasSize(1);

    site.on("/", "tides <!-- second -->");
    recrawl(sink);
    recrawl(sink);
    site.tagged("/", "\"second\"", "tides <!-- third -->");
    recrawl(sink);
    recrawl(sink);
    assertThat(unchanged(false)).containsExactly("/", "/", "/");
    assertThat(unchanged(true)).containsExactly("/", "/");
    assertThat(revisits).hasSize(1);
  }

  private void recrawl(PageSink sink) {
    run(
        Crawler.recrawl(directory, Recrawl.builder().build())
            .listener(log)
            .persistence(Persistence.builder().pageSink(sink).build()));
  }

  @Test
  void pagesThatHaveMovedOrFailLeaveTheBudgetOfACycleToOthers() {
    site.on("/", "tides", "/a", "/b").on("/a", "tides a").on("/b", "tides b");
    crawl();
    site.on("/a", request -> status(301).with("Location", "/b")).on("/b", request -> status(403));
    List<String> requested = new ArrayList<>();

    for (int cycle = 0; cycle < 6; cycle++) {
      recrawl(Recrawl.builder().maxRequests(1).newShare(0).build());
      requested.addAll(site.requestedPages());
    }

    assertThat(requested).containsExactly("/", "/a", "/b", "/", "/a", "/b");
  }

  @Test
  void redirectToAnotherFormOfTheSameUrlIsFollowed() {
    site.on("/", "tides", "/dir/").on("/dir/", "tides here");
    crawl();
    site.on("/dir/", request -> status(302).with("Location", "/dir/index.html"));
    site.on("/dir/index.html", "tides there");

    recrawl();

    assertThat(log.all(CrawlEvent.Moved.class)).isEmpty();
    assertThat(log.all(CrawlEvent.Changed.class))
        .extracting(changed -> changed.visit().url().path())
        .containsExactly("/dir/index.html");
  }

  @Test
  void redirectToItselfHasMoved() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/a", request -> status(302).with("Location", "/a"));

    recrawl();

    assertThat(log.all(CrawlEvent.Moved.class)).hasSize(1);
  }

  @Test
  void copyIsNotExpandedIfCopiesAreNot() {
    String text = "tides of the bay rise twice a day, and fishermen know their hours. ".repeat(9);
    site.on("/", "tides", "/a", "/b").on("/a", html(text)).on("/b", html(text));
    TrapRules traps = TrapRules.builder().expandDuplicates(false).build();
    run(first().strategy(Strategy.builder().traps(traps).build()));
    site.on("/b", html(text + "<a href=/c>tides c</a>")).on("/c", "tides c");

    recrawl();

    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .flatExtracting(CrawlEvent.LinksSkipped::links)
        .extracting(link -> link.target().path() + " " + link.reason())
        .containsExactly("/c DUPLICATE_PAGE");
    assertThat(site.requestedPages()).contains("/b").doesNotContain("/c");
  }

  @Test
  void limitOfPagesThatKeepsNewPagesOutIsNamedInTheReport() {
    site.on("/", "tides", "/a", "/b").on("/a", "about tides").on("/b", "more tides");
    run(first().maxPages(3));
    site.on("/b", request -> status(301).with("Location", "/moved")).on("/moved", "more tides");

    CrawlReport report = recrawl();

    assertThat(report.statistics().pending()).isEqualTo(1);
    assertThat(report.toText()).contains("\nmaxPages is reached, so pending URLs");
    assertThat(run(Crawler.recrawl(directory, Recrawl.builder().build()).maxPages(4)).toText())
        .doesNotContain("maxPages is reached");
  }

  @Test
  void checksAreCountedByWhatTheyHaveFound() {
    site.on("/", "tides", "/same", "/changed", "/gone", "/moved", "/failed", "/left");
    for (String page : List.of("/same", "/changed", "/gone", "/moved", "/failed", "/left")) {
      site.on(page, "about tides " + page);
    }
    crawl();
    site.on("/changed", "about other tides").on("/gone", request -> status(404));
    site.on("/moved", request -> status(301).with("Location", "/same"));
    site.on("/failed", request -> status(403));

    CrawlReport report = recrawl(Recrawl.builder().newShare(0).build());
    assertThat(report.statistics().rechecks())
        .isEqualTo(new CrawlStatistics.Rechecks(3, 1, 1, 1, 1, 0));
    assertThat(report.toText())
        .startsWith("The crawl ended because all pages that were due are rechecked.")
        .contains(
            "\n"
                + "visited pages: 6 rechecked (3 unchanged, 1 changed, 1 gone, 1 moved), 1 failed,"
                + " 0 due");

    CrawlReport bounded =
        recrawl(
            Recrawl.builder()
                .revisitPolicy(page -> Duration.ZERO)
                .newShare(0)
                .maxRequests(2)
                .build());
    assertThat(bounded.statistics().rechecks().due()).isEqualTo(5);
    assertThat(bounded.toText())
        .startsWith(
            "The crawl ended because its budget of requests is spent with pages left that are"
                + " due.");
  }

  @Test
  void relevantPagesAreThoseThatTheLastChecksFoundRelevant() throws IOException {
    site.on("/", "trains", "/a", "/b", "/c", "/d", "/e");
    for (String page : List.of("/a", "/b", "/c", "/d")) {
      site.on(page, "tides " + page);
    }
    site.on("/e", "buses");
    assertThat(crawl().statistics().relevant()).isEqualTo(5); // and /, by its links
    Recrawl always = Recrawl.builder().revisitPolicy(page -> Duration.ZERO).newShare(0).build();

    site.on("/a", request -> status(410)).on("/b", "ships").on("/e", "buses and tides");
    site.on("/c", request -> status(301).with("Location", "/d"));
    assertRelevant(3, recrawl(always));

    assertRelevant(3, recrawl(always));

    site.on("/a", "tides /a").on("/c", "tides /c");
    assertRelevant(5, recrawl(always));
  }

  private void assertRelevant(long pages, CrawlReport report) throws IOException {
    assertThat(report.statistics().relevant()).isEqualTo(pages);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      Path file = directory.resolve("report.html");
      history.writeHtml(file);
      assertThat(Jsoup.parse(Files.readString(file)).select("td").eachText())
          .containsSequence("relevant pages", String.valueOf(pages));
    }
  }

  @Test
  void nextCycleComparesWithTheVersionBefore() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/", "tides of today", "/a");
    recrawl();

    recrawl();

    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(unchanged(false)).containsExactlyInAnyOrder("/a", "/", "/a");
  }

  @Test
  void missingPageIsGoneAndIsBackWhenItAnswersAgain() {
    site.on("/", "tides", "/a").tagged("/a", TAG, "about tides");
    crawl();
    Recrawl always = Recrawl.builder().revisitPolicy(page -> Duration.ZERO).build();
    site.on("/a", request -> status(404));
    recrawl(always);
    recrawl(always);
    site.tagged("/a", TAG, "about tides");
    recrawl(always);

    assertThat(log.all(CrawlEvent.Gone.class))
        .extracting(CrawlEvent.Gone::times)
        .containsExactly(1, 2);
    assertThat(unchanged(true)).containsExactly("/a");
  }

  @Test
  void pageThatRedirectsHasMovedAndItsTargetIsNew() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/a", request -> status(301).with("Location", "/moved")).on("/moved", "tides here");

    recrawl();

    CrawlEvent.Moved moved = log.all(CrawlEvent.Moved.class).get(0);
    assertThat(moved.location()).isEqualTo(site.url("/moved"));
    assertThat(moved.queued()).isTrue();
    assertThat(log.visited()).containsExactly(site.url("/moved"));
  }

  @Test
  void failedCheckKeepsThePage() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/a", request -> status(403));
    recrawl();
    site.on("/a", "about tides");
    recrawl();

    assertThat(log.all(CrawlEvent.FetchFailed.class)).hasSize(1);
    assertThat(unchanged(false)).containsExactlyInAnyOrder("/", "/", "/a");
  }

  @Test
  void validatorsAreSentAsTheServerWroteThem() {
    String time = "Tue, 01 Jul 2025 00:00:00 GMT";
    site.on("/", request -> page("tides").with("Last-Modified", time).with("ETag", "W/\"x\""));
    crawl();

    recrawl();

    assertThat(site.requests("/").get(0).ifModifiedSince()).contains(time);
    assertThat(site.requests("/").get(0).ifNoneMatch()).contains("W/\"x\"");
    assertThat(unchanged(false)).containsExactly("/");
  }

  @Test
  void entityTagsOfEachRequestDoNotMakeAPageChanged() {
    site.on("/", request -> page("tides").with("ETag", "\"" + System.nanoTime() + "\""));
    crawl();

    recrawl();

    assertThat(unchanged(false)).containsExactly("/");
  }

  @Test
  void otherBytesWithTheSameTextAndLinksAreNoChange() {
    site.on("/", request -> page("tides <!-- " + System.nanoTime() + " -->"));
    crawl();

    recrawl();

    assertThat(unchanged(false)).containsExactly("/");
  }

  @Test
  void notModifiedOfAnotherVersionIsNotBelieved() {
    site.tagged("/", TAG, "tides");
    crawl();
    site.on(
        "/",
        request ->
            request.getFirst("If-None-Match") == null
                ? page("other tides")
                : status(304).with("ETag", "\"v2\""));

    recrawl();

    assertThat(site.requests("/")).hasSize(2);
    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
  }

  @Test
  void serverThatAlwaysSaysNotModifiedIsFoundOutWithinSixteenChecks() {
    site.tagged("/", TAG, "tides");
    crawl();
    site.on(
        "/",
        request -> request.getFirst("If-None-Match") == null ? page("other tides") : status(304));

    for (int check = 1; check <= 16; check++) {
      recrawl();
    }

    assertThat(log.all(CrawlEvent.Changed.class)).hasSize(1);
    assertThat(log.all(CrawlEvent.Unchanged.class)).hasSize(15);
  }

  @Test
  void newValidatorsOfA304AreSentNextTime() {
    String first = "Tue, 01 Jul 2025 00:00:00 GMT";
    String later = "Wed, 02 Jul 2025 00:00:00 GMT";
    site.on(
        "/",
        request ->
            request.getFirst("If-Modified-Since") == null
                ? page("tides").with("Last-Modified", first)
                : status(304).with("Last-Modified", later));
    crawl();
    recrawl();

    recrawl();

    assertThat(site.requests("/").get(0).ifModifiedSince()).contains(later);
  }

  @Test
  void budgetOfACycleIsSplitBetweenKnownAndNewPages() {
    String[] links = {"/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"};
    site.on("/", "tides", links);
    List.of(links).forEach(link -> site.on(link, "tides " + link));
    run(first().limits(Limits.builder().maxPages(5).build()));

    site.forgetRequests();
    CrawlReport report =
        run(
            Crawler.recrawl(directory, Recrawl.builder().maxRequests(5).newShare(0.4).build())
                .limits(Limits.builder().maxPages(100).build())
                .listener(log));

    assertThat(report.statistics().rechecks().made()).isEqualTo(3);
    assertThat(log.visited()).hasSize(2);
    assertThat(report.stopReason()).isEqualTo(StopReason.CYCLE_COMPLETE);
  }

  @Test
  void limitOfPagesDoesNotEndTheChecks() {
    site.on("/", "tides", "/a", "/b").on("/a", "tides").on("/b", "tides");
    run(first().maxPages(2));

    CrawlReport report = recrawl();

    assertThat(report.statistics().rechecks().made()).isEqualTo(2);
    assertThat(log.visited()).isEmpty();
  }

  @Test
  void limitsOfOneRunDoNotBoundTheNextCycle() {
    site.on("/", "tides", "/a", "/b").on("/a", "tides").on("/b", "tides");
    run(first().limits(Limits.builder().maxDuration(Duration.ofHours(1)).build()));
    CrawlReport bounded = recrawl(Recrawl.builder().maxRequests(1).newShare(0).build());
    assertThat(bounded.statistics().rechecks().made()).isEqualTo(1);
    assertThat(bounded.toText())
        .contains("its budget of requests is spent", "1 rechecked (1 unchanged", "2 due");

    CrawlReport next = recrawl();

    assertThat(next.statistics().rechecks().made()).isEqualTo(3);
    assertThat(next.toText()).contains("all pages that were due are rechecked");
    assertThat(next.metrics().settings())
        .containsEntry("maxRequests", "unlimited")
        .doesNotContainEntry("maxDuration", "1h");
  }

  @Test
  void checksGetTheWholeBudgetWhereALimitForbidsNewPages() {
    site.on("/", "tides", "/a", "/b", "/c").on("/a", "tides").on("/b", "tides").on("/c", "tides");
    run(first().maxPages(3));

    CrawlReport report = recrawl(Recrawl.builder().maxRequests(2).build());

    assertThat(report.statistics().rechecks().made()).isEqualTo(2);
    assertThat(log.visited()).isEmpty();
    assertThat(report.statistics().rechecks().due()).isEqualTo(1);
  }

  @Test
  void pagesThatAreNotDueAreLeftAlone() {
    site.on("/", "tides", "/a").on("/a", "nothing of interest");
    crawl();

    recrawl(
        Recrawl.builder().revisitPolicy(page -> Duration.ofDays(page.relevant() ? 0 : 1)).build());

    assertThat(site.requestedPages()).containsExactly("/");
  }

  @Test
  void onlyRelevantPagesAreCheckedIfAskedFor() {
    site.on("/", "tides", "/a").on("/a", "nothing of interest");
    crawl();

    recrawl(Recrawl.builder().onlyRelevant(true).build());

    assertThat(site.requestedPages()).containsExactly("/");
  }

  /** In a heap that has room for a few of them. */
  @Test
  void pagesThatAreDueAreReadAgainWhereTheyDoNotFitIntoMemory() {
    List<String> pages = IntStream.range(0, 60).mapToObj(i -> "/" + i).toList();
    pages.forEach(page -> site.on(page, "tides of " + page));
    site.on("/", "tides", pages.toArray(String[]::new));
    crawl();
    site.forgetRequests();

    CrawlReport report =
        run(
            Crawler.recrawl(directory, Recrawl.builder().build())
                .means(Means.builder().maxHeap(80_000).build()));

    assertThat(report.statistics().rechecks().made()).isEqualTo(61);
    assertThat(report.statistics().rechecks().due()).isZero();
    assertThat(site.requestedPages()).hasSize(61).containsAll(pages);
  }

  @Test
  void streamOfPagesHasNewAndChangedOnes() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/", "tides of today", "/a", "/new").on("/new", "new tides");

    try (Crawler crawler = Crawler.recrawl(directory, Recrawl.builder().build()).build();
        var pages = crawler.pages()) {
      assertThat(pages.map(visit -> visit.url().path() + " " + visit.version()))
          .containsExactlyInAnyOrder("/ 2", "/new 1");
    }
  }

  @Test
  void dateInASitemapMakesAPageDue() {
    site.on("/", "tides", "/a", "/b").on("/a", "tides a").on("/b", "tides b");
    crawl();
    site.on(
        "/sitemap.xml",
        request ->
            new ChangingSite.Answer(
                200,
                "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
                    + entry("/a", "2999-01-01")
                    + entry("/b", "1999-01-01")
                    + "</urlset>",
                List.of()));

    recrawl(
        Recrawl.builder()
            .revisitPolicy(
                page -> page.url().path().equals("/") ? Duration.ZERO : Duration.ofDays(1))
            .build());

    assertThat(site.requestedPages()).containsExactlyInAnyOrder("/", "/a");
  }

  private String entry(String path, String date) {
    return "<url><loc>" + site.url(path) + "</loc><lastmod>" + date + "</lastmod></url>";
  }

  @Test
  void cyclesFollowUntilTheCrawlIsStopped() {
    site.on("/", "tides");
    crawl();
    site.forgetRequests();

    try (Crawler crawler =
        Crawler.recrawl(directory, Recrawl.builder().keepUp(Duration.ofMillis(50)).build())
            .listener(log)
            .build()) {
      CrawlHandle handle = crawler.start();
      while (site.requests("/").size() < 3) {
        assertThat(handle.isRunning()).isTrue();
        Thread.onSpinWait();
      }
      handle.stop();
      assertThat(handle.awaitOrStop().stopReason()).isEqualTo(StopReason.STOPPED);
    }
    assertThat(log.all(CrawlEvent.Unchanged.class)).hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void reportsOfTheRunAndOfTheDirectoryHaveTheChanges() throws IOException {
    site.on("/", "tides", "/a", "/b").on("/a", "about tides").on("/b", "tides b");
    crawl();
    site.on("/", "tides of today", "/a", "/b", "/c").on("/a", request -> status(404));
    site.on("/b", request -> status(301).with("Location", "/moved")).on("/c", "tides c");
    Path ofRun = directory.resolve("run.html");
    Path ofDirectory = directory.resolve("directory.html");

    recrawl().writeHtml(ofRun);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      history.writeHtml(ofDirectory);
    }

    for (Path report : List.of(ofRun, ofDirectory)) {
      assertThat(Files.readString(report))
          .contains("Changes over time")
          .contains("1 link added, 0 removed, text differs in")
          .contains("gone, status 404")
          .contains("moved to " + site.url("/moved"));
    }
    assertThat(Files.readString(ofDirectory)).contains("tides /c<");
  }

  @Test
  void archiveHasTheLastVersionAndRevisitsOfUnchangedPages() throws Exception {
    Path pages = directory.resolve("pages");
    site.tagged("/", TAG, "tides", "/a").on("/a", "old tides");
    run(first().persistence(Persistence.builder().pageSink(WarcSink.in(pages)).build()));
    site.on("/a", "new tides");

    site.forgetRequests();
    run(
        Crawler.recrawl(directory, Recrawl.builder().build())
            .persistence(Persistence.builder().pageSink(WarcSink.in(pages)).build()));

    try (ReplayFetcher replay = ReplayFetcher.builder(pages).open()) {
      assertThat(text(replay, "/")).contains("tides <a");
      assertThat(text(replay, "/a")).contains("new tides");
    }
  }

  private String text(ReplayFetcher replay, String path) throws Exception {
    var fetched = (FetchResult.Fetched) replay.fetch(FetchRequest.of(CrawlUrl.of(site.url(path))));
    return new String(fetched.body().open().readAllBytes(), UTF_8);
  }

  @Test
  void historyHasChangesVersionsAndGonePages() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/", "tides of today", "/a", "/new").on("/new", "new tides");
    site.on("/a", request -> status(404));
    recrawl();

    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.changes(Instant.EPOCH))
          .extracting(change -> change.page().path() + " " + change.kind())
          .containsExactlyInAnyOrder("/ CHANGED", "/a GONE");
      assertThat(history.versions(CrawlUrl.of(site.url("/"))))
          .extracting(Change::version)
          .containsExactly(1, 2);
      assertThat(history.gone())
          .extracting(gone -> gone.page().path() + " " + gone.rechecks())
          .containsExactly("/a 1");
      assertThat(history.pathTo(CrawlUrl.of(site.url("/new"))))
          .extracting(StoredVisit.PathStep::anchor)
          .containsExactly("", "tides /new");
      assertThat(history.verify()).isEmpty();
    }
  }

  @Test
  void failureOfTheScorerIsNoChangeOfThePage() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    run(first().scorer(page -> link -> 0));
    site.on("/", "tides <!-- other bytes -->", "/a");

    site.forgetRequests();
    CrawlReport report =
        run(
            Crawler.recrawl(directory, Recrawl.builder().build())
                .persistence(Persistence.builder().allowChanged(true).build())
                .scorer(
                    page -> {
                      throw new IllegalStateException("no scores today");
                    })
                .listener(log));

    assertThat(log.all(CrawlEvent.PluginFailed.class)).hasSize(1);
    assertThat(log.all(CrawlEvent.Changed.class)).isEmpty();
    assertThat(report.statistics().rechecks().made()).isEqualTo(1);
  }

  @Test
  void halfAPageIsNoChange() {
    site.on("/", "tides", "/a").on("/a", "about tides");
    crawl();
    site.on("/", request -> new ChangingSite.Answer(200, "tides", List.of()).cutShort());

    recrawl();

    assertThat(log.all(CrawlEvent.FetchFailed.class))
        .extracting(failed -> failed.failure().reason())
        .containsExactly(FetchResult.FailureReason.TRUNCATED);
    assertThat(log.all(CrawlEvent.Changed.class)).isEmpty();
    assertThat(unchanged(false)).containsExactly("/a");
  }

  @Test
  void intervalsOfAnotherPolicyCountNoMoreAndThoseOfThisOneDo() {
    site.on("/", "tides");
    crawl();
    recrawl(Recrawl.builder().revisitPolicy("fixed", Map.of("interval", "P30D")).build());
    site.forgetRequests();
    var asked = new AtomicInteger();
    RevisitPolicy once = page -> asked.incrementAndGet() <= 2 ? Duration.ZERO : Duration.ofDays(1);
    try (Crawler crawler =
        Crawler.recrawl(
                directory,
                Recrawl.builder().revisitPolicy(once).keepUp(Duration.ofMillis(20)).build())
            .build()) {
      CrawlHandle handle = crawler.start();
      while (site.requests("/").size() < 2) {
        assertThat(handle.isRunning()).isTrue();
        Thread.onSpinWait();
      }
      handle.stop();
      handle.awaitOrStop();
    }
    assertThat(site.requests("/")).hasSize(2);
  }

  @Test
  void intervalsOfAnotherPolicyDoNotCountInLaterCyclesEither() {
    site.on("/", "tides");
    crawl();
    recrawl(Recrawl.builder().revisitPolicy("fixed", Map.of("interval", "PT0S")).build());
    recrawl(Recrawl.builder().revisitPolicy("fixed", Map.of("interval", "P30D")).build());
    site.forgetRequests();

    recrawl(Recrawl.builder().revisitPolicy("fixed", Map.of("interval", "P30D")).build());

    assertThat(site.requests("/")).isEmpty();
  }

  @Test
  void intervalThatIsTooLongIsRefusedByName() {
    site.on("/", "tides");
    crawl();

    try (Crawler crawler =
        Crawler.recrawl(
                directory,
                Recrawl.builder().revisitPolicy(page -> Duration.ofSeconds(Long.MAX_VALUE)).build())
            .build()) {
      assertThat(crawler.run().cause().orElseThrow())
          .hasMessageContaining("the interval of the revisit policy ")
          .hasMessageContaining("must be 0 to 36500d");
    }
  }

  @Test
  void budgetOfACycleDoesNotBoundAPlainResume() {
    site.on("/", "tides", "/a", "/b").on("/a", "tides a").on("/b", "tides b");
    run(first().maxPages(1));
    recrawl(Recrawl.builder().maxRequests(1).newShare(0).build());

    run(Crawler.resume(directory).maxPages(10).listener(log));

    assertThat(log.visited()).containsExactly(site.url("/a"), site.url("/b"));
  }

  @Test
  void plainResumeChecksNothing() {
    site.on("/", "tides");
    crawl();
    recrawl();
    site.forgetRequests();

    run(Crawler.resume(directory));

    assertThat(site.requestedPages()).isEmpty();
  }
}
