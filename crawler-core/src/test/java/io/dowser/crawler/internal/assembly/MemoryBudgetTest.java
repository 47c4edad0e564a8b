package io.dowser.crawler.internal.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Crawls;
import io.dowser.crawler.EventLog;
import io.dowser.crawler.Means;
import io.dowser.crawler.RandomFrontier;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryBudgetTest {

  private static final int LINKS = 20;

  private final EventLog log = new EventLog();
  private long maxPages = Long.MAX_VALUE;

  @TempDir Path directory;

  @Test
  void smallDifferencesOfTheHeapDoNotChangeTheBound() {
    MemoryBudget budget = MemoryBudget.of(256L << 20);

    assertThat(MemoryBudget.of((256L << 20) - 100_000))
        .matches(other -> other.pendingUrls() == budget.pendingUrls());
    assertThat(budget.pendingUrls() * 400L).isBetween(65L << 20, 72L << 20);
    assertThat(budget.tableBytes()).isEqualTo(48L << 20);
  }

  @Test
  void aSmallHeapIsMostlyForPages() {
    MemoryBudget budget = MemoryBudget.of(64L << 20);

    assertThat(budget.pendingUrls() * 400L).isBetween(5L << 20, 6L << 20);
    assertThat(budget.tableBytes()).isEqualTo(4L << 20);
  }

  @Test
  void worstPendingUrlsAreDroppedAndPublishedWithoutADirectory() {
    CrawlReport report = run("best-first", new MemoryBudget(5, 1 << 20), null);

    assertThat(log.visited()).hasSize(1 + 5);
    assertThat(reasons()).hasSize(LINKS - 5).containsOnly(SkipReason.FRONTIER_FULL);
    assertThat(report.statistics().skipped()).isEqualTo(LINKS - 5);
    assertThat(report.stopReason()).isEqualTo(StopReason.MEMORY);
    assertThat(report.toText()).contains("but 15 URLs were refused because its memory was full");
  }

  @Test
  void shareOfTheHeapBoundsPendingUrls() {
    String[] links = IntStream.range(0, 100).mapToObj(i -> "/" + i).toArray(String[]::new);
    InMemoryWeb web = InMemoryWeb.builder().page("http://a.test/", "", "", links).build();
    try (Crawler crawler =
        Crawls.of(web, "http://a.test/")
            .means(Means.builder().maxHeap(256_000).build())
            .maxPages(1)
            .listener(log)
            .build()) {
      crawler.run().orThrow();
    }

    int pending = MemoryBudget.of(256_000).pendingUrls();
    assertThat(pending).isBetween(50, 60);
    assertThat(reasons()).hasSize(100 - pending).containsOnly(SkipReason.FRONTIER_FULL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"best-first", "breadth-first", "pagerank"})
  void pendingUrlsGoToTheDirectoryIfThereIsOne(String frontier) {
    run(frontier, new MemoryBudget(5, 1 << 20), directory);

    assertThat(log.visited()).hasSize(1 + LINKS);
    assertThat(reasons()).isEmpty();
  }

  @Test
  void newUrlsAreRefusedWhileAFrontierIsFullThatRemovesNone() {
    InMemoryWeb.Builder web = InMemoryWeb.builder().page("http://a.test/", "", "", links("/a"));
    for (int i = 0; i < LINKS; i++) {
      web.page("http://a.test/a" + i, "", "page " + i, "/b" + i);
    }
    run(
        web.build(),
        new PluginChoice.Given<>(new RandomFrontier(new SplittableRandom(1))),
        new MemoryBudget(5, 1 << 20),
        directory);

    assertThat(reasons()).hasSize(LINKS - 5).containsOnly(SkipReason.FRONTIER_FULL);
    assertThat(log.visited()).hasSizeGreaterThanOrEqualTo(1 + LINKS);
  }

  @Test
  void newUrlsAreRefusedOnceTheTablesAreFull() {
    CrawlReport report = run("best-first", new MemoryBudget(1_000, 1_500), null);

    assertThat(report.stopReason()).isEqualTo(StopReason.MEMORY);
    assertThat(reasons()).contains(SkipReason.MEMORY_BUDGET);
    assertThat(log.visited()).hasSizeBetween(2, LINKS);
  }

  @ParameterizedTest(name = "with a directory: {0}")
  @ValueSource(booleans = {false, true})
  void tablesOfTheFrontierCount(boolean stored) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "first", links("/a"))
            .page("http://a.test/a0", "", "second", links("/b"))
            .build();
    var memory = new MemoryBudget(1_000, stored ? 2_100 : 3_400);
    Path to = stored ? directory : null;

    run(web, new PluginChoice.Named<>("breadth-first", Map.of()), memory, to);
    assertThat(reasons()).isEmpty();

    run(
        web,
        new PluginChoice.Named<>("pagerank", Map.of()),
        memory,
        stored ? directory.resolve("2") : null);
    assertThat(reasons()).hasSizeBetween(1, LINKS).containsOnly(SkipReason.MEMORY_BUDGET);
  }

  private static String[] links(String prefix) {
    return IntStream.range(0, LINKS).mapToObj(i -> prefix + i).toArray(String[]::new);
  }

  @Test
  void aCrawlThatSpilledIsResumedWithAnotherHeap() {
    maxPages = 3;
    run("best-first", new MemoryBudget(5, 1 << 20), directory);
    maxPages = 9;
    run("best-first", new MemoryBudget(3, 1 << 20), directory);
    maxPages = Long.MAX_VALUE;
    run("best-first", new MemoryBudget(1_000, 1 << 20), directory);

    assertThat(log.visited()).hasSize(1 + LINKS).doesNotHaveDuplicates();
  }

  @Test
  void linksThatAreTooDeepTakeNoRoomOfTheirDomain() {
    String[] links = IntStream.range(0, LINKS).mapToObj(i -> "/" + i).toArray(String[]::new);
    Fetcher web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "laser")
            .page("http://b.test/", "", "", links)
            .build()
            .fetcher();
    var spec = new CrawlSpec();
    spec.seeds.set(List.of("http://a.test/", "http://b.test/"));
    spec.topic.set(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.fetcher.set(new PluginChoice.Given<>(web));
    spec.frontier.set(new PluginChoice.Named<>("breadth-first", Map.of()));
    spec.workers.set(1);
    spec.maxDepth.set(0);
    spec.memory.set(Optional.of(new MemoryBudget(8, 1 << 20)));
    spec.listeners.set(List.of(log));
    try (Crawler crawler = Crawls.crawler(spec)) {
      crawler.run().orThrow();
    }

    assertThat(log.visited()).hasSize(2);
    assertThat(reasons()).hasSize(LINKS).containsOnly(SkipReason.TOO_DEEP);
  }

  private List<SkipReason> reasons() {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .map(SkippedLink::reason)
        .toList();
  }

  /** A page with links, which go to the frontier all at once. */
  private CrawlReport run(String frontier, MemoryBudget memory, @Nullable Path to) {
    return run(new PluginChoice.Named<>(frontier, Map.of()), memory, to);
  }

  private CrawlReport run(PluginChoice<Frontier> frontier, MemoryBudget memory, @Nullable Path to) {
    return run(web(), frontier, memory, to);
  }

  private static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = new String[LINKS];
    for (int i = 0; i < LINKS; i++) {
      links[i] = "/" + (char) ('a' + i);
      web.page("http://a.test" + links[i], "", "page " + i);
    }
    return web.page("http://a.test/", "", "", links).build();
  }

  private CrawlReport run(
      InMemoryWeb web, PluginChoice<Frontier> frontier, MemoryBudget memory, @Nullable Path to) {
    var spec = new CrawlSpec();
    spec.seeds.set(List.of("http://a.test/"));
    spec.topic.set(Optional.of(Crawls.TOPIC));
    Crawls.makeHasty(spec);
    spec.fetcher.set(new PluginChoice.Given<>(web.fetcher()));
    spec.frontier.set(frontier);
    spec.workers.set(1);
    spec.maxPages.set(maxPages);
    spec.memory.set(Optional.of(memory));
    spec.directory.set(Optional.ofNullable(to));
    spec.listeners.set(List.of(log));
    try (Crawler crawler = Crawls.crawler(spec)) {
      return crawler.run().orThrow();
    }
  }
}
