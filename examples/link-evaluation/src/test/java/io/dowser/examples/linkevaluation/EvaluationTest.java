package io.dowser.examples.linkevaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.bayes.LabelledLink;
import io.dowser.crawler.bayes.LinkSettings;
import io.dowser.crawler.bayes.LinkTrainer;
import io.dowser.crawler.text.TermCounts;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EvaluationTest {

  @Test
  void measuresAreThoseOfTheExample() {
    var evaluation = new Evaluation(87, 13, 9, 100, 0.9);

    assertThat(evaluation.precision()).isCloseTo(0.87, within(1e-12));
    assertThat(evaluation.recall()).isCloseTo(0.90625, within(1e-12));
    assertSixDigits(evaluation.f1(), 0.887755);
    assertThat(evaluation.accuracy()).isCloseTo(187.0 / 209, within(1e-12));
  }

  @Test
  void nothingFoundGivesZeroAndNotNaN() {
    var evaluation = new Evaluation(0, 0, 0, 0, 0.5);

    assertThat(evaluation.precision()).isZero();
    assertThat(evaluation.recall()).isZero();
    assertThat(evaluation.f1()).isZero();
    assertThat(evaluation.accuracy()).isZero();
  }

  @Test
  void countsComeFromTheThresholdAndAucFromTheOrder() {
    Evaluation evaluation =
        Evaluation.builder(1)
            .add(3, true)
            .add(1, true)
            .add(2, false)
            .add(0, false)
            .add(-1, false)
            .build();

    assertThat(evaluation.truePositives()).isEqualTo(1);
    assertThat(evaluation.falsePositives()).isEqualTo(1);
    assertThat(evaluation.falseNegatives()).isEqualTo(1);
    assertThat(evaluation.trueNegatives()).isEqualTo(2);
    assertThat(evaluation.auc()).isCloseTo(5 / 6.0, within(1e-12));
  }

  @Test
  void aucIsTheShareOfPairsInOrder() {
    for (long seed = 0; seed < 20; seed++) {
      var random = new SplittableRandom(seed);
      double[] scores = IntStream.range(0, 200).mapToDouble(i -> random.nextInt(30)).toArray();
      boolean[] positive = new boolean[200];
      Evaluation.Builder builder = Evaluation.builder();
      for (int i = 0; i < 200; i++) {
        positive[i] = i % 3 == 0;
        builder.add(scores[i], positive[i]);
      }

      assertThat(builder.build().auc())
          .as("seed %d", seed)
          .isCloseTo(pairsInOrder(scores, positive), within(1e-12));
    }
  }

  private static double pairsInOrder(double[] scores, boolean[] positive) {
    double inOrder = 0;
    double pairs = 0;
    for (int i = 0; i < scores.length; i++) {
      for (int j = 0; j < scores.length; j++) {
        if (positive[i] && !positive[j]) {
          pairs++;
          inOrder += (1 + Math.signum(scores[i] - scores[j])) / 2;
        }
      }
    }
    return inOrder / pairs;
  }

  @Test
  void oneClassAloneCannotBeEvaluated() {
    assertThatThrownBy(() -> Evaluation.builder().add(1, true).build())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "an evaluation needs examples of both classes, but has 1 positive and 0 negative");
    assertThatThrownBy(() -> Evaluation.builder().add(Double.NaN, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("score must be a number, but was NaN");
    assertThatThrownBy(() -> new Evaluation(0, 0, 0, -1, 0.5))
        .hasMessage("trueNegatives must be 0 or more, but was -1");
    assertThatThrownBy(() -> new Evaluation(0, 0, 0, 1, Double.NaN))
        .hasMessage("auc must be 0 to 1, but was NaN");
  }

  @Test
  void divergenceIsThatOfTheExample() {
    var links =
        new Divergence.WordCounts().add(TermCounts.of(Map.of("a", 4, "b", 3, "c", 1, "d", 2)));
    var pages =
        new Divergence.WordCounts().add(TermCounts.of(Map.of("a", 2, "b", 2, "c", 6, "e", 5)));

    Divergence divergence = Divergence.of(links, pages);

    assertSixDigits(divergence.nats(), 0.497797);
    assertSixDigits(divergence.bits(), 0.718169);
    assertThat(divergence.commonWords()).isEqualTo(3);
    assertSixDigits(Divergence.of(pages, links).nats(), 0.63219);
    assertSixDigits(Divergence.of(pages, links).bits(), 0.912057);
    assertThat(15_672 + 17_838 - 10_505).isEqualTo(23_005);
  }

  @Test
  void collectionsWithoutACommonWordHaveNoDivergence() {
    var one = new Divergence.WordCounts().add(TermCounts.of(List.of("a")));
    var other = new Divergence.WordCounts().add(TermCounts.of(List.of("b")));

    assertThatThrownBy(() -> Divergence.of(one, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must have a word in common");
  }

  @Test
  void splitByKeyKeepsAKeyOnOneSideAndStaysWhenExamplesAreAdded() {
    List<String> examples = IntStream.range(0, 3_000).mapToObj(i -> i % 300 + "/" + i).toList();
    TrainTestSplit<String> some =
        TrainTestSplit.byKey(examples.subList(0, 900), e -> e.split("/", -1)[0], 0.3, 7);
    TrainTestSplit<String> all = TrainTestSplit.byKey(examples, e -> e.split("/", -1)[0], 0.3, 7);

    assertThat(all.train()).hasSize(examples.size() - all.test().size());
    assertThat(all.test().size()).isBetween(600, 1_200);
    assertThat(all.test()).containsAll(some.test());
    assertThat(all.train().stream().map(e -> e.split("/", -1)[0]).distinct())
        .doesNotContainAnyElementsOf(
            all.test().stream().map(e -> e.split("/", -1)[0]).distinct().toList());
  }

  @Test
  void randomSplitHasNearlyTheShareAskedFor() {
    List<Integer> examples = IntStream.range(0, 10_000).boxed().toList();

    TrainTestSplit<Integer> split = TrainTestSplit.atRandom(examples, 0.3, 1);

    assertThat(split.test().size()).isBetween(2_800, 3_200);
    assertThat(split).isEqualTo(TrainTestSplit.atRandom(examples, 0.3, 1));
    assertThatThrownBy(() -> TrainTestSplit.atRandom(examples, 1, 1))
        .hasMessage("testShare must be above 0 and below 1, but was 1.0");
  }

  @Test
  void evaluationComparesGroupsAndEventModels() {
    LinkTrainer trainer = LinkTrainer.builder().settings(LinkSettings.PAPER).threads(1).build();
    List<LabelledLink> links =
        List.of(
            LabelledLink.of("stock market", true),
            LabelledLink.of("fund rank", true),
            LabelledLink.of("match news", false),
            LabelledLink.of("star photo", false));

    List<LinkEvaluator.Row> rows =
        LinkEvaluator.of(trainer, links).compare(trainer.train(links.stream()));

    assertThat(rows).hasSize(9);
    assertThat(rows)
        .extracting(row -> row.settings().group())
        .startsWith(LinkSettings.FeatureGroup.ANCHOR_WORDS);
    assertThat(rows).allSatisfy(row -> assertThat(row.evaluation().auc()).isEqualTo(1));
    assertThatThrownBy(() -> LinkEvaluator.of(trainer, links.subList(0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("test must have links of both classes, but has 1 on the topic and 0 off it");
  }

  /** Holds if a number rounds to the one of the example. */
  private static void assertSixDigits(double actual, double expected) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - 5);
    assertThat(actual).isCloseTo(expected, within(0.501 * unit)); // some are halves, as 0.87 is
  }
}
