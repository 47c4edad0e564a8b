package io.dowser.crawler.shark;

import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Settings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharkThresholdsTest {

  @Test
  void limitsAreThe75thAnd40thPercentileByNearestRank() {
    var thresholds = SharkThresholds.calibrated(0.9, 0.1, 0.5, 0.3, 0.7, 0.2, 0.4, 0.6, 0.8, 0.05);

    assertThat(thresholds.upperLimit()).isEqualTo(0.7); // the 8th of ten
    assertThat(thresholds.lowerLimit()).isEqualTo(0.3); // the 4th
  }

  @Test
  void calibrationAtTheDefaultLowerLimitGivesTheDefaultMinimums() {
    var thresholds = SharkThresholds.calibrated(0.1, 0.1, 0.3, 0.3);

    assertThat(thresholds.upperLimit()).isEqualTo(0.3);
    assertThat(thresholds.lowerLimit()).isEqualTo(0.1);
    assertThat(thresholds.minPrior()).isCloseTo(0.2, within(1e-12));
    assertThat(thresholds.minNormal()).isCloseTo(0.02, within(1e-12));
  }

  @Test
  void aStrongContextOnAPageAtTheLowerLimitIsPrior() {
    SharkScorer scorer = Sharks.scorer();
    for (double lower : new double[] {0, 0.01, 0.1, 0.4, 1}) {
      var thresholds = SharkThresholds.calibrated(lower);

      assertThat(scorer.potential(scorer.inherited(lower, 0), 1))
          .isGreaterThanOrEqualTo(thresholds.minPrior());
    }
  }

  @Test
  void pagesAreComparedWithTheKeyWords() {
    Map<String, String> fitted =
        Sharks.scorer()
            .thresholds(List.of(page("http://a.example/", "laser"), page("http://b.example/", "")));

    var thresholds = SharkThresholds.of(Settings.of(fitted));
    assertThat(thresholds.upperLimit()).isEqualTo(1);
    assertThat(thresholds.lowerLimit()).isEqualTo(0);
  }

  @Test
  void calibrationNeedsAPage() {
    assertThatThrownBy(() -> Sharks.scorer().thresholds(List.of()))
        .hasMessage("thresholds need at least one page, but there was none");
  }
}
