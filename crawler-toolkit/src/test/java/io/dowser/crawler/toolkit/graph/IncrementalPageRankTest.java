package io.dowser.crawler.toolkit.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IncrementalPageRankTest {

  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;
  private static final int D = 3;

  @Test
  void fourPagesThatLinkToEachOther() {
    var ranks = new IncrementalPageRank(0.85, 1e-12);
    ranks.setOutLinks(A, B, C);
    ranks.setOutLinks(B, C);
    ranks.setOutLinks(C, A);
    ranks.setOutLinks(D, C);

    assertRanks(ranks, 1.49011, 0.783296, 1.5766, 0.15);
    assertThat(sum(ranks)).isCloseTo(4, within(1e-9));
  }

  @Test
  void itsMemoryIsCounted() {
    var ranks = new IncrementalPageRank();
    ranks.add(999);
    assertThat(ranks.bytes()).isBetween(20_000L, 32_000L);

    long before = ranks.bytes();
    ranks.setOutLinks(A, B, C, D);
    assertThat(ranks.bytes()).isEqualTo(before + 16 + 3 * 4);
    ranks.setOutLinks(A, B);
    assertThat(ranks.bytes()).isEqualTo(before + 16 + 4);
  }

  @Test
  void pagesThatAreNotCrawledPassNothingOn() {
    var ranks = new IncrementalPageRank(0.85, 1e-12);
    ranks.setOutLinks(A, B, C);
    ranks.setOutLinks(D, C);

    assertRanks(ranks, 0.15, 0.21375, 0.34125, 0.15);
    assertThat(sum(ranks)).isCloseTo(0.855, within(1e-9));

    ranks.setOutLinks(C, A);

    assertRanks(ranks, 0.60411, 0.406747, 0.534247, 0.15);
    assertThat(sum(ranks)).isCloseTo(1.6951, within(5e-6));
  }

  @ParameterizedTest
  @CsvSource({"1, 15", "5, 73", "10, 146", "50, 726"})
  void leavesNeededForARankOfTwo(int outLinks, int leaves) {
    var ranks = new IncrementalPageRank(0.85, 1e-12);
    int node = 1;
    for (int leaf = 1; leaf <= leaves; leaf++) {
      assertThat(ranks.rank(0)).as("with %d leaves", leaf - 1).isLessThan(2);
      int page = node++;
      long[] targets = new long[outLinks];
      for (int i = 1; i < outLinks; i++) {
        targets[i] = node++;
      }
      ranks.setOutLinks(page, targets);
    }
    assertThat(ranks.rank(0)).isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void staysCloseToPowerIterationWhilePagesAreCrawledAndCrawledAgain(long seed) {
    var random = new SplittableRandom(seed);
    var ranks = new IncrementalPageRank();
    int nodes = 200;
    int[][] out = new int[nodes][0];
    ranks.add(nodes - 1);
    for (int step = 0; step < 400; step++) {
      int page = random.nextInt(nodes);
      int[] targets = random.ints(random.nextInt(12), 0, nodes).toArray();
      ranks.setOutLinks(page, Arrays.stream(targets).asLongStream().toArray());
      out[page] = random(targets, page);
    }

    double[] exact = powerIteration(out);
    double sum = 0;
    double worst = 0;
    for (int node = 0; node < nodes; node++) {
      double error = Math.abs(ranks.rank(node) - exact[node]);
      sum += error;
      worst = Math.max(worst, error);
    }
    assertThat(sum).as("sum of errors").isLessThan(nodes * IncrementalPageRank.DEFAULT_EPS / 0.15);
    assertThat(worst).as("largest error").isLessThan(4 * IncrementalPageRank.DEFAULT_EPS);
  }

  @Test
  void namesTheNodesWhoseRankHasChanged() {
    var ranks = new IncrementalPageRank();
    ranks.setOutLinks(A, B);
    ranks.add(D);
    ranks.drainChanged(node -> {});

    ranks.setOutLinks(C, B);

    var changed = new ArrayList<Long>();
    ranks.drainChanged(changed::add);
    assertThat(changed).containsExactly((long) B);
    ranks.drainChanged(node -> assertThat(node).as("drained before").isNegative());
  }

  @Test
  void selfLinksAndRepeatedTargetsDoNotCount() {
    var ranks = new IncrementalPageRank(0.85, 1e-12);

    ranks.setOutLinks(A, B, A, B, C);

    assertThat(ranks.rank(B)).isCloseTo(0.15 + 0.85 * 0.15 / 2, within(1e-12));
    assertThat(ranks.rank(C)).isEqualTo(ranks.rank(B));
    assertThat(ranks.rank(A)).isCloseTo(0.15, within(1e-12));
  }

  @Test
  void saveAndRestoreContinueAlike() throws IOException {
    var random = new SplittableRandom(99);
    var ranks = new IncrementalPageRank();
    for (int step = 0; step < 300; step++) {
      ranks.setOutLinks(random.nextInt(150), random.ints(8, 0, 150).asLongStream().toArray());
    }
    var restored = new IncrementalPageRank();
    restored.restore(StateReader.from(new ByteArrayInputStream(saved(ranks))));

    ranks.setOutLinks(3, 4, 5);
    restored.setOutLinks(3, 4, 5);

    assertThat(restored.size()).isEqualTo(ranks.size());
    for (int node = 0; node < ranks.size(); node++) {
      assertThat(restored.rank(node)).isEqualTo(ranks.rank(node));
    }
  }

  @Test
  void brokenStateIsRefusedWithoutTakingTheMemoryItClaims() throws IOException {
    var ranks = new IncrementalPageRank();
    ranks.setOutLinks(A, B, C);
    byte[] good = saved(ranks);
    byte[] huge = {0x7f, -1, -1, -1, 0x7f, -1, -1, -1};

    assertThatThrownBy(() -> restore(Arrays.copyOf(good, good.length - 1)))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> restore(huge)).isInstanceOf(EOFException.class);
    good[11] = 9; // the first target of page 0
    assertThatThrownBy(() -> restore(good))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("node 9");
  }

  @Test
  void parametersOutOfRange() {
    assertThatThrownBy(() -> new IncrementalPageRank(1, 1e-5)).hasMessageContaining("a must be");
    assertThatThrownBy(() -> new IncrementalPageRank(Double.NaN, 1e-5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IncrementalPageRank(0.85, 0)).hasMessageContaining("eps");
    assertThatThrownBy(() -> new IncrementalPageRank().setOutLinks(0, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> new IncrementalPageRank().setOutLinks(0, 1L << 31))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("2147483648");
  }

  private static void restore(byte[] state) throws IOException {
    new IncrementalPageRank().restore(StateReader.from(new ByteArrayInputStream(state)));
  }

  private static byte[] saved(IncrementalPageRank ranks) throws IOException {
    var bytes = new ByteArrayOutputStream();
    ranks.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private static int[] random(int[] targets, int page) {
    return Arrays.stream(targets).filter(target -> target != page).distinct().toArray();
  }

  private static double[] powerIteration(int[][] out) {
    double[] rank = new double[out.length];
    for (int round = 0; round < 300; round++) {
      double[] next = new double[out.length];
      Arrays.fill(next, 0.15);
      for (int page = 0; page < out.length; page++) {
        for (int target : out[page]) {
          next[target] += 0.85 * rank[page] / out[page].length;
        }
      }
      rank = next;
    }
    return rank;
  }

  private static double sum(IncrementalPageRank ranks) {
    double sum = 0;
    for (int node = 0; node < ranks.size(); node++) {
      sum += ranks.rank(node);
    }
    return sum;
  }

  private static void assertRanks(IncrementalPageRank ranks, double... expected) {
    for (int node = 0; node < expected.length; node++) {
      assertThat(ranks.rank(node))
          .as("rank of node %d", node)
          .isCloseTo(expected[node], within(5e-6));
    }
  }
}
