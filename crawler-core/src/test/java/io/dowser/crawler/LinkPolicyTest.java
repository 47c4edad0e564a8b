package io.dowser.crawler;

import static io.dowser.crawler.Crawls.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlHistory.UrlStatus;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.toolkit.scorer.WeightedSumScorer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinkPolicyTest {

  private static final String SEED = "http://a.test/";
  private static final String NOT_RELEVANT = "the page is not relevant";

  @TempDir Path directory;

  private final EventLog log = new EventLog();

  /** A relevant home page with two links, of which one leads to a page that is not relevant. */
  private static InMemoryWeb web() {
    return InMemoryWeb.builder()
        .document(
            SEED,
            "text/html",
            "<p>laser laser</p><a href=/laser>lasers</a><a href=/other>more</a>"
                + "<a href=/other>all Lasers</a><a href=/menu>menu</a>")
        .page("http://a.test/laser", "", "laser laser", "/behind-laser")
        .page("http://a.test/other", "", "nothing", "/behind-other")
        .page("http://a.test/menu", "", "menu")
        .page("http://a.test/behind-laser", "", "nothing")
        .page("http://a.test/behind-other", "", "laser laser")
        .build();
  }

  private Crawler.Builder crawl(LinkPolicy policy) {
    return Crawls.of(web(), SEED)
        .strategy(Strategy.builder().linkPolicy(policy).build())
        .listener(log);
  }

  private List<SkippedLink> skipped() {
    return log.all(CrawlEvent.LinksSkipped.class).stream()
        .flatMap(event -> event.links().stream())
        .toList();
  }

  @Test
  void onlyLinksOfRelevantPagesAreFollowed() {
    CrawlReport report = run(crawl(LinkPolicy.fromRelevantPages()).directory(directory));

    CrawlUrl behind = CrawlUrl.of("http://a.test/behind-other");
    assertThat(log.visited()).hasSize(5).doesNotContain(behind.toString());
    assertThat(skipped()).containsExactly(new SkippedLink(behind, SkipReason.POLICY, NOT_RELEVANT));
    assertThat(report.statistics().skipped()).isEqualTo(1);
    assertThat(report.metrics().problems())
        .containsEntry("link skipped: policy, " + NOT_RELEVANT, 1L);
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      assertThat(history.whyNotFetched(behind))
          .isEqualTo(new UrlStatus(UrlStatus.State.SKIPPED, "POLICY " + NOT_RELEVANT));
    }
  }

  @Test
  void policyWithANameIsRestored() {
    run(crawl(LinkPolicy.fromRelevantPages()).directory(directory).maxPages(1));
    run(Crawls.of(web()).directory(directory).listener(log).maxPages(100));

    assertThat(log.visited()).hasSize(5).doesNotContain("http://a.test/behind-other");
  }

  @Test
  void targetIsWantedIfOneOfItsLinksIs() {
    run(crawl(LinkPolicy.anchor("laser")));

    assertThat(log.visited())
        .containsExactlyInAnyOrder(
            SEED, "http://a.test/laser", "http://a.test/other", "http://a.test/behind-laser");
    assertThat(skipped())
        .extracting(SkippedLink::detail)
        .containsOnly("the link's text does not match laser");
  }

  @Test
  void joinedPolicyDropsWhatOneDrops() {
    LinkPolicy noMenu = LinkPolicy.urls(url -> !url.path().equals("/menu"), "a menu");
    run(crawl(LinkPolicy.fromRelevantPages().and(noMenu)));

    assertThat(skipped())
        .extracting(SkippedLink::why)
        .containsExactlyInAnyOrder("POLICY a menu", "POLICY " + NOT_RELEVANT);
  }

  @Test
  void policyThatThrowsEndsTheCrawlWithItsName() {
    LinkPolicy broken =
        (page, link) -> {
          throw new IllegalStateException("broken");
        };
    CrawlReport report = crawl(broken).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow())
        .hasRootCauseMessage("broken")
        .cause()
        .hasMessageContaining("the link policy " + LinkPolicyTest.class.getName());
  }

  @Test
  void scorerMayDropLinks() {
    PageScoring noMenu =
        new PageScoring() {
          @Override
          public double score(Link link) {
            return 1;
          }

          @Override
          public Optional<String> drop(Link link) {
            return Optional.of("a menu").filter(reason -> link.anchorText().equals("menu"));
          }
        };
    LinkScorer scorer = page -> noMenu;
    LinkScorer composed = WeightedSumScorer.builder().add("menus", scorer, 1, false).build();
    run(Crawls.of(web(), SEED).scorer(composed).listener(log));

    assertThat(log.visited()).hasSize(5).doesNotContain("http://a.test/menu");
    assertThat(skipped())
        .containsExactly(
            new SkippedLink(CrawlUrl.of("http://a.test/menu"), SkipReason.SCORER, "a menu"));
  }

  @Test
  void dryRunHasTheReason() throws Exception {
    var page = (FetchResult.Fetched) web().fetcher().fetch(FetchRequest.of(CrawlUrl.of(SEED)));
    try (Crawler crawler = crawl(LinkPolicy.anchor("laser")).build()) {
      assertThat(crawler.explain("http://a.test/other", page).isAllowed()).isTrue();
      assertThat(crawler.explain("http://a.test/menu", page).toString())
          .contains("score: NO, POLICY the link's text does not match laser");
    }
  }
}
