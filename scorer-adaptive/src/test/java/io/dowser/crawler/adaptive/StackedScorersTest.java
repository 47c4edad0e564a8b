package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.testkit.CrawlFixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StackedScorersTest {

  private static final LinkScorer ZERO = page -> link -> 0;

  @Test
  void signalIsTheDistanceFromTheMeanInStandardDeviations() {
    var stacked = new StackedScorers(Map.of("zero", ZERO));
    for (int i = 0; i < 10_000; i++) {
      stacked.count(LinkFeatures.of(StackedScorers.feature(i % 2 == 0 ? 10 : 14)));
    }

    assertThat(signal(stacked, 12)).isCloseTo(0, within(0.01));
    assertThat(signal(stacked, 16)).isCloseTo(2, within(0.01));
    assertThat(signal(stacked, 1e30)).isEqualTo(4);
    assertThat(signal(stacked, Double.NEGATIVE_INFINITY)).isEqualTo(-4);
  }

  @Test
  void equalScoresOfAllLinksGiveAFiniteSignal() {
    var stacked = new StackedScorers(Map.of("zero", ZERO));
    for (int i = 0; i < 100; i++) {
      stacked.count(LinkFeatures.of(StackedScorers.feature(0)));
    }

    assertThat(signal(stacked, 0)).isZero();
    assertThat(signal(stacked, 1)).isEqualTo(4);
  }

  @Test
  void eachScorerSeesItsOwnPathState() {
    var two = new StackedScorers(new TreeMap<>(Map.of("a", counting(2), "b", counting(3))));
    PathState state = PathState.NONE;
    for (int generation = 1; generation <= 3; generation++) {
      List<PageScoring> scorings = two.forPage(page(state), 1);
      assertThat(scorings.get(0).pathState()).isEqualTo(PathState.of(generation, 2));
      assertThat(scorings.get(1).pathState()).isEqualTo(PathState.of(generation, 3, 3));
      state = joined(scorings);
    }
  }

  @Test
  void scorersWithoutPathStateLeaveTheirSizeAlone() {
    var two = new StackedScorers(new TreeMap<>(Map.of("a", ZERO, "b", counting(2))));

    List<PageScoring> first = two.forPage(page(PathState.NONE), 1);
    List<PageScoring> second = two.forPage(page(joined(first)), 1);

    assertThat(joined(first)).isEqualTo(PathState.of(7, 0, 2, 1, 2));
    assertThat(second.get(1).pathState()).isEqualTo(PathState.of(2, 2));
  }

  private static PathState joined(List<PageScoring> scorings) {
    DoubleStream own = StackedScorers.pathStates(scorings);
    return PathState.of(DoubleStream.concat(DoubleStream.of(7), own).toArray());
  }

  private static double signal(StackedScorers stacked, double score) {
    return stacked.signal(0, new int[] {StackedScorers.feature(score)});
  }

  private static AnalyzedPage page(PathState state) {
    Candidate plain = CrawlFixtures.candidate("http://a.test/", 1, 0);
    return CrawlFixtures.page(
        new Candidate(plain.url(), 1, 1, 0, 0, 0, state, LinkFeatures.NONE), "");
  }

  /** Passes down the generation, and its size until the state has that size. */
  private static LinkScorer counting(int size) {
    return page -> {
      PathState before = page.arrival().pathState();
      assertThat(before.size()).isIn(0, size);
      var state = new double[size];
      Arrays.fill(state, size);
      state[0] = before.isEmpty() ? 1 : before.get(0) + 1;
      return new PageScoring() {
        @Override
        public double score(Link link) {
          return 0;
        }

        @Override
        public PathState pathState() {
          return PathState.of(state);
        }
      };
    };
  }
}
