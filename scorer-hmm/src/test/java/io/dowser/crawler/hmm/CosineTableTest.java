package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CosineTableTest {

  private static final int TERMS = 200;

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void agreesWithOneCosineAtATimeWhereverTermsAreRareOrCommon(long seed) {
    var random = new SplittableRandom(seed);
    List<SparseVector> fixed = Stream.generate(() -> sparse(random)).limit(50).toList();
    var table = new CosineTable(fixed, TERMS);

    for (int round = 0; round < 50; round++) {
      SparseVector vector = sparse(random);
      double[] cosines = table.cosines(vector);
      for (int number = 0; number < fixed.size(); number++) {
        assertThat(cosines[number]).isCloseTo(vector.cosine(fixed.get(number)), within(1e-12));
      }
    }
  }

  /** Low ids are in most vectors, high ones in few. */
  private static SparseVector sparse(SplittableRandom random) {
    var dense = new double[TERMS];
    for (int id = 0; id < dense.length; id++) {
      dense[id] = random.nextInt(1 + id / 5) == 0 ? random.nextDouble() : 0;
    }
    return SparseVector.of(dense);
  }

  @Test
  void zeroVectorsHaveTheCosineZeroAndEqualVectorsEqualCosines() {
    SparseVector one = SparseVector.of(new double[] {1, 0, 1});
    var table = new CosineTable(List.of(SparseVector.ZERO, one, one), 4);

    double[] cosines = table.cosines(SparseVector.of(new double[] {0, 0, 2, 9}));

    assertThat(cosines[0]).isZero();
    assertThat(cosines[1]).isPositive().isEqualTo(cosines[2]);
    assertThat(table.cosines(SparseVector.ZERO)).containsOnly(0);
  }
}
