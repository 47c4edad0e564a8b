package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import org.junit.jupiter.api.Test;

class PresetTopicTest {

  @Test
  void rainstormHasTheWordsAndWeightsAsPrinted() {
    assertThat(WangLandauScorer.PresetTopic.RAINSTORM.chinese().weights())
        .containsExactly(
            entry("暴雨", 0.8),
            entry("气象", 0.1),
            entry("天气", 0.1),
            entry("灾害", 0.5),
            entry("预防", 0.3));
  }

  @Test
  void typhoonHasTheWordsAndWeightsAsPrinted() {
    assertThat(WangLandauScorer.PresetTopic.TYPHOON.chinese().weights())
        .containsExactly(
            entry("台风", 0.8),
            entry("风暴潮", 0.5),
            entry("暴雨", 0.3),
            entry("气压", 0.2),
            entry("风力", 0.2));
  }

  @Test
  void theEnglishWordsTranslateTheChineseOnesInTheSameOrder() {
    assertThat(WangLandauScorer.PresetTopic.RAINSTORM.english().weights())
        .containsExactly(
            entry("storm rain", 0.8),
            entry("meteorology", 0.1),
            entry("weather", 0.1),
            entry("disaster", 0.5),
            entry("prevention", 0.3));
    assertThat(WangLandauScorer.PresetTopic.TYPHOON.english().weights())
        .containsExactly(
            entry("typhoon", 0.8),
            entry("storm surge", 0.5),
            entry("storm rain", 0.3),
            entry("air pressure", 0.2),
            entry("wind force", 0.2));
  }
}
