package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.WorkedNumbers.assertSixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked numbers of Zou et al. 2009, to six significant digits. */
class PageModelTest {

  private final PageModel paper = ZouExamples.train(PageSettings.PAPER);

  /** ln p(x|class) without floor, by the density itself. */
  private static double ln(PageModel model, String term, int c, double x) {
    TermDensity density = density(model);
    return density.ln(2 * id(term) + c, x);
  }

  private static int id(String term) {
    return statistics().vocabulary().id(term);
  }

  private static TermDensity density(PageModel model) {
    PageStatistics statistics = statistics();
    double[] idf = new double[statistics.vocabulary().size()];
    java.util.Arrays.setAll(idf, statistics::idf);
    return model.settings().density() == PageSettings.Density.KERNEL
        ? new KernelDensity(statistics, idf, model.settings().sharedWidth())
        : new NormalDensity(statistics, idf);
  }

  private static PageStatistics statistics() {
    var counts = new PageCounts();
    ZouExamples.documents()
        .forEach(
            document ->
                counts.add(
                    document.label().equals("+"),
                    TermCounts.of(List.of(document.text().strip().split(" ", -1)))));
    return counts.statistics(1);
  }

  @ParameterizedTest
  @CsvSource({
    "fund, 0.693147",
    "stock, 0.693147",
    "match, 0.693147",
    "news, 0.287682",
    "goal, 1.38629"
  })
  void inverseDocumentFrequenciesAreThoseOfTheExample(String term, double idf) {
    assertSixDigits(statistics().idf(id(term)), idf);
  }

  @ParameterizedTest
  @CsvSource({
    "fund, 0, 0.462098, 0.693147",
    "stock, 0, 0.51986, 0.693147",
    "news, 0, 0.215762, 0.215762",
    "match, 1, 0.51986, 0.693147",
    "news, 1, 0.215762, 0.287682",
    "goal, 1, 1.03972, 1.03972"
  })
  void weightsOfTheTrainingDocumentsAreThoseOfTheExample(
      String term, int c, double least, double most) {
    PageStatistics statistics = statistics();
    int cell = 2 * id(term) + c;
    double idf = statistics.idf(id(term));

    assertSixDigits(statistics.weight(statistics.values().from(cell), idf), least);
    assertSixDigits(statistics.weight(statistics.values().to(cell) - 1, idf), most);
  }

  @ParameterizedTest
  @CsvSource({
    "fund,  -0.910479, -0.572365",
    "stock, -0.942206, -0.572365",
    "news,  -0.595371, -0.636858",
    "match, -0.572365, -0.942206",
    "goal,  -0.572365, -0.973403"
  })
  void zeroContributionsAreThoseOfTheExample(String term, double positive, double negative) {
    assertSixDigits(ln(paper, term, 0, 0), positive);
    assertSixDigits(ln(paper, term, 1, 0), negative);
  }

  @Test
  void kernelDensitiesOfTheContextAreThoseOfTheExample() {
    double fund = Math.log(2);
    double news = Math.log(4.0 / 3);

    assertSixDigits(ln(paper, "fund", 0, fund), -0.598701);
    assertSixDigits(ln(paper, "fund", 1, fund), -1.05282);
    assertSixDigits(ln(paper, "news", 0, news), -0.615579);
    assertSixDigits(ln(paper, "news", 1, news), -0.574948);
  }

  @Test
  void kernelLogOddsAreThoseOfTheExample() {
    assertSixDigits(paper.logOdds(TermCounts.EMPTY), 0.104411);
    assertSixDigits(paper.logOdds(ZouExamples.CONTEXT), 0.814524);
    assertSixDigits(paper.probability(ZouExamples.CONTEXT), 0.693073);
  }

  @Test
  void probabilityHasThePriorsInItsDenominator() {
    double likelihoods = paper.logOdds(ZouExamples.CONTEXT); // equal priors leave nothing else
    double right = LogOdds.probability(likelihoods + Math.log(0.25 / 0.75));
    double ratio = Math.exp(likelihoods);

    assertSixDigits(right, 0.429452);
    // the formula as printed, which does not add up to 1
    assertSixDigits(0.5 * ratio / (ratio + 1), 0.346536);
    assertSixDigits(0.25 * ratio / (ratio + 1), 0.173268);
    assertSixDigits(0.75 / (ratio + 1), 0.230196);
    assertSixDigits((0.25 * ratio + 0.75) / (ratio + 1), 0.403464);
  }

  @Test
  void widthIsOneOverTheRootOfTheDocuments() {
    double asMeant = ln(paper, "fund", 0, Math.log(2));
    double asPrinted = // two kernels of width 1/2, at the weights of the two documents
        Math.log((normal(Math.log(2), Math.log(2), 0.5) + normal(Math.log(2), 0.462098, 0.5)) / 2);

    assertSixDigits(Math.exp(asMeant), 0.549525);
    assertSixDigits(Math.exp(asPrinted), 0.757486);
    assertSixDigits(asPrinted, -0.277751);
  }

  static double normal(double x, double mean, double s) {
    double z = (x - mean) / s;
    return Math.exp(-z * z / 2) / (s * Math.sqrt(2 * Math.PI));
  }

