package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.bayes.LabelledText;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.bayes.PageSettings;
import io.dowser.crawler.bayes.PageTrainer;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZouCrawlTest {

  @Test
  void settingsAreThoseOfThePaper() {
    assertThat(ZouCrawl.FRONTIER).isEqualTo(100_000);
    assertThat(ZouCrawl.HOST_WINDOW).isEqualTo(100);
    assertThat(ZouCrawl.PAGE_BYTES).isEqualTo(10_240);
    assertThat(ZouCrawl.ROBOTS_CACHE).isEqualTo(1_000);
    assertThat(ZouCrawl.DEPTH).isEqualTo(5);
    assertThat(ZouCrawl.WORKERS).isEqualTo(20);
  }

  @Test
  void pageThatWasKeptIsNotFetchedAgain(@TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder().page("http://portal.example/", "fund", "a fund", "/next").build();
    PageFiles pages = PageFiles.in(directory);

    assertThat(crawl(web.fetcher(), pages)).isEqualTo(1);
    assertThat(pages.fileOf(CrawlUrl.of("http://portal.example/"))).exists();
    assertThat(crawl(request -> unreachable(request.url()), pages)).isEqualTo(1);
  }

  @Test
  void fileOfAPageIsNamedAsInThePaper(@TempDir Path directory) {
    assertThat(PageFiles.in(directory).fileOf(CrawlUrl.of("http://www.scu.edu.cn/")))
        .isEqualTo(directory.resolve("355bd40a1cffbb871d1fce0048a19972"));
  }

  @Test
  void directoryOfPagesIsCreatedOrNamed(@TempDir Path directory) throws IOException {
    Path pages = directory.resolve("not/yet/there");
    PageFiles.in(pages);
    assertThat(pages).isDirectory();

    Path taken = Files.createFile(directory.resolve("taken")).resolve("pages");
    assertThatThrownBy(() -> PageFiles.in(taken))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(taken.toString());
  }

  @Test
  void storedPagesAreServedUnderTheNameOfTheFetcherBehindThem(@TempDir Path directory) {
    Fetcher behind =
        new Fetcher() {
          @Override
          public FetchResult fetch(FetchRequest request) {
            return unreachable(request.url());
          }

          @Override
          public String productToken() {
            return "acme";
          }
        };

    assertThat(PageFiles.in(directory).before(behind).productToken()).isEqualTo("acme");
  }

  @Test
  void linksOfAPageFiveLinksFromTheSeedAreNotFollowed(@TempDir Path directory) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int depth = 0; depth < 8; depth++) {
      web.page(host(depth), "fund", "a fund", host(depth + 1));
    }

    assertThat(visits(web.build(), directory))
        .containsExactly(host(0), host(1), host(2), host(3), host(4), host(5));
  }

  @Test
  void hostIsNotVisitedTwiceWhileOthersArePending(@TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(host(0), "fund", "links", host(1) + "a", host(1) + "b", host(2), host(3))
            .page(host(1) + "a", "fund", "a fund")
            .page(host(1) + "b", "fund", "a fund")
            .page(host(2), "match", "a match")
            .page(host(3), "match", "a match")
            .build();

    List<String> visits = visits(web, directory);
    assertThat(visits).hasSize(5).startsWith(host(0));
    assertThat(visits.get(4)).startsWith(host(1));
  }

  /** The paper's crawler writes URL, time and path of each page to disk: so does a directory. */
  @Test
  void directoryKeepsUrlTimeAndPathOfEachPage(@TempDir Path pages, @TempDir Path directory) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page(host(0), "fund", "a fund", host(1))
            .page(host(1), "fund", "a fund", host(2))
            .page(host(2), "match", "a match")
            .build();
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (Crawler crawler = builder(web, pages).directory(directory).build()) {
      crawler.run().orThrow();
    }

    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.visits(1, Long.MAX_VALUE))
          .hasSize(3)
          .allSatisfy(visit -> assertThat(visit.time()).isBetween(before, Instant.now()))
          .extracting(visit -> visit.url().toString())
          .containsExactly(host(0), host(1), host(2));
      assertThat(history.pathTo(CrawlUrl.of(host(2))))
          .extracting(step -> step.url().toString())
          .containsExactly(host(0), host(1), host(2));
    }
  }

  private static String host(int number) {
    return "http://h" + number + ".example/";
  }

  private static List<String> visits(InMemoryWeb web, Path directory) {
    List<String> visits = new ArrayList<>();
    try (Crawler crawler =
        builder(web, directory)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    visits.add(visited.visit().url().toString());
                  }
                })
            .build()) {
      crawler.run().orThrow();
    }
    return visits;
  }

  private static Crawler.Builder builder(InMemoryWeb web, Path pages) {
    return ZouCrawl.builder(model(), List.of(host(0)), PageFiles.in(pages), web.fetcher())
        .judge(page -> 0)
        .politeness(Politeness.builder().delay(Duration.ZERO).robots(RobotsPolicy.IGNORE).build())
        .means(Means.builder().workers(1).build());
  }

  private static long crawl(Fetcher fetcher, PageFiles pages) {
    List<String> seeds = List.of("http://portal.example/");
    try (Crawler crawler =
        ZouCrawl.builder(model(), seeds, pages, fetcher)
            .judge(page -> 0)
            .politeness(
                Politeness.builder().delay(Duration.ZERO).robots(RobotsPolicy.IGNORE).build())
            .maxPages(1)
            .build()) {
      return crawler.run().orThrow().statistics().visited();
    }
  }

  private static FetchResult unreachable(CrawlUrl url) {
    return FetchResult.Failed.of(url, FetchResult.FailureReason.REFUSED, "nobody is there");
  }

  private static PageModel model() {
    return PageTrainer.builder("on")
        .analyzer(MixedScriptAnalyzer.create())
        .settings(PageSettings.PAPER)
        .build()
        .train(Stream.of(new LabelledText("on", "fund"), new LabelledText("off", "match")));
  }
}
