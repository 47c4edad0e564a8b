package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.check;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.text.TermCounts;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistanceGraphTest {

  /** The clusters of the five pages of the worked example. */
  private static final int[] CLUSTERS = {2, 3, 0, 1, 0};

  @Test
  void workedExampleOfCountingOnHyperlinks() {
    TrainingSet set = fivePages();
    DistanceGraph graph = DistanceGraph.ofLinks(set, 3);

    assertThat(distances(graph)).containsExactly(2, 1, 0, 2, 0);
    HiddenMarkovModel model = counted(graph);
    checkA(model, new double[][] {{0.4, 0.2, 0.4}, {0.5, 0.25, 0.25}, {0, 0.666667, 0.333333}});
    checkB(model, 0, 0.875, 0.0416667, 0.0416667, 0.0416667);
    checkB(model, 1, 0.0714286, 0.0714286, 0.0714286, 0.785714);
    checkB(model, 2, 0.0416667, 0.458333, 0.458333, 0.0416667);
  }

  @Test
  void workedExampleOfCountingInVisitingOrder() {
    TrainingSet set = fivePages();
    DistanceGraph graph = DistanceGraph.ofVisits(set, 3);

    assertThat(distances(graph)).containsExactly(2, 1, 0, 1, 0);
    HiddenMarkovModel model = counted(graph);
    checkA(model, new double[][] {{0.25, 0.5, 0.25}, {0.6, 0.2, 0.2}, {0, 0.666667, 0.333333}});
    checkB(model, 0, 0.875, 0.0416667, 0.0416667, 0.0416667);
    checkB(model, 1, 0.0416667, 0.458333, 0.0416667, 0.458333);
    checkB(model, 2, 0.0714286, 0.0714286, 0.785714, 0.0714286);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void noLinkBringsOneMoreThanOneStepNearer(long seed) {
    var random = new SplittableRandom(seed);
    for (int number = 0; number < 70; number++) {
      int n = random.nextInt(2, 6);
      double[][] edges = DistanceGraph.ofLinks(randomSet(random), n).edgeCounts(n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i - 1; j++) {
          assertThat(edges[i][j]).as("edges from %d to %d, seed %d", i, j, seed).isZero();
        }
      }
    }
  }

  /**
   * Pages 1 to 5 with the links 1-2, 2-3, 3-4, 3-5, visited in their order; 3 and 5 are targets.
   */
  private static TrainingSet fivePages() {
    int[][] links = {{2}, {3}, {4, 5}, {}, {}};
    TrainingSet.Builder set = TrainingSet.builder();
    for (int page = 1; page <= 5; page++) {
      List<TrainingSet.Page.OutLink> targets =
          Arrays.stream(links[page - 1])
              .mapToObj(target -> new TrainingSet.Page.OutLink(url(target), TermCounts.EMPTY))
              .toList();
      set.page(new TrainingSet.Page(url(page), TermCounts.EMPTY, targets, page == 3));
    }
    return set.session(
            BrowsingSession.builder()
                .visit(url(1))
                .visit(url(2))
                .visit(url(3))
                .visit(url(4))
                .back()
                .visit(url(5))
                .target(url(5))
                .build())
        .build();
  }

  private static TrainingSet randomSet(SplittableRandom random) {
    TrainingSet.Builder set = TrainingSet.builder();
    int pages = random.nextInt(2, 40);
    for (int page = 0; page < pages; page++) {
      List<TrainingSet.Page.OutLink> links =
          random
              .ints(random.nextInt(4), 0, pages)
              .mapToObj(target -> new TrainingSet.Page.OutLink(url(target), TermCounts.EMPTY))
              .toList();
      boolean target = random.nextInt(10) == 0;
      set.page(new TrainingSet.Page(url(page), TermCounts.EMPTY, links, target));
    }
    return set.build();
  }

  private static CrawlUrl url(int page) {
    return CrawlUrl.of("http://a.example/" + page);
  }

  private static int[] distances(DistanceGraph graph) {
    return IntStream.range(0, 5).map(graph::distance).toArray();
  }

  private static HiddenMarkovModel counted(DistanceGraph graph) {
    var observed = new double[3][4];
    for (int page = 0; page < 5; page++) {
      observed[graph.distance(page)][CLUSTERS[page]]++;
    }
    return CountedModel.of(new double[] {1, 1, 1}, graph.edgeCounts(3), observed, 1, 0.1);
  }

  private static void checkA(HiddenMarkovModel model, double[][] rows) {
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < rows.length; j++) {
        check(model.transition(i, j), rows[i][j]);
      }
    }
  }

  private static void checkB(HiddenMarkovModel model, int j, double... row) {
    for (int k = 0; k < row.length; k++) {
      check(model.emission(j, k), row[k]);
    }
  }
}
