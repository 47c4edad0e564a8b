package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.HostRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a crawl counts against traps continues where it was, after a stop and after a kill. */
class ResumedTrapsTest {

  private static final String PROSE =
      IntStream.range(0, 2_000)
          .mapToObj(i -> "word" + i * 7 % 2_003)
          .collect(Collectors.joining(" "));

  @TempDir Path directory;

  private final EventLog whole = new EventLog();

  /** The original comes before the break, its duplicates after it. */
  @Test
  void duplicatesAreKnownAndNotExpanded() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.test/", "text/html", html(PROSE, "/copy", "/near-copy"))
            .document("http://a.test/copy", "text/html", html(PROSE, "/of-copy", "/too"))
            .document("http://a.test/near-copy", "text/html", html(PROSE + " x", "/of-near", "/y"))
            .build();
    TrapRules rules = TrapRules.builder().expandDuplicates(false).build();
    Supplier<Crawler.Builder> crawl =
        () -> Crawls.of(web, "http://a.test/").strategy(Strategy.builder().traps(rules).build());

    EventLog rest = checkBothBreaks(crawl, 1);

    assertThat(whole.visited()).hasSize(3);
    assertThat(rest.all(CrawlEvent.DuplicateFound.class))
        .extracting(CrawlEvent.DuplicateFound::kind)
        .containsExactlyInAnyOrder(Likeness.EXACT, Likeness.NEAR);
    assertThat(rest.all(CrawlEvent.DuplicateFound.class))
        .extracting(CrawlEvent.DuplicateFound::original)
        .containsOnly(1L);
    assertThat(skipped(rest)).hasSize(4).containsOnly(SkipReason.DUPLICATE_PAGE);
  }

  /** 10 pages; each of the 20 relevant ones gives 2 more, each of the others takes half a one. */
  @Test
  void budgetThatRelevantPagesEarnedIsStillThere() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 200; i++) {
      web.page("http://a.test/" + word(i), "", i < 20 ? "laser " + i : "" + i, "/" + word(i + 1));
    }
    InMemoryWeb built = web.build();
    TrapRules rules = TrapRules.builder().pagesPerHost(10).pagesPerRelevantPage(2).build();
    Supplier<Crawler.Builder> crawl =
        () ->
            Crawls.of(built, "http://a.test/" + word(0))
                .strategy(Strategy.builder().traps(rules).build());

    EventLog rest = checkBothBreaks(crawl, 25);

    assertThat(whole.visited()).as("10 + 2 * 20 - (40 - 20) / 2").hasSize(40);
    assertThat(rest.all(CrawlEvent.Dropped.class))
        .extracting(CrawlEvent.Dropped::reason)
        .containsExactly(AbandonReason.HOST_BUDGET);
  }

  /** A home page with 20 links; the URLs that the budget drops are known to the crawl. */
  private static Crawler.Builder star(Politeness politeness, TrapRules traps) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    String[] links = IntStream.range(0, 20).mapToObj(i -> "/" + word(i)).toArray(String[]::new);
    web.page("http://a.test/", "", "laser", links);
    for (String link : links) {
      web.page("http://a.test" + link, "", "laser " + link);
    }
    return Crawls.of(web.build(), "http://a.test/")
        .politeness(politeness)
        .strategy(Strategy.builder().traps(traps).build());
  }

  private static Politeness most(int pages) {
    return Politeness.builder()
        .hostRules("a.test", HostRules.builder().pages(pages).build())
        .build();
  }

  private List<CrawlUrl> visitedBy(Crawler.Builder crawl) {
    var log = new EventLog();
    run(crawl.directory(directory).listener(log));
    return log.all(CrawlEvent.Visited.class).stream().map(each -> each.visit().url()).toList();
  }

  @Test
  void urlsThatABudgetDroppedAreVisitedWhenItIsHigher() {
    TrapRules none = TrapRules.builder().build();
    assertThat(visitedBy(star(most(5), none))).hasSize(5);

    assertThat(visitedBy(star(most(5), none))).isEmpty();
    assertThat(visitedBy(star(most(12), none))).hasSize(7);
    star(most(30), none).directory(directory).build().close(); // as if it was killed at its start
    assertThat(visitedBy(star(most(30), none))).hasSize(9);

    assertThat(StoredCrawls.visited(directory)).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void urlsThatTheBudgetOfAllHostsDroppedAreVisitedWhenItIsHigher() {
    TrapRules few = TrapRules.builder().pagesPerHost(5).pagesPerRelevantPage(0).build();
    TrapRules more = TrapRules.builder().pagesPerHost(50).pagesPerRelevantPage(0).build();
    Politeness usual = Politeness.builder().build();
    assertThat(visitedBy(star(usual, few))).hasSize(5);

    assertThat(visitedBy(star(usual, more))).hasSize(16);

    assertThat(StoredCrawls.visited(directory)).hasSize(21).doesNotHaveDuplicates();
  }

  @Test
  void urlsOfOnePatternAreCountedOn() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 50; i++) {
      web.page("http://a.test/p" + i, "", "text " + i, "/p" + (i + 1));
    }
    InMemoryWeb built = web.build();
    TrapRules rules = TrapRules.builder().maxUrlsPerPattern(20).build();
    Supplier<Crawler.Builder> crawl =
        () ->
            Crawls.of(built, "http://a.test/p0").strategy(Strategy.builder().traps(rules).build());

    EventLog rest = checkBothBreaks(crawl, 12);

    assertThat(whole.visited()).as("the seed does not count").hasSize(21);
    assertThat(skipped(rest)).containsExactly(SkipReason.PATTERN_EXPLOSION);
  }

  /**
   * Compares a whole crawl with one that is stopped and one that dies after some visits.
   *
   * @return what the resumed half of the one that died reported
   */
  private EventLog checkBothBreaks(Supplier<Crawler.Builder> crawl, int visits) {
    Path first = directory.resolve("whole");
    Path dead = directory.resolve("dead");
    Path stopped = directory.resolve("stopped");
    List<Path> copies = new ArrayList<>();
    run(
        crawl
            .get()
            .directory(first)
            .persistence(Persistence.builder().commitVisits(1).build())
            .listener(whole)
            .listener(
                event -> {
                  // the copy is of what was committed: all visits but this one
                  if (event instanceof CrawlEvent.Visited v && v.visit().number() == visits + 1) {
                    copies.add(StoredCrawls.copy(first, dead));
                  }
                }));
    assertThat(copies).hasSize(1);
    assertThat(StoredCrawls.visited(dead)).hasSize(visits);
    run(crawl.get().directory(stopped).maxPages(visits));
    assertThat(StoredCrawls.visited(stopped)).hasSize(visits);
    var rest = new EventLog();

    run(crawl.get().directory(dead).listener(rest));
    run(crawl.get().directory(stopped).maxPages(Long.MAX_VALUE));

    assertThat(StoredCrawls.story(dead)).isEqualTo(StoredCrawls.story(first));
    assertThat(StoredCrawls.visited(stopped)).isEqualTo(StoredCrawls.visited(first));
    return rest;
  }

  private static void run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      CrawlReport report = crawler.run();
      assertThat(report.cause()).isEmpty();
    }
  }

  private static List<SkipReason> skipped(EventLog log) {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .map(SkippedLink::reason)
        .toList();
  }

  private static String html(String text, String... hrefs) {
    var html = new StringBuilder("<p>").append(text);
    for (String href : hrefs) {
      html.append(" <a href='").append(href).append("'>more</a>");
    }
    return html.toString();
  }

  /** Letters, so that the pages are of many patterns. */
  private static String word(int page) {
    return "" + (char) ('a' + page / 26) + (char) ('a' + page % 26);
  }
}
