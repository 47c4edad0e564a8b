package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** URLs of shapes that never pay, on a web with five bad pages for each good one. */
class DeferredUrlsTest {

  private static final String HOST = "http://a.test/";
  private static final int PAGES = 60;
  private static final long SEED = 5;

  private final SplittableRandom random = new SplittableRandom(SEED);
  private final EventLog log = new EventLog();

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "breadth-first", "pagerank"})
  void fewOfThemAreRequestedWhileOthersArePending(String frontier) {
    Crawls.of(wiki(), HOST)
        .frontier(frontier, Map.of())
        .maxPages(PAGES)
        .listener(log)
        .build()
        .run();

    assertThat(bad()).as("bad pages among %d, seed %d", PAGES, SEED).hasSizeBetween(1, 15);
  }

  @Test
  void someComeThoughOtherHostsHaveMorePages() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 1_500; i++) {
      web.document(
          "http://b.test/" + i,
          "text/html",
          "<p>laser " + words(20) + "<p><a href=/" + (i + 1) + ">x");
    }
    StringBuilder start = new StringBuilder("<p>laser" + words(30));
    for (int i = 0; i < 40; i++) {
      start.append(
          "<p><a href='/page?do=edit&id=" + i + "'>laser</a> <a href=/p" + i + ">laser</a>");
      web.document(HOST + "p" + i, "text/html", "<p>laser " + words(30));
      web.document(
          HOST + "page?do=edit&id=" + i, "text/html", "<meta name=robots content=noindex>" + i);
    }
    web.document(HOST, "text/html", start.toString());

    Crawls.of(web.build(), HOST, "http://b.test/0").maxPages(1_400).listener(log).build().run();

    long early = log.visited().stream().limit(300).filter(url -> url.contains("do=")).count();
    assertThat(bad().size()).isGreaterThan((int) early);
  }

  @Test
  void allAreRequestedInTheEnd() {
    CrawlReport report = Crawls.of(wiki(), HOST).listener(log).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(log.visited()).hasSize(6 * PAGES).doesNotHaveDuplicates();
    assertThat(report.statistics().pending()).isZero();
  }

  @Test
  void reportCheckAndStatisticsKnowThem(@TempDir Path directory) throws Exception {
    try (Crawler crawler =
        Crawls.of(wiki(), HOST).maxPages(PAGES).directory(directory).listener(log).build()) {
      CrawlReport report = crawler.run();

      assertThat(report.metrics().problems())
          .anySatisfy(
              (what, count) -> {
                assertThat(what)
                    .matches("deferred: 0 of (\\d+) .* on a.test paid \\(\\1 noindex\\)");
                assertThat(count).isGreaterThan(20L);
              });
      assertThat(report.statistics().pending()).isGreaterThan(50);
      assertThat(crawler.explain(HOST + "page?name=p7&do=edit").steps())
          .anySatisfy(
              step -> {
                assertThat(step.aspect()).isEqualTo(UrlExplanation.Aspect.SHAPE);
                assertThat(step.detail()).contains("deferred: 0 of", " noindex)");
              });
    }
    Path page = directory.resolve("report.html");
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      history.writeHtml(page);
    }
    assertThat(page).content().contains("deferred: 0 of", " noindex)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "breadth-first"})
  void resumedCrawlKnowsTheShapesAndLosesNoUrl(String frontier, @TempDir Path directory) {
    InMemoryWeb web = wiki();
    for (int pages = 20; pages < 6 * PAGES; pages += 20) {
      Crawls.of(web, HOST)
          .frontier(frontier, Map.of())
          .directory(directory)
          .maxPages(pages)
          .listener(log)
          .build()
          .run();
      if (pages == PAGES) {
        assertThat(bad()).hasSizeLessThan(16);
      }
    }
    Crawls.of(web, HOST)
        .frontier(frontier, Map.of())
        .directory(directory)
        .maxPages(10 * PAGES)
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).hasSize(6 * PAGES).doesNotHaveDuplicates();
  }

  @Test
  void failuresAndWrongTypesCountAsWell() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < PAGES; i++) {
      String name = "p" + i;
      web.document(
          HOST + (i == 0 ? "" : name),
          "text/html",
          "<p>laser "
              + words(30)
              + "<p><a href=/p/-/blame/laser"
              + i
              + ">laser laser</a>"
              + "<p><a href=/laser"
              + i
              + ".bin>laser laser</a>"
              + "<p><a href=/p"
              + (i + 1)
              + ">next</a>");
      web.status(HOST + "p/-/blame/laser" + i, 404);
      web.failure(HOST + "laser" + i + ".bin", FetchResult.FailureReason.CONTENT_TYPE);
    }

    CrawlReport report = Crawls.of(web.build(), HOST).maxPages(40).listener(log).build().run();

    assertThat(log.all(CrawlEvent.FetchFailed.class)).hasSizeLessThan(25);
    assertThat(report.metrics().problems().keySet())
        .anyMatch(what -> what.matches("deferred: 0 of (\\d+) .*-.* paid \\(\\1 failed\\)"))
        .anyMatch(what -> what.matches("deferred: 0 of (\\d+) .*bin.* paid \\(\\1 unreadable\\)"));
  }

  @Test
  void parameterThatChangesNothingIsLeftOut() {
    String start = HOST + "doc?id=0&from=a";
    CrawlReport merged = Crawls.of(sessions(), start).listener(log).build().run();
    var other = new EventLog();
    CrawlReport apart =
        Crawls.of(sessions(), start)
            .strategy(
                Strategy.builder()
                    .traps(TrapRules.builder().mergeParameters(false).skipSessionIds(false).build())
                    .build())
            .listener(other)
            .build()
            .run();

    assertThat(apart.statistics().visited()).isEqualTo(2 * PAGES - 1);
    assertThat(merged.statistics().visited()).isLessThan(PAGES + 30);
    assertThat(
            log.all(CrawlEvent.LinksSkipped.class).stream()
                .flatMap(event -> event.links().stream())
                .map(SkippedLink::reason))
        .contains(SkipReason.PARAMETER_WITHOUT_EFFECT);
    assertThat(merged.metrics().problems().keySet())
        .anyMatch(what -> what.contains("parameter without effect"));
    assertThat(log.visited().stream().map(url -> url.replaceAll("[?&]from=.*", "")).distinct())
        .as("each page once")
        .hasSize(PAGES);
  }

  /** Each page has two links to the next one, which differ in a parameter. */
  private InMemoryWeb sessions() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < PAGES; i++) {
      var page = new StringBuilder("<p>laser " + words(40));
      List<String> forms = List.of("&from=a", "&from=b");
      for (String from : forms) {
        page.append("<p><a href='/doc?id=").append(i + 1).append(from).append("'>laser</a>");
      }
      for (String from : forms) {
        web.document(HOST + "doc?id=" + i + from, "text/html", page.toString());
      }
    }
    return web.build();
  }

  /** Pages in a chain; each one has five other forms that say noindex, whose links score higher. */
  private InMemoryWeb wiki() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < PAGES; i++) {
      var page = new StringBuilder("<p>laser " + words(30));
      for (String action : List.of("edit", "history", "info", "print", "diff")) {
        page.append("<p><a href='/page?name=p" + i + "&do=" + action + "'>laser laser</a>");
        web.document(
            HOST + "page?name=p" + i + "&do=" + action,
            "text/html",
            "<meta name=robots content=noindex><p>laser " + words(30));
      }
      page.append("<p><a href=/p" + (i + 1) + ">next</a>");
      web.document(HOST + (i == 0 ? "" : "p" + i), "text/html", page.toString());
    }
    return web.build();
  }

  private List<String> bad() {
    return log.visited().stream().filter(url -> url.contains("do=")).toList();
  }

  private String words(int count) {
    return random
        .ints(count, 0, 5_000)
        .mapToObj(word -> "w" + Integer.toString(word, 26))
        .collect(Collectors.joining(" "));
  }
}