  @Test
  void robustSettingsGiveTheNumbersOfTheExample() {
    PageModel robust =
        ZouExamples.train(
            PageSettings.builder().density(PageSettings.Density.KERNEL).e(0.01).minDf(1).build());

    assertSixDigits(robust.logOdds(TermCounts.EMPTY), 0.105686);
    assertSixDigits(robust.logOdds(ZouExamples.CONTEXT), 0.795946);
    assertSixDigits(robust.probability(ZouExamples.CONTEXT), 0.689107);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 7.96332", "0.9, 1.44078"})
  void oneWordOfOneClassExplodesWithoutFloor(double e, double withFloor) {
    double idf = 4.6;
    var kernels = new KernelDensity(skewed(1, 2), new double[] {idf}, true);
    double positive = kernels.ln(0, 3.45);
    double negative = kernels.ln(1, 3.45);
    double floor = Math.log(e / idf);
    double rest = Math.log(1 - e);

    assertSixDigits(positive - negative, 5950.56);
    assertSixDigits(
        LogOdds.lnOfSum(rest + positive, floor) - LogOdds.lnOfSum(rest + negative, floor),
        withFloor);
  }

  @Test
  void shortContextsFallBetweenTheWeightsOfLongPages() {
    double idf = 4.6;
    var kernels = new KernelDensity(skewed(1, 40), new double[] {idf}, true); // 0.5125 of the idf

    assertSixDigits(kernels.ln(0, idf), -2512.56);
  }

  /** 1,000 documents of each class, one term, in 500 positive documents with equal counts. */
  private static PageStatistics skewed(int count, int largest) {
    var values = new CellValues.Builder();
    values.add(count, largest, 500);
    values.endCell();
    values.endCell();
    return new PageStatistics(Vocabulary.of(List.of("term")), 1_000, 1_000, values.build());
  }

  @Test
  void normalDensitiesAreShrunkTowardsTheTermsOwnVariance() {
    PageModel normal =
        paper.with(PageSettings.PAPER.toBuilder().density(PageSettings.Density.NORMAL).build());
    double[] weights = {0.693147, 0.462098}; // of the two positive documents
    assertSixDigits((weights[0] + weights[1]) / 2, 0.577623);
    assertSixDigits(Math.pow((weights[0] - weights[1]) / 2, 2), 0.0133459);
    double atMean = -0.5 * Math.log(2 * Math.PI * 0.0389256);
    double atZero = -0.5 * Math.log(2 * Math.PI * 0.0300283);

    assertSixDigits(ln(normal, "fund", 0, 0.577623), atMean);
    assertSixDigits(ln(normal, "fund", 1, 0), atZero);
    assertSixDigits(normal.logOdds(ZouExamples.CONTEXT), 7.19242);
    assertSixDigits(normal.probability(ZouExamples.CONTEXT), 0.999248);
  }

  @Test
  void probabilitySaturatesAtLogOddsOf37() {
    assertThat(LogOdds.probability(36)).isLessThan(1);
    assertThat(LogOdds.probability(37)).isEqualTo(1);
  }

  @Test
  void widthsByClassShiftEachAbsentTermTowardsTheLargerClass() {
    double perTerm = 0.5 * Math.log(1_200.0 / 2_400);

    assertSixDigits(perTerm, -0.346574);
    assertSixDigits(50_000 * perTerm, -17328.7);
    var values = new CellValues.Builder();
    values.endCell();
    values.endCell();
    var statistics = new PageStatistics(Vocabulary.of(List.of("t")), 1_200, 2_400, values.build());
    var kernels = new KernelDensity(statistics, new double[] {4.6}, false);
    assertThat(kernels.ln(0, 0) - kernels.ln(1, 0)).isCloseTo(perTerm, within(1e-12));
    var shared = new KernelDensity(statistics, new double[] {4.6}, true);
    assertThat(shared.ln(0, 0) - shared.ln(1, 0)).isCloseTo(0, within(1e-12));
  }

  @Test
  void partOfAPageIsWeighedByTheCountsOfThePage() {
    TermCounts page = TermCounts.of(Map.of("fund", 1, "news", 1, "match", 4));
    TermCounts part = TermCounts.of(List.of("fund"));

    assertThat(paper.logOdds(part, page)).isNotEqualTo(paper.logOdds(part));
    assertThat(paper.logOdds(part, part)).isEqualTo(paper.logOdds(part));
    assertThat(paper.logOdds(part, TermCounts.EMPTY)).isEqualTo(paper.logOdds(TermCounts.EMPTY));
  }

  @Test
  void explanationNamesPriorAbsenceAndTerms() {
    Explanation explanation = paper.explain(ZouExamples.CONTEXT, ZouExamples.CONTEXT);

    assertThat(explanation.value()).isEqualTo(paper.logOdds(ZouExamples.CONTEXT));
    assertThat(explanation.parts())
        .extracting(Explanation::name)
        .containsExactly("prior", "absent terms", "term 'fund'", "term 'news'");
    assertThat(explanation.parts().stream().mapToDouble(Explanation::value).sum())
        .isCloseTo(explanation.value(), within(1e-12));
  }

  @Test
  void settingsThatWereAppliedInTrainingCannotBeChangedLater() {
    assertThatThrownBy(() -> paper.with(PageSettings.PAPER.toBuilder().minDf(3).build()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minDf")
        .hasMessageContaining("3");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "-0.1", "1"})
  void floorOutOfRangeIsRefused(double e) {
    assertThatThrownBy(() -> PageSettings.PAPER.toBuilder().e(e).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("e must be from 0 to below 1, but was " + e);
  }
}
