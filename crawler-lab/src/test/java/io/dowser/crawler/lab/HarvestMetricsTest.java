package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarvestMetricsTest {

  private static final double THRESHOLD = 0.62;

  private final HarvestMetrics metrics = new HarvestMetrics(THRESHOLD, 3);

  @Test
  void meansAndDeviationsOfTheWorkedExample() {
    add(0.9, 0.7, 0.65, 0.4, 0.1);

    assertThat(metrics.pages()).isEqualTo(5);
    assertThat(metrics.relevantPages()).isEqualTo(3);
    assertThat(metrics.harvestRate()).isCloseTo(0.6, within(1e-12));
    assertThat(metrics.meanRelevance()).isCloseTo(0.55, within(1e-12));
    assertThat(metrics.relevanceDeviation()).isCloseTo(0.275681, within(5e-7));
    assertThat(metrics.meanRelevanceOfRelevant()).isCloseTo(0.75, within(1e-12));
    assertThat(metrics.relevanceDeviationOfRelevant()).isCloseTo(0.108012, within(5e-7));
  }

  @Test
  void harvestCurveOfTheWorkedExample() {
    double[] relevance = {0.9, 0.4, 0.7, 0.1, 0.65};
    double[] curve = {1, 0.5, 0.666667, 0.5, 0.6};
    double[] lastThree = {1, 0.5, 0.666667, 0.333333, 0.666667};
    for (int page = 0; page < relevance.length; page++) {
      metrics.add("a.example", relevance[page]);

      assertThat(metrics.harvestRate()).as("page %d", page).isCloseTo(curve[page], within(5e-7));
      assertThat(metrics.windowedHarvestRate())
          .as("page %d", page)
          .isCloseTo(lastThree[page], within(5e-7));
    }
    assertThat(metrics.meanHarvestRate()).isCloseTo(0.653333, within(5e-7));
  }

  @Test
  void beforeTheFirstPageAllMetricsAreZero() {
    assertThat(metrics.pages()).isZero();
    assertThat(metrics.harvestRate()).isZero();
    assertThat(metrics.windowedHarvestRate()).isZero();
    assertThat(metrics.meanHarvestRate()).isZero();
    assertThat(metrics.relevanceDeviation()).isZero();
    assertThat(metrics.meanRelevanceOfRelevant()).isZero();
    assertThat(metrics.relevantHosts()).isZero();
  }

  @Test
  void textHasTheNumbersOfPagesAndTheMeanRelevance() {
    for (double relevance : new double[] {0.9, 0.3, 0.1, 0.7, 0}) {
      metrics.add("a.example", relevance);
    }

    assertThat(metrics).hasToString("HarvestMetrics[2 of 5 pages relevant, mean relevance 0.4]");
  }

  @Test
  void countsHostsWithARelevantPage() {
    metrics.add("a.example", 0.9);
    metrics.add("a.example", 0.8);
    metrics.add("b.example", 0.1);
    metrics.add("c.example", THRESHOLD);

    assertThat(metrics.relevantHosts()).isEqualTo(2);
  }

  @Test
  void refusesNumbersOutOfRange() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HarvestMetrics(Double.NaN, 1))
        .withMessage("threshold must be 0.0 to 1.0, but was NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new HarvestMetrics(0.5, 0))
        .withMessage("window must be above 0, but was 0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.add("a.example", 1.01))
        .withMessage("relevance must be 0.0 to 1.0, but was 1.01");
    assertThatIllegalArgumentException().isThrownBy(() -> metrics.add("a.example", Double.NaN));
    assertThat(metrics.pages()).isZero();
  }

  /**
   * Tables 1, 3 and 5 of Liu, Chen and Zhao 2023: accuracy is LP over DP, to the digits printed, or
   * to one page where either number was rounded from the other.
   */
  @ParameterizedTest(name = "table {0}, {1}, {2} pages")
  @CsvSource({
    "1, BFS, 1000, 320, 0.3200",
    "1, OPS, 1000, 823, 0.8230",
    "1, FCSA-host, 1000, 701, 0.7010",
    "1, MOACO, 1000, 629, 0.6291",
    "1, FCWSEO, 1000, 454, 0.4542",
    "1, WL, 1000, 852, 0.8520",
    "1, BFS, 5000, 1345, 0.2690",
    "1, OPS, 5000, 3852, 0.7704",
    "1, FCSA-host, 5000, 4015, 0.8030",
    "1, MOACO, 5000, 3521, 0.7042",
    "1, FCWSEO, 5000, 3286, 0.6572",
    "1, WL, 5000, 3898, 0.7796",
    "1, BFS, 10000, 1345, 0.1345",
    "1, OPS, 10000, 6533, 0.6533",
    "1, FCSA-host, 10000, 7628, 0.7628",
    "1, MOACO, 10000, 7872, 0.7872",
    "1, FCWSEO, 10000, 8070, 0.8070",
    "1, WL, 10000, 8504, 0.8504",
    "1, BFS, 15000, 3043, 0.2029",
    "1, OPS, 15000, 9160, 0.6107",
    "1, FCSA-host, 15000, 11248, 0.7499",
    "1, MOACO, 15000, 11868, 0.7912",
    "1, FCWSEO, 15000, 12483, 0.8322",
    "1, WL, 15000, 13242, 0.8828",
    "3, WSE, 15000, 11002, 0.7334",
    "3, On-ITS, 15000, 11010, 0.7340",
    "3, FCOSA_LG, 15000, 11479, 0.7653",
    "3, OLMOACO, 15000, 11126, 0.7417",
    "3, FCWSEO, 15000, 12162, 0.8108",
    "3, WL, 15000, 12734, 0.8489",
    "5, BFS, 1000, 92, 0.092",
    "5, OPS, 1000, 391, 0.391",
    "5, SA, 1000, 414, 0.414",
    "5, WSE, 1000, 571, 0.571",
    "5, On-ITS, 1000, 707, 0.707",
    "5, OLMOACO, 1000, 625, 0.625",
    "5, WL, 1000, 714, 0.714",
    "5, BFS, 5000, 355, 0.071",
    "5, OPS, 5000, 1240, 0.248",
    "5, SA, 5000, 2460, 0.492",
    "5, WSE, 5000, 3030, 0.606",
    "5, On-ITS, 5000, 4035, 0.807",
    "5, OLMOACO, 5000, 3835, 0.767",
    "5, WL, 5000, 4338, 0.868",
    "5, BFS, 10000, 448, 0.045",
    "5, OPS, 10000, 1240, 0.124",
    "5, SA, 10000, 4215, 0.422",
    "5, WSE, 10000, 7069, 0.707",
    "5, On-ITS, 10000, 8120, 0.812",
    "5, OLMOACO, 10000, 7370, 0.737",
    "5, WL, 10000, 8927, 0.893",
    "5, BFS, 15000, 705, 0.047",
    "5, OPS, 15000, 1244, 0.083",
    "5, SA, 15000, 5370, 0.358",
    "5, WSE, 15000, 10560, 0.704",
    "5, On-ITS, 15000, 12300, 0.820",
    "5, OLMOACO, 15000, 11250, 0.750",
    "5, WL, 15000, 13095, 0.873",
  })
  void harvestRateIsTheAccuracyOfThePublishedTables(
      int table, String method, int pages, int relevantPages, String accuracy) {
    for (int page = 0; page < pages; page++) {
      metrics.add("a.example", page < relevantPages ? 1 : 0);
    }

    double printed = Double.parseDouble(accuracy);
    double lastDigit = Math.pow(10, 2 - accuracy.length());
    assertThat(metrics.harvestRate())
        .isCloseTo(printed, within(1.001 * Math.max(lastDigit / 2, 1.0 / pages)));
  }

  private void add(double... relevance) {
    for (double r : relevance) {
      metrics.add("a.example", r);
    }
  }
}
