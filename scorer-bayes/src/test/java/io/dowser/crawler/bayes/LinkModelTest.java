package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Explanation;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The worked numbers of Han et al. 2010, to six significant digits. */
class LinkModelTest {

  private static final Offset<Double> SIX_DIGITS = within(5e-6);

  private final LinkModel paper = HanExamples.train(LinkSettings.PAPER);

  private static double part(LinkModel model, LinkEvidence link, String name) {
    return model.explain(link).parts().stream()
        .filter(part -> part.name().equals(name))
        .mapToDouble(Explanation::value)
        .sum();
  }

  @ParameterizedTest
  @CsvSource({
    "prior, 0.405465",
    "a:fund, 0.470004",
    "a:stock, 0.470004",
    "c:news, 0.182322",
    "A = 1, 1.16315",
    "X = 0, -0.628609"
  })
  void partsOfTheFirstExampleAreThoseComputed(String name, double value) {
    assertThat(part(paper, HanExamples.E1, name)).isCloseTo(value, SIX_DIGITS);
  }

  @Test
  void presentWordsGiveTheNumbersOfTheFirstExample() {
    assertThat(paper.logOdds(HanExamples.E1)).isCloseTo(2.06234, SIX_DIGITS);
    assertThat(paper.probability(HanExamples.E1)).isCloseTo(0.887188, SIX_DIGITS);
  }

  @Test
  void allWordsGiveTheNumbersOfTheFirstExample() {
    LinkModel full =
        paper.withSettings(LinkSettings.PAPER.withEventModel(EventModel.FULL_BERNOULLI));

    assertThat(full.logOdds(HanExamples.E1)).isCloseTo(3.79036, SIX_DIGITS);
    assertThat(full.probability(HanExamples.E1)).isCloseTo(0.977911, SIX_DIGITS);
  }

  @Test
  void occurrencesGiveTheNumbersOfTheFirstExample() {
    LinkSettings words =
        LinkSettings.PAPER.withGroup(FeatureGroup.WORDS).withEventModel(EventModel.MULTINOMIAL);

    assertThat(paper.withSettings(words).logOdds(HanExamples.E1)).isCloseTo(1.85724, SIX_DIGITS);
    assertThat(
            HanExamples.withoutDictionary(words.withGroup(FeatureGroup.ALL))
                .logOdds(HanExamples.E1))
        .isCloseTo(1.85724, SIX_DIGITS);
  }

  @Test
  void unknownWordsSayNothingInTheSecondExample() {
    assertThat(part(paper, HanExamples.E2, "a:match")).isCloseTo(-0.916291, SIX_DIGITS);
    assertThat(part(paper, HanExamples.E2, "c:news")).isCloseTo(0.182322, SIX_DIGITS);
    assertThat(part(paper, HanExamples.E2, "A = 0")).isCloseTo(-1.32176, SIX_DIGITS);
    assertThat(part(paper, HanExamples.E2, "X = 0")).isCloseTo(-0.628609, SIX_DIGITS);
    assertThat(paper.logOdds(HanExamples.E2)).isCloseTo(-2.27887, SIX_DIGITS);
    assertThat(paper.probability(HanExamples.E2)).isCloseTo(0.0928882, SIX_DIGITS);
  }

  @Test
  void linkWithoutKnownWordsScoresPriorAndIndicators() {
    LinkEvidence link = HanExamples.evidence("xyz", "abc", false, false);

    assertThat(paper.logOdds(link)).isCloseTo(0.405465 - 1.32176 - 0.628609, within(1e-5));
  }

  @Test
  void priorOfThePapersTrainingSetIsReproduced() {
    assertThat(Math.log(25_039.0 / 23_690)).isCloseTo(0.0553816, SIX_DIGITS);
    assertThat(LogOdds.probability(Math.log(25_039.0 / 23_690))).isCloseTo(0.513842, SIX_DIGITS);
    assertThat(18_871.0 / 67_600).isCloseTo(0.279157, SIX_DIGITS);
  }

  @Test
  void bothSmoothingsAgreeOnClassesOfEqualSize() {
    List<LabelledLink> equal =
        Stream.concat(HanExamples.links(), Stream.of(HanExamples.link("goal", "team", false)))
            .toList();
    LinkModel addOne = train(LinkSettings.PAPER, equal);
    LinkModel proportional =
        addOne.withSettings(LinkSettings.PAPER.withSmoothing(Smoothing.PROPORTIONAL));

    assertThat(proportional.logOdds(HanExamples.E1))
        .isCloseTo(addOne.logOdds(HanExamples.E1), within(1e-12));
  }

