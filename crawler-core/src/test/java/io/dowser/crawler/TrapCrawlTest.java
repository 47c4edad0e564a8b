package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.DuplicateFound.Likeness;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.Scope;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrapCrawlTest {

  private static final String PROSE =
      IntStream.range(0, 2_000)
          .mapToObj(i -> "word" + i * 7 % 2_003)
          .collect(Collectors.joining(" "));

  private final EventLog log = new EventLog();

  @Test
  void skippedLinksAreReportedWithTheirReasons() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/a/a/a/a/", "http://b.test/", "/ok", "/x?year=3000")
            .page("http://a.test/ok", "", "")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/").stayOn(Scope.HOST).listener(log).build().run();

    assertThat(log.visited()).containsExactly("http://a.test/", "http://a.test/ok");
    assertThat(log.all(CrawlEvent.LinksSkipped.class))
        .singleElement()
        .satisfies(
            event ->
                assertThat(event.links())
                    .extracting(SkippedLink::reason)
                    .containsExactly(
                        SkipReason.REPEATED_SEGMENTS,
                        SkipReason.OUT_OF_SCOPE,
                        SkipReason.CALENDAR));
    assertThat(report.statistics().skipped()).isEqualTo(3);
  }

  @Test
  void seedsAreWantedWhateverTheFilterSaysAndRedirectTargetsAreNot() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/next")
            .redirect("http://b.test/", "/moved")
            .page("http://b.test/moved", "", "")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/", "http://b.test/")
            .strategy(Strategy.builder().linkPolicy(LinkPolicy.urls(url -> false, "none")).build())
            .listener(log)
            .build()
            .run();

    assertThat(log.visited()).containsExactly("http://a.test/");
    assertThat(report.failedSeeds().values())
        .singleElement()
        .asString()
        .contains("which is refused: POLICY none");
  }

  @Test
  void endlessSiteEndsWithItsBudgetAndOthersContinue() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 500; i++) {
      web.page("http://trap.test/p" + i, "", "text " + i, "/p" + (i + 1), "http://good.test/" + i);
      web.page("http://good.test/" + i, "", "good " + i);
    }
    CrawlReport report =
        Crawls.of(web.build(), "http://trap.test/p0")
            .strategy(
                Strategy.builder()
                    .traps(TrapRules.builder().pagesPerHost(90).maxUrlsPerPattern(10_000).build())
                    .build())
            .listener(log)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    long trapped = log.visited().stream().filter(url -> url.contains("trap")).count();
    assertThat(trapped).as("two thirds of the budget").isEqualTo(60);
    assertThat(log.all(CrawlEvent.Dropped.class))
        .allSatisfy(drop -> assertThat(drop.reason()).isEqualTo(AbandonReason.HOST_BUDGET));
    assertThat(log.visited().stream().filter(url -> url.contains("good")).count()).isEqualTo(60);
  }

  @Test
  void copiesAreCountedAndExpandedOnlyIfWished() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "start", "/1", "/2", "/3")
            .page("http://a.test/1", "", PROSE, "/from")
            .page("http://a.test/2", "", PROSE, "/from")
            .page("http://a.test/3", "", PROSE + " from", "/only-from-copy")
            .page("http://a.test/from", "", "x")
            .page("http://a.test/only-from-copy", "", "y")
            .build();

    CrawlReport expanding = Crawls.of(web, "http://a.test/").listener(log).build().run();
    var other = new EventLog();
    CrawlReport strict =
        Crawls.of(web, "http://a.test/")
            .strategy(
                Strategy.builder()
                    .traps(TrapRules.builder().expandDuplicates(false).build())
                    .build())
            .listener(other)
            .build()
            .run();

    assertThat(expanding.statistics().visited()).isEqualTo(6);
    assertThat(expanding.statistics().duplicates()).isEqualTo(2);
    assertThat(log.all(CrawlEvent.DuplicateFound.class))
        .extracting(CrawlEvent.DuplicateFound::kind)
        .contains(Likeness.EXACT);
    assertThat(strict.statistics().visited()).isEqualTo(5);
    assertThat(other.all(CrawlEvent.LinksSkipped.class))
        .flatExtracting(CrawlEvent.LinksSkipped::links)
        .extracting(SkippedLink::reason)
        .containsOnly(SkipReason.DUPLICATE_PAGE);
  }
}
