package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CrawlOrderTest {

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "breadth-first", "pagerank"})
  void oneWorkerAndOneSeedGiveTheSameVisitsTwice(String frontier) {
    RandomWeb web = RandomWeb.builder(7).pages(400).build();

    List<String> first = visits(web, frontier);
    List<String> second = visits(web, frontier);

    assertThat(first).hasSize(400);
    assertThat(second).isEqualTo(first);
  }

  @Test
  void bestFirstFindsTheTopicSoonerThanBreadthFirst() {
    RandomWeb web = RandomWeb.builder(11).pages(600).build();

    assertThat(relevantAmongFirst(120, web, "best-first"))
        .isGreaterThan(relevantAmongFirst(120, web, "breadth-first"));
  }

  static LongStream websOfManyWorkers() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("dowser.exhaustive") ? 20 : 4);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("websOfManyWorkers")
  void sixteenWorkersVisitEachReachablePageOnce(long seed) {
    RandomWeb web = RandomWeb.builder(seed).pages(5_000).build();
    InMemoryFetcher fetcher = web.web().fetcher();
    var log = new EventLog();

    CrawlReport report =
        Crawls.of(web)
            .fetcher(fetcher)
            .means(Means.builder().workers(16).build())
            .politeness(Politeness.builder().connectionsPerHost(4).build())
            .listener(log)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(5_000);
    assertThat(log.visited()).doesNotHaveDuplicates().hasSize(5_000);
    assertThat(new TreeSet<>(fetcher.order())).isEqualTo(new TreeSet<>(web.web().urls()));
    assertThat(fetcher.order()).hasSize(5_000);
  }

  @Test
  void manyCrawlsInOneJvmDoNotDisturbEachOther() throws InterruptedException {
    List<RandomWeb> webs =
        List.of(1L, 2L, 3L, 4L, 5L, 6L).stream()
            .map(seed -> RandomWeb.builder(seed).pages(200).build())
            .toList();
    List<Crawler> crawlers =
        webs.stream()
            .map(web -> Crawls.of(web).means(Means.builder().workers(4).build()).build())
            .toList();

    List<CrawlHandle> handles = crawlers.stream().map(Crawler::start).toList();

    for (CrawlHandle handle : handles) {
      assertThat(handle.await(Duration.ofSeconds(60)))
          .hasValueSatisfying(report -> assertThat(report.statistics().visited()).isEqualTo(200));
    }
    crawlers.forEach(Crawler::close);
  }

  @Test
  void aPageIsReachedByItsBestLink() {
    var web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/x", "/y")
            .page("http://a.test/x", "", "", "/late")
            .page("http://a.test/y", "", "", "/late")
            .page("http://a.test/late", "", "")
            .build();
    var log = new EventLog();

    Crawls.of(web, "http://a.test/")
        .scorer(page -> link -> page.url().path().equals("/y") ? 5 : 1)
        .listener(log)
        .build()
        .run();

    assertThat(log.visited())
        .containsExactly(
            "http://a.test/", "http://a.test/x", "http://a.test/y", "http://a.test/late");
    var late = log.all(CrawlEvent.Visited.class).get(3).visit();
    assertThat(late.candidate().score()).isEqualTo(5);
    assertThat(late.candidate().parent()).isEqualTo(2);
    assertThat(late.candidate().depth()).isEqualTo(2);
  }

  @Test
  void outLinksNameEveryDistinctTargetButThePageItself() {
    var web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/x", "/", "/x", "/y")
            .page("http://a.test/x", "", "", "/")
            .page("http://a.test/y", "", "")
            .build();
    var log = new EventLog();

    Crawls.of(web, "http://a.test/")
        .frontier("breadth-first", Map.of())
        .listener(log)
        .build()
        .run();

    var visits = log.all(CrawlEvent.Visited.class);
    assertThat(visits.get(0).visit().outLinks().stream()).containsExactly(1L, 2L);
    assertThat(visits.get(1).visit().outLinks().stream()).containsExactly(0L);
  }

  @Test
  void linksAreCanonicalizedAsConfigured() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/x?utm_source=mail", "/x")
            .page("http://a.test/x", "", "")
            .build();
    var log = new EventLog();

    Crawls.of(web, "http://a.test/")
        .strategy(
            Strategy.builder()
                .canonicalizer(UrlCanonicalizer.builder().removeTrackingParameters().build())
                .build())
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).containsExactly("http://a.test/", "http://a.test/x");
  }

  @Test
  void depthIsLimited() {
    var log = new EventLog();

    Crawls.of(Crawls.chain(10), "http://chain.test/0")
        .limits(Limits.builder().maxDepth(3).build())
        .listener(log)
        .build()
        .run();

    assertThat(log.visited()).hasSize(4).endsWith("http://chain.test/3");
  }

  private static List<String> visits(RandomWeb web, String frontier) {
    var log = new EventLog();
    Crawls.of(web).frontier(frontier, Map.of()).listener(log).build().run().orThrow();
    return log.visited();
  }

  private static long relevantAmongFirst(int pages, RandomWeb web, String frontier) {
    var log = new EventLog();
    Crawls.of(web).frontier(frontier, Map.of()).maxPages(pages).listener(log).build().run();
    return log.visited().stream().filter(url -> web.onTopic().contains(CrawlUrl.of(url))).count();
  }
}