  @Test
  void rareWordOfTheLargerClassSpeaksForTheSmallerOneWithAddOneAlone() {
    List<LabelledLink> skewed =
        Stream.concat(
                Stream.of(LabelledLink.of("fund", true)),
                Stream.iterate(0, i -> i + 1)
                    .limit(20)
                    .map(i -> LabelledLink.of(i < 2 ? "rare" : "usual", false)))
            .toList();
    LinkEvidence rare = HanExamples.evidence("rare", "none", false, false);
    LinkModel addOne = train(LinkSettings.PAPER, skewed);
    LinkModel proportional =
        addOne.withSettings(LinkSettings.PAPER.withSmoothing(Smoothing.PROPORTIONAL));

    assertThat(part(addOne, rare, "a:rare")).isPositive();
    assertThat(part(proportional, rare, "a:rare")).isNegative();
  }

  private static LinkModel train(LinkSettings settings, List<LabelledLink> links) {
    return LinkTrainer.builder().settings(settings).threads(1).build().train(links.stream());
  }

  @Test
  void mergedModelTakesAnchorAndContextForOneText() {
    LinkModel merged = HanExamples.train(LinkSettings.PAPER.withMerged(true));
    LinkEvidence inAnchor = HanExamples.evidence("news", "none", false, false);
    LinkEvidence inContext = HanExamples.evidence("none", "news", false, false);
    LinkEvidence inBoth = HanExamples.evidence("news", "news", false, false);

    assertThat(merged.logOdds(inContext)).isEqualTo(merged.logOdds(inAnchor));
    assertThat(merged.logOdds(inBoth)).isEqualTo(merged.logOdds(inAnchor));
    assertThat(paper.logOdds(inContext)).isNotEqualTo(paper.logOdds(inAnchor));
  }

  @Test
  void wordsOfTooFewLinksAreLeftOut() {
    LinkModel model = HanExamples.train(LinkSettings.PAPER.withMinLinks(2));

    assertThat(model.words()).isEqualTo(1);
    assertThat(part(model, HanExamples.E1, "c:news")).isCloseTo(0.182322, SIX_DIGITS);
    assertThat(part(model, HanExamples.E1, "a:fund")).isZero();
  }

  @ParameterizedTest
  @EnumSource(EventModel.class)
  void groupOfAnchorWordsDoesNotLookAtTheContext(EventModel events) {
    LinkModel model =
        paper.withSettings(
            LinkSettings.PAPER.withGroup(FeatureGroup.ANCHOR_WORDS).withEventModel(events));

    assertThat(model.logOdds(HanExamples.evidence("fund", "goal team", false, true)))
        .isEqualTo(model.logOdds(HanExamples.evidence("fund", "stock", true, false)));
  }

  @Test
  void settingsThatWereAppliedInTrainingCannotBeChangedLater() {
    assertThatThrownBy(() -> paper.withSettings(LinkSettings.PAPER.withMinLinks(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minLinks");
    assertThatThrownBy(
            () -> LinkSettings.PAPER.withGroup(FeatureGroup.ANCHOR_WORDS).withMerged(true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("merged");
    assertThatThrownBy(() -> LinkSettings.PAPER.withWindow(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("w must be 0 to 10000, but was -1");
    assertThatThrownBy(() -> LinkSettings.PAPER.withMinLinks(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minLinks must be 1 or more, but was 0");
  }

  @Test
  void dictionaryIsFoundInTextsAndMakesTheIndicators() {
    LinkTrainer trainer =
        LinkTrainer.builder().dictionary(List.of("stock market", "股市")).threads(1).build();

    LinkEvidence inAnchor = trainer.evidence(HanExamples.link("Stock Market today", "none", true));
    LinkEvidence inContext = trainer.evidence(HanExamples.link("none", "看好股市大涨", true));

    assertThat(inAnchor.a()).isTrue();
    assertThat(inAnchor.x()).isFalse();
    assertThat(inContext.a()).isFalse();
    assertThat(inContext.x()).isTrue();
  }

  @Test
  void oneClassWithoutLinksIsAnError() {
    assertThatThrownBy(() -> train(LinkSettings.PAPER, List.of(LabelledLink.of("fund", true))))
        .isInstanceOf(TrainingDataException.class)
        .hasMessage("both classes must have links, but there are 1 on the topic and 0 off it");
  }

  @Test
  void linksWithoutACommonWordLeaveNoVocabulary() {
    assertThatThrownBy(
            () ->
                train(
                    LinkSettings.RECOMMENDED,
                    List.of(LabelledLink.of("fund", true), LabelledLink.of("goal", false))))
        .isInstanceOf(TrainingDataException.class)
        .hasMessage("no vocabulary is left: none of 2 words is in at least 2 links");
  }
}
