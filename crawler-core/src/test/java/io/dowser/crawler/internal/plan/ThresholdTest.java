package io.dowser.crawler.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.RelevanceJudge.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdTest {

  private final Threshold threshold = new Threshold(0.5);

  private static Answer answer(double relevance, boolean relevant) {
    return new Answer("", "", relevance, relevant);
  }

  @Test
  void answersThatAgreeWithTheJudgeChangeNothing() {
    threshold.calibrate(List.of(answer(0.9, true), answer(0.1, false), answer(0.5, true)));

    assertThat(threshold.value()).isEqualTo(0.5);
  }

  @Test
  void thresholdFallsToAPageThatIsRelevantAndRisesAboveOneThatIsNot() {
    threshold.calibrate(List.of(answer(0.42, true), answer(0.8, true)));
    assertThat(threshold.value()).isEqualTo(0.42);

    threshold.calibrate(List.of(answer(0.6, false), answer(0.8, true)));
    assertThat(threshold.value()).isGreaterThan(0.6).isCloseTo(0.6, within(0.001));
  }

  @Test
  void fewestAnswersAreContradicted() {
    threshold.calibrate(
        List.of(answer(0.6, false), answer(0.55, false), answer(0.58, true), answer(0.65, false)));

    assertThat(threshold.value()).isGreaterThan(0.65).isLessThan(0.66);
  }

  @Test
  void thresholdStaysNearAndReturnsWhenAnswersAreWithdrawn() {
    threshold.calibrate(List.of(answer(0.95, false), answer(0.05, true)));
    assertThat(threshold.value()).isEqualTo(0.5);

    threshold.calibrate(List.of(answer(0.6, false)));
    threshold.calibrate(List.of());
    assertThat(threshold.value()).isEqualTo(0.5);
  }
}
