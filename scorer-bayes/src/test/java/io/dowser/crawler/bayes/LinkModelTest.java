package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.WorkedNumbers.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Explanation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The worked numbers of Han et al. 2010, to six significant digits. */
class LinkModelTest {

  private final LinkModel paper = HanExamples.train(LinkSettings.PAPER);

  private static double part(LinkModel model, LinkModel.Evidence link, String name) {
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
    assertSixDigits(part(paper, HanExamples.E1, name), value);
  }

  @Test
  void presentWordsGiveTheNumbersOfTheFirstExample() {
    assertSixDigits(paper.logOdds(HanExamples.E1), 2.06234);
    assertSixDigits(LogOdds.probability(paper.logOdds(HanExamples.E1)), 0.887188);
  }

  @Test
  void allWordsGiveTheNumbersOfTheFirstExample() {
    LinkModel full =
        paper.with(
            LinkSettings.PAPER.toBuilder()
                .eventModel(LinkSettings.EventModel.FULL_BERNOULLI)
                .build());

    assertSixDigits(full.logOdds(HanExamples.E1), 3.79036);
    assertSixDigits(LogOdds.probability(full.logOdds(HanExamples.E1)), 0.977911);
  }

  @Test
  void occurrencesGiveTheNumbersOfTheFirstExample() {
    LinkSettings words =
        LinkSettings.PAPER.toBuilder()
            .group(LinkSettings.FeatureGroup.WORDS)
            .eventModel(LinkSettings.EventModel.MULTINOMIAL)
            .build();

    assertSixDigits(paper.with(words).logOdds(HanExamples.E1), 1.85724);
    assertSixDigits(
        HanExamples.withoutDictionary(
                words.toBuilder().group(LinkSettings.FeatureGroup.ALL).build())
            .logOdds(HanExamples.E1),
        1.85724);
  }

  @Test
  void unknownWordsSayNothingInTheSecondExample() {
    assertSixDigits(part(paper, HanExamples.E2, "a:match"), -0.916291);
    assertSixDigits(part(paper, HanExamples.E2, "c:news"), 0.182322);
    assertSixDigits(part(paper, HanExamples.E2, "A = 0"), -1.32176);
    assertSixDigits(part(paper, HanExamples.E2, "X = 0"), -0.628609);
    assertSixDigits(paper.logOdds(HanExamples.E2), -2.27887);
    assertSixDigits(LogOdds.probability(paper.logOdds(HanExamples.E2)), 0.0928882);
  }

  @Test
  void wordsOfTheExampleAreCountedAsInIt() {
    var occurrences = new int[2];
    Set<String> features = new HashSet<>();
    HanExamples.links()
        .forEach(
            link -> {
              LinkModel.Evidence words =
                  HanExamples.evidence(link.anchor(), link.context().before(), false, false);
              occurrences[link.onTopic() ? 0 : 1] += words.anchor().total();
              occurrences[link.onTopic() ? 0 : 1] += words.context().total();
              words.anchor().forEach((word, count) -> features.add("a:" + word));
              words.context().forEach((word, count) -> features.add("c:" + word));
            });

    assertThat(occurrences).containsExactly(11, 8);
    assertThat(features).hasSize(17);
  }

  /** The default smoothing gives each class its share of what is added, which may be none. */
  @ParameterizedTest
  @EnumSource(LinkSettings.EventModel.class)
  void classWithoutAnyWordInTheAnchorsGivesFiniteScores(LinkSettings.EventModel events) {
    List<LabelledLink> imagesAgainstWords =
        List.of(
            HanExamples.link("", "fund rate", true),
            HanExamples.link("", "fund news", true),
            HanExamples.link("match goal", "news", false),
            HanExamples.link("match team", "news", false));
    LinkSettings settings =
        LinkSettings.RECOMMENDED.toBuilder()
            .group(LinkSettings.FeatureGroup.ANCHOR_WORDS)
            .eventModel(events)
            .build();
    LinkModel model = train(settings, imagesAgainstWords);

    double known = model.logOdds(HanExamples.evidence("match", "news", false, false));
    assertThat(known).isFinite().isNegative();
    assertThat(model.logOdds(HanExamples.evidence("xyz", "abc", false, false)))
        .isFinite()
        .isGreaterThan(known);
  }

  @Test
  void numberOfThreadsDoesNotChangeTheModel() {
    List<LabelledLink> links =
        IntStream.range(0, 500)
            .mapToObj(i -> HanExamples.link("t" + i % 7, "t" + i % 11, i % 3 == 0))
            .toList();
    LinkModel.Evidence link = HanExamples.evidence("t1 t5", "t9", false, false);

    LinkModel one = LinkTrainer.builder().threads(1).build().train(links.stream());
    LinkModel many = LinkTrainer.builder().threads(5).build().train(links.stream());

    assertThat(many.words()).isEqualTo(one.words());
    assertThat(many.logOdds(link)).isEqualTo(one.logOdds(link));
  }

  @Test
  void linkWithoutKnownWordsScoresPriorAndIndicators() {
    LinkModel.Evidence link = HanExamples.evidence("xyz", "abc", false, false);

    assertThat(paper.logOdds(link)).isCloseTo(0.405465 - 1.32176 - 0.628609, within(1e-5));
  }

