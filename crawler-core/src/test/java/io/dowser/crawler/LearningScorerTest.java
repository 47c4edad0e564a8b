package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LearningScorerTest {

  @Test
  void pendingLinksAreScoredAgainWhenTheModelHasMoved() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2", "/3", "/4")
            .page("http://a.test/1", "", "")
            .page("http://a.test/2", "", "")
            .page("http://a.test/3", "", "")
            .page("http://a.test/4", "", "")
            .build();
    var scorer = new Turncoat();
    var log = new EventLog();

    Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(log.visited())
        .containsExactly(
            "http://a.test/",
            "http://a.test/1",
            "http://a.test/4",
            "http://a.test/3",
            "http://a.test/2");
    assertThat(scorer.visits).containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(log.all(CrawlEvent.Rekeyed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.pending()).isEqualTo(3));
  }

  @Test
  void scorerThatFailsToRescoreIsNamedAndTheLinksKeepTheirScores() {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .page("http://a.test/", "", "", "/1", "/2", "/3")
            .page("http://a.test/1", "", "")
            .page("http://a.test/2", "", "")
            .page("http://a.test/3", "", "")
            .build();
    var scorer =
        new Turncoat() {
          @Override
          public double rescore(Candidate candidate) {
            return Double.NaN;
          }
        };
    var log = new EventLog();

    Crawls.of(web, "http://a.test/").scorer(scorer).listener(log).build().run();

    assertThat(log.visited()).endsWith("http://a.test/1", "http://a.test/2", "http://a.test/3");
    assertThat(log.all(CrawlEvent.PluginFailed.class))
        .singleElement()
        .satisfies(event -> assertThat(event.cause()).hasMessageContaining("NaN"));
  }

  /** Likes small numbers until the second visit, then large ones. */
  private static class Turncoat implements LearningScorer {

    final List<Long> visits = new ArrayList<>();

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return new PageScoring() {
        @Override
        public double score(Link link) {
          return -number(link);
        }

        @Override
        public LinkFeatures features(Link link) {
          return LinkFeatures.of(number(link));
        }
      };
    }

    private static int number(Link link) {
      return Integer.parseInt(link.target().path().substring(1));
    }

    @Override
    public void visited(Visit visit) {
      visits.add(visit.number());
    }

    @Override
    public boolean modelMoved() {
      return visits.size() == 2;
    }

    @Override
    public double rescore(Candidate candidate) {
      return candidate.features().get(0);
    }
  }
}
