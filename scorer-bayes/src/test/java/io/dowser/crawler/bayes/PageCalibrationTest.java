package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.bayes.PageSettings.Density;
import io.dowser.crawler.text.TermCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Classes of different size: 40 documents on the topic, 400 others. */
class PageCalibrationTest {

  private static final int ON = 40;
  private static final int OFF = 400;

  private static PageModel model(long seed, Density density, boolean calibrated) {
    PageSettings settings = PageSettings.builder().density(density).calibrated(calibrated).build();
    return PageTrainer.builder("on")
        .settings(settings)
        .threads(1)
        .build()
        .train(documents(new SplittableRandom(seed), ON, OFF).stream());
  }

  /** A third of the words of a document on the topic are of the topic, of another a twentieth. */
  private static List<LabelledText> documents(SplittableRandom random, int on, int off) {
    List<LabelledText> documents = new ArrayList<>();
    for (int i = 0; i < on + off; i++) {
      documents.add(new LabelledText(i < on ? "on" : "off", text(random, i < on ? 3 : 20)));
    }
    return documents;
  }

  private static String text(SplittableRandom random, int oneOf) {
    var text = new StringBuilder();
    for (int i = 0; i < 60; i++) {
      boolean topical = random.nextInt(oneOf) == 0;
      text.append(topical ? "t" + random.nextInt(40) : "w" + random.nextInt(3_000)).append(' ');
    }
    return text.toString();
  }

  private static double f1(PageModel model, List<LabelledText> documents) {
    int right = 0;
    int called = 0;
    for (LabelledText document : documents) {
      boolean positive = model.logOdds(SparseIsDenseTest.counts(document.text())) > 0;
      called += positive ? 1 : 0;
      right += positive && document.label().equals("on") ? 1 : 0;
    }
    return 2.0 * right / (called + ON);
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3})
  void normalDensitiesCallEachDocumentPositiveUnlessTheyAreCalibrated(long seed) {
    List<LabelledText> test = documents(new SplittableRandom(~seed), ON, OFF);

    assertThat(f1(model(seed, Density.NORMAL, false), test))
        .as("seed %d: all are called positive", seed)
        .isEqualTo(2.0 * ON / (ON + OFF + ON));
    assertThat(f1(model(seed, Density.NORMAL, true), test)).as("seed %d", seed).isGreaterThan(0.6);
    assertThat(f1(model(seed, Density.KERNEL, true), test)).as("seed %d", seed).isGreaterThan(0.6);
  }

  @ParameterizedTest
  @EnumSource(Density.class)
  void thresholdMovesAllLogOddsAlike(Density density) {
    PageModel plain = model(1, density, false);
    PageModel calibrated = model(1, density, true);
    double shift = calibrated.logOdds(TermCounts.EMPTY) - plain.logOdds(TermCounts.EMPTY);
    TermCounts text = TermCounts.of(List.of("t1", "w7", "w9"));

    assertThat(shift).isNotZero();
    assertThat(calibrated.logOdds(text)).isCloseTo(plain.logOdds(text) + shift, within(1e-9));
    assertThat(calibrated.explain(text, text).parts().get(0).name()).isEqualTo("threshold");
  }

  @Test
  void modelOfFewDocumentsIsNotCalibratedAndItsSettingsShowIt() {
    PageModel model = ZouExamples.train(PageSettings.builder().minDf(1).build());

    assertThat(model.settings().calibrated()).isFalse();
    assertThat(model.facts()).containsEntry("calibrated", "false");
  }

  @Test
  void thresholdOfOtherDensitiesIsRefused() {
    PageModel model = model(1, Density.KERNEL, true);
    PageSettings other = model.settings().toBuilder().density(Density.NORMAL).build();

    assertThatThrownBy(() -> model.with(other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("calibrated must be false")
        .hasMessageContaining("NORMAL");
    assertThat(model.with(other.toBuilder().calibrated(false).build()).settings().density())
        .isEqualTo(Density.NORMAL);
  }
}
