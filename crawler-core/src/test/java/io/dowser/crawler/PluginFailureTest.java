package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PluginFailureTest {

  private final EventLog log = new EventLog();

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void scoreThatIsNotFiniteCostsTheLinksOfItsPageOnly(double bad) {
    LinkScorer scorer = page -> link -> page.url().path().equals("/bad") ? bad : 1;
    var web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/bad", "/good")
            .page("http://a.test/bad", "", "", "/lost")
            .page("http://a.test/good", "", "", "/found")
            .page("http://a.test/lost", "", "")
            .page("http://a.test/found", "", "")
            .build();

    CrawlReport report =
        Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(log.visited())
        .containsExactly(
            "http://a.test/", "http://a.test/bad", "http://a.test/good", "http://a.test/found");
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.kind()).isEqualTo(PluginKind.LINK_SCORER);
              assertThat(event.plugin()).isEqualTo(scorer.getClass().getName());
              assertThat(event.url()).hasToString("http://a.test/bad");
              assertThat(event.cause()).hasMessageContaining(String.valueOf(bad));
            });
  }

  @Test
  void scorerThatFailsTooOftenInARowEndsTheCrawlWithItsError() {
    LinkScorer scorer =
        page -> {
          if (page.arrival().depth() >= 1) {
            throw new IllegalStateException("out of order");
          }
          return link -> 1;
        };
    RandomWeb web = RandomWeb.builder(5).pages(100).linksPerPage(30).build();

    CrawlReport report =
        Crawls.of(web)
            .scorer(scorer)
            .means(Means.builder().maxPluginFailures(4).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.isSuccess()).isFalse();
    assertThat(report.cause().orElseThrow())
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("link scorer")
        .hasMessageContaining("4 pages in a row")
        .hasRootCauseMessage("out of order");
    assertThatThrownBy(report::orThrow)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("FAILED");
  }

  @Test
  void scorerThatNeverWorksIsNotAnEmptySuccess() {
    LinkScorer scorer =
        page -> {
          throw new IllegalStateException("never");
        };

    CrawlReport report = chain().scorer(scorer).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasRootCauseMessage("never");
    assertThat(report.statistics().visited()).isEqualTo(1);
  }

  @Test
  void judgeThatFailsLeavesThePageIrrelevantAndItsLinksInPlace() {
    CrawlReport report =
        chain()
            .judge(
                page -> {
                  if (page.url().path().equals("/3")) {
                    throw new IllegalStateException("no opinion");
                  }
                  return page.url().path().equals("/5") ? 1.5 : 1;
                })
            .listener(log)
            .build()
            .run();

    assertThat(report.statistics().visited()).isEqualTo(20);
    assertThat(report.statistics().relevant()).isEqualTo(18);
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .extracting(CrawlEvent.PluginFailed::kind)
        .containsExactly(PluginKind.RELEVANCE_JUDGE, PluginKind.RELEVANCE_JUDGE);
  }

  @Test
  void analyzerThatThrowsCostsItsPageOnly() {
    CrawlReport report =
        Crawls.of(Crawls.chain(3), "http://chain.test/0", "http://chain.test/2")
            .strategy(
                Strategy.builder()
                    .pageAnalyzer(
                        (fetched, arrival) -> {
                          if (arrival.url().path().equals("/0")) {
                            throw new IllegalStateException("unreadable");
                          }
                          return AnalyzedPage.builder(arrival).build();
                        })
                    .build())
            .listener(log)
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(report.statistics().failed()).isEqualTo(1);
    assertThat(report.failedSeeds()).hasSize(1);
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.kind()).isEqualTo(PluginKind.PAGE_ANALYZER));
  }

  @Test
  void oneBadPageAfterOneGoodPageIsNoReasonToFail() {
    CrawlReport report =
        Crawls.of(Crawls.chain(2), "http://chain.test/0")
            .judge(page -> 1)
            .scorer(
                page -> {
                  if (page.url().path().equals("/1")) {
                    throw new IllegalStateException("odd page");
                  }
                  return link -> 1;
                })
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.statistics().visited()).isEqualTo(2);
  }

  @Test
  void pluginsThatGiveNothingAreNamed() {
    CrawlReport noPage =
        chain()
            .strategy(Strategy.builder().pageAnalyzer(nothing()).build())
            .means(Means.builder().maxPluginFailures(1).build())
            .listener(log)
            .build()
            .run();

    assertThat(noPage.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.kind()).isEqualTo(PluginKind.PAGE_ANALYZER));
  }

  @SuppressWarnings("NullAway") // what a careless plugin does
  private static PageAnalyzer nothing() {
    return (fetched, arrival) -> null;
  }

  @Test
  void brokenFrontierLeavesNoThreadBehind() {
    CrawlReport report = chain().frontier(new Brittle()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasMessage("expand broke");
    assertThat(report.cause().orElseThrow().getSuppressed()).isEmpty();
  }

  @Test
  void fetcherThatAlwaysThrowsEndsTheCrawlWithItsError() {
    CrawlReport report =
        chain()
            .fetcher(
                request -> {
                  throw new IllegalStateException("no network card");
                })
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasRootCauseMessage("no network card");
  }

  @Test
  void lackOfMemoryInAWorkerEndsTheCrawl() {
    CrawlReport report =
        chain()
            .strategy(
                Strategy.builder()
                    .pageAnalyzer(
                        (fetched, arrival) -> {
                          throw new OutOfMemoryError("pretended");
                        })
                    .build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasRootCauseMessage("pretended");
  }

  @Test
  void listenerThatThrowsEndsTheCrawlWithItsError() {
    CrawlReport report =
        chain()
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited) {
                    throw new IllegalStateException("listener broke");
                  }
                })
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasMessage("listener broke");
    assertThat(report.statistics().visited()).isEqualTo(1);
  }

  @Test
  void listenerThatThrowsAtTheEndIsReportedToo() {
    CrawlReport report =
        chain()
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Finished) {
                    throw new IllegalStateException("last words");
                  }
                })
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasMessage("last words");
    assertThat(report.statistics().visited()).isEqualTo(20);
  }

  @Test
  void frontierThatKeepsItsCandidatesForItselfEndsTheCrawl() {
    CrawlReport report = chain().frontier(new Miser()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.WITHHELD);
    assertThat(report.statistics().pending()).isEqualTo(1);
  }

  private Crawler.Builder chain() {
    return Crawls.of(Crawls.chain(20), "http://chain.test/0");
  }

  /** Takes everything and gives nothing. */
  private static class Miser implements Frontier {

    private int size;

    @Override
    public void seed(Candidate seed) {
      size++;
    }

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return Optional.empty();
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      size += links.size();
    }

    @Override
    public void abandon(Candidate candidate, AbandonReason reason) {
      size++;
    }

    @Override
    public void rekey(ToDoubleFunction<Candidate> score) {
      // keeps no scores
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** Breaks when the first page comes. */
  private static final class Brittle extends Miser {

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return Optional.of(Candidate.seed(CrawlUrl.of("http://chain.test/0"), 0));
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      throw new IllegalStateException("expand broke");
    }
  }
}
