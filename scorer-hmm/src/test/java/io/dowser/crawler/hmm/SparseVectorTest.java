package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseVectorTest {

  private static final int A = 0;
  private static final int B = 1;
  private static final int C = 2;

  private final SparseVector vector = SparseVector.of(new int[] {B, A}, new double[] {2, 1});

  @Test
  void cosineGivesTheWorkedExamples() {
    SparseVector overlapping = SparseVector.of(new int[] {A, C}, new double[] {2, 1});
    SparseVector longer = SparseVector.of(new int[] {A, B}, new double[] {3, 6});

    assertThat(vector.cosine(overlapping)).isCloseTo(0.4, within(1e-15));
    assertThat(overlapping.cosine(vector)).isCloseTo(0.4, within(1e-15));
    assertThat(vector.cosine(longer)).isCloseTo(1, within(1e-15)).isLessThanOrEqualTo(1);
    assertThat(vector.cosine(SparseVector.ZERO)).isZero();
    assertThat(SparseVector.ZERO.cosine(SparseVector.ZERO)).isZero();
  }

  @Test
  void keepsEntriesByRisingIdWithoutZeros() {
    SparseVector sparse = SparseVector.of(new int[] {9, 3, 5, 7}, new double[] {0.5, -1, 0, -0.0});

    assertThat(sparse.size()).isEqualTo(2);
    assertThat(sparse.id(0)).isEqualTo(3);
    assertThat(sparse.value(1)).isEqualTo(0.5);
    assertThat(sparse.value(0)).isEqualTo(-1);
    assertThat(SparseVector.of(new double[3])).isSameAs(SparseVector.ZERO);
  }

  @Test
  void aRightOrWiderAngleHasCosineZero() {
    SparseVector opposite = SparseVector.of(new int[] {A, B}, new double[] {-1, -2});

    assertThat(vector.cosine(opposite)).isZero();
  }

  @ParameterizedTest(name = "values of {0}")
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-200, 1e200, 1e307})
  void extremeValuesNeitherOverflowNorVanish(double size) {
    SparseVector extreme = SparseVector.of(new int[] {A, B}, new double[] {size, size});
    SparseVector plain = SparseVector.of(new int[] {A, B}, new double[] {1, 1});

    assertThat(extreme.cosine(extreme)).isCloseTo(1, within(0.01));
    assertThat(extreme.cosine(plain)).isCloseTo(1, within(0.3)); // the norm of the least is rounded
    assertThat(extreme.norm()).isPositive().isFinite();
  }

  @Test
  void aUnitVectorHasTheSameDirection() {
    assertThat(vector.unit().norm()).isCloseTo(1, within(1e-15));
    assertThat(vector.unit().cosine(vector)).isCloseTo(1, within(1e-15));
    assertThat(SparseVector.ZERO.unit()).isSameAs(SparseVector.ZERO);
    assertThat(SparseVector.ZERO.norm()).isZero();
  }

  @Test
  void vectorsAddUpToAMean() {
    var sum = new double[3];
    vector.addTo(sum, 0.5);
    SparseVector.of(new int[] {C}, new double[] {4}).addTo(sum, 0.5);

    assertThat(sum).containsExactly(0.5, 1, 2);
  }

  @Test
  void refusesWhatIsNoVector() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseVector.of(new int[] {1}, new double[] {1, 2}))
        .withMessage("ids and values must be equally many, but were 1 and 2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseVector.of(new int[] {-1}, new double[] {1}))
        .withMessage("an id must be 0 or more, but was -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseVector.of(new int[] {7}, new double[] {Double.NaN}))
        .withMessage("the value of id 7 must be finite, but was NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SparseVector.of(new int[] {7, 7}, new double[] {1, 2}))
        .withMessage("an id must not come twice, but 7 does");
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void cosinesAgreeWithVectorsWrittenOut(long seed) {
    var random = new SplittableRandom(seed);
    for (int round = 0; round < 500; round++) {
      double[] one = random(random);
      double[] other = random(random);
      double expected = 0;
      for (int id = 0; id < one.length; id++) {
        expected += one[id] * other[id];
      }
      SparseVector sparse = SparseVector.of(one);
      SparseVector otherSparse = SparseVector.of(other);

      double norms = sparse.norm() * otherSparse.norm();
      double cosine = norms == 0 ? 0 : Math.max(0, expected / norms);
      assertThat(sparse.cosine(otherSparse)).isCloseTo(cosine, within(1e-12));
      assertThat(otherSparse.cosine(sparse)).isCloseTo(cosine, within(1e-12));
    }
  }

  private static double[] random(SplittableRandom random) {
    var dense = new double[200];
    double share = random.nextDouble() * random.nextDouble();
    for (int id = 0; id < dense.length; id++) {
      dense[id] = random.nextDouble() < share ? random.nextDouble(-1, 1) : 0;
    }
    return dense;
  }
}
