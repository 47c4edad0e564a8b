package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class FriedmanRanksTest {

  private static final List<String> MEASURES = List.of("accuracy", "LP", "ARDP", "SDDP");

  @Test
  void ranksOfTheRainstormTable() {
    FriedmanRanks ranks =
        new FriedmanRanks(List.of("BFS", "OPS", "FCSA-host", "MOACO", "FCWSEO", "WL"))
            .largerIsBetter("accuracy", 0.2029, 0.6107, 0.7499, 0.7912, 0.8322, 0.8828)
            .largerIsBetter("LP", 3043, 9160, 11248, 11868, 12483, 13242)
            .largerIsBetter("ARDP", 0.3705, 0.6169, 0.7003, 0.7780, 0.8201, 0.6917)
            .smallerIsBetter("SDDP", 0.2438, 0.2339, 0.1471, 0.1377, 0.1558, 0.0784);

    assertRow(ranks, "BFS", 6, 6, 6, 6, 6);
    assertRow(ranks, "OPS", 5, 5, 5, 5, 5);
    assertRow(ranks, "FCSA-host", 4, 4, 3, 3, 3.5);
    assertRow(ranks, "MOACO", 3, 3, 2, 2, 2.5);
    assertRow(ranks, "FCWSEO", 2, 2, 1, 4, 2.25);
    assertRow(ranks, "WL", 1, 1, 4, 1, 1.75);
  }

  @Test
  void ranksOfTheTableWithTheHigherThreshold() {
    FriedmanRanks ranks =
        new FriedmanRanks(List.of("WSE", "On-ITS", "FCOSA_LG", "OLMOACO", "FCWSEO", "WL"))
            .largerIsBetter("accuracy", 0.7334, 0.7340, 0.7653, 0.7417, 0.8108, 0.8489)
            .largerIsBetter("LP", 11002, 11010, 11479, 11126, 12162, 12734)
            .largerIsBetter("ARDP", 0.7290, 0.7295, 0.7511, 0.7781, 0.8219, 0.6822)
            .smallerIsBetter("SDDP", 0.1600, 0.1619, 0.1462, 0.1375, 0.1566, 0.0897);

    assertRow(ranks, "WSE", 6, 6, 5, 5, 5.5);
    assertRow(ranks, "On-ITS", 5, 5, 4, 6, 5);
    assertRow(ranks, "FCOSA_LG", 3, 3, 3, 3, 3);
    assertRow(ranks, "OLMOACO", 4, 4, 2, 2, 3);
    assertRow(ranks, "FCWSEO", 2, 2, 1, 4, 2.25);
    assertRow(ranks, "WL", 1, 1, 6, 1, 2.25);
  }

  @Test
  void ranksOfTheTyphoonTable() {
    FriedmanRanks ranks =
        new FriedmanRanks(List.of("BFS", "OPS", "SA", "WSE", "On-ITS", "OLMOACO", "WL"))
            .largerIsBetter("accuracy", 0.047, 0.083, 0.358, 0.704, 0.820, 0.750, 0.873)
            .largerIsBetter("LP", 705, 1244, 5370, 10560, 12300, 11250, 13095)
            .largerIsBetter("ARDP", 0.211, 0.436, 0.533, 0.684, 0.792, 0.700, 0.702)
            .smallerIsBetter("SDDP", 0.184, 0.144, 0.160, 0.127, 0.123, 0.075, 0.099);

    assertRow(ranks, "BFS", 7, 7, 7, 7, 7);
    assertRow(ranks, "OPS", 6, 6, 6, 5, 5.75);
    assertRow(ranks, "SA", 5, 5, 5, 6, 5.25);
    assertRow(ranks, "WSE", 4, 4, 4, 4, 4);
    assertRow(ranks, "On-ITS", 2, 2, 1, 3, 2);
    assertRow(ranks, "OLMOACO", 3, 3, 3, 1, 2.5);
    assertRow(ranks, "WL", 1, 1, 2, 2, 1.5);
  }

  @Test
  void equalValuesShareTheMeanOfTheirRanks() {
    FriedmanRanks ranks =
        new FriedmanRanks(List.of("a", "b", "c", "d", "e"))
            .largerIsBetter("rate", 0.5, 0.7, 0.5, 0.5, 0.1)
            .smallerIsBetter("spread", 2, 2, 2, 2, 2);

    assertThat(ranks.rank("a", "rate")).isEqualTo(3);
    assertThat(ranks.rank("b", "rate")).isEqualTo(1);
    assertThat(ranks.rank("d", "rate")).isEqualTo(3);
    assertThat(ranks.rank("e", "rate")).isEqualTo(5);
    assertThat(ranks.rank("e", "spread")).isEqualTo(3);
    assertThat(ranks.meanRank("b")).isEqualTo(2);
  }

  @Test
  void refusesTablesThatDoNotFit() {
    FriedmanRanks ranks = new FriedmanRanks(List.of("a", "b")).largerIsBetter("x", 1, 2);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ranks.largerIsBetter("y", 1))
        .withMessage("measure 'y' must have 2 values, but had 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ranks.smallerIsBetter("y", 1, Double.NaN));
    assertThat(ranks.methods()).containsExactly("a", "b");
    assertThat(ranks.measures()).containsExactly("x");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ranks.smallerIsBetter("x", 1, 2))
        .withMessage("measure 'x' must not be added twice");
  }

  private static void assertRow(FriedmanRanks ranks, String method, double... expected) {
    for (int i = 0; i < MEASURES.size(); i++) {
      assertThat(ranks.rank(method, MEASURES.get(i)))
          .as("%s, %s", method, MEASURES.get(i))
          .isEqualTo(expected[i]);
    }
    assertThat(ranks.meanRank(method)).as(method).isEqualTo(expected[MEASURES.size()]);
  }

  /** Three blocks that agree: 12 * 3 / (3 * 4) * (1 + 0 + 1) = 6, the largest value there is. */
  @Test
  void statisticOfBlocksThatAgree() {
    FriedmanRanks ranks =
        new FriedmanRanks(List.of("a", "b", "c"))
            .largerIsBetter("first", 3, 2, 1)
            .largerIsBetter("second", 9, 5, 4)
            .largerIsBetter("third", 0.3, 0.2, 0.1);

    assertThat(ranks.chiSquare()).isEqualTo(6);
  }

  @Test
  void statisticOfMethodsThatAreEqualIsZero() {
    assertThat(new FriedmanRanks(List.of("a", "b")).largerIsBetter("any", 1, 1).chiSquare())
        .isZero();
  }
}