  @Test
  void priorOfThePapersTrainingSetIsReproduced() {
    assertSixDigits(Math.log(25_039.0 / 23_690), 0.0553816);
    assertSixDigits(LogOdds.probability(Math.log(25_039.0 / 23_690)), 0.513842);
    assertSixDigits(18_871.0 / 67_600, 0.279157);
  }

  @Test
  void bothSmoothingsAgreeOnClassesOfEqualSize() {
    List<LabelledLink> equal =
        Stream.concat(HanExamples.links(), Stream.of(HanExamples.link("goal", "team", false)))
            .toList();
    LinkModel addOne = train(LinkSettings.PAPER, equal);
    LinkModel proportional =
        addOne.with(
            LinkSettings.PAPER.toBuilder().smoothing(LinkSettings.Smoothing.PROPORTIONAL).build());

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
    LinkModel.Evidence rare = HanExamples.evidence("rare", "none", false, false);
    LinkModel addOne = train(LinkSettings.PAPER, skewed);
    LinkModel proportional =
        addOne.with(
            LinkSettings.PAPER.toBuilder().smoothing(LinkSettings.Smoothing.PROPORTIONAL).build());

    assertThat(part(addOne, rare, "a:rare")).isPositive();
    assertThat(part(proportional, rare, "a:rare")).isNegative();
  }

  private static LinkModel train(LinkSettings settings, List<LabelledLink> links) {
    return LinkTrainer.builder().settings(settings).threads(1).build().train(links.stream());
  }

  @Test
  void mergedModelTakesAnchorAndContextForOneText() {
    LinkModel merged = HanExamples.train(LinkSettings.PAPER.toBuilder().merged(true).build());
    LinkModel.Evidence inAnchor = HanExamples.evidence("news", "none", false, false);
    LinkModel.Evidence inContext = HanExamples.evidence("none", "news", false, false);
    LinkModel.Evidence inBoth = HanExamples.evidence("news", "news", false, false);

    assertThat(merged.logOdds(inContext)).isEqualTo(merged.logOdds(inAnchor));
    assertThat(merged.logOdds(inBoth)).isEqualTo(merged.logOdds(inAnchor));
    assertThat(paper.logOdds(inContext)).isNotEqualTo(paper.logOdds(inAnchor));
  }

  @Test
  void wordsOfTooFewLinksAreLeftOut() {
    LinkModel model = HanExamples.train(LinkSettings.PAPER.toBuilder().minLinks(2).build());

    assertThat(model.words()).isEqualTo(1);
    assertSixDigits(part(model, HanExamples.E1, "c:news"), 0.182322);
    assertThat(part(model, HanExamples.E1, "a:fund")).isZero();
  }

  @ParameterizedTest
  @EnumSource(LinkSettings.EventModel.class)
  void groupOfAnchorWordsDoesNotLookAtTheContext(LinkSettings.EventModel events) {
    LinkModel model =
        paper.with(
            LinkSettings.PAPER.toBuilder()
                .group(LinkSettings.FeatureGroup.ANCHOR_WORDS)
                .eventModel(events)
                .build());

    assertThat(model.logOdds(HanExamples.evidence("fund", "goal team", false, true)))
        .isEqualTo(model.logOdds(HanExamples.evidence("fund", "stock", true, false)));
  }

  @Test
  void settingsThatWereAppliedInTrainingCannotBeChangedLater() {
    assertThatThrownBy(() -> paper.with(LinkSettings.PAPER.toBuilder().minLinks(3).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minLinks");
    assertThatThrownBy(
            () ->
                LinkSettings.PAPER.toBuilder()
                    .group(LinkSettings.FeatureGroup.ANCHOR_WORDS)
                    .merged(true)
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("merged");
    assertThatThrownBy(() -> LinkSettings.PAPER.toBuilder().w(-1).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("w must be 0 to 10000, but was -1");
    assertThatThrownBy(() -> LinkSettings.PAPER.toBuilder().minLinks(0).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("minLinks must be above 0, but was 0");
  }

  @Test
  void dictionaryIsFoundInTextsAndMakesTheIndicators() {
    LinkTrainer trainer =
        LinkTrainer.builder().dictionary(List.of("stock market", "股市")).threads(1).build();

    LinkModel.Evidence inAnchor =
        trainer.evidence(HanExamples.link("Stock Market today", "none", true));
    LinkModel.Evidence inContext = trainer.evidence(HanExamples.link("none", "看好股市大涨", true));

    assertThat(inAnchor.a()).isTrue();
    assertThat(inAnchor.x()).isFalse();
    assertThat(inContext.a()).isFalse();
    assertThat(inContext.x()).isTrue();
  }

  @Test
  void oneClassWithoutLinksIsAnError() {
    assertThatThrownBy(() -> train(LinkSettings.PAPER, List.of(LabelledLink.of("fund", true))))
        .isInstanceOf(CrawlException.class)
        .hasMessage("both classes must have links, but there are 1 on the topic and 0 off it");
  }

  @Test
  void linksWithoutACommonWordLeaveNoVocabulary() {
    assertThatThrownBy(
            () ->
                train(
                    LinkSettings.RECOMMENDED,
                    List.of(LabelledLink.of("fund", true), LabelledLink.of("goal", false))))
        .isInstanceOf(CrawlException.class)
        .hasMessage("the vocabulary is empty: none of 2 words is in at least 2 links");
  }
}
