package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Vocabulary;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The worked numbers of Zou et al. 2009, to six significant digits. */
class PageModelTest {

  private static final Offset<Double> SIX_DIGITS = within(5e-6);

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
    return model.settings().density() == PageDensity.KERNEL
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
    "fund,  -0.910479, -0.572365",
    "stock, -0.942206, -0.572365",
    "news,  -0.595371, -0.636858",
    "match, -0.572365, -0.942206",
    "goal,  -0.572365, -0.973403"
  })
  void zeroContributionsAreThoseOfTheExample(String term, double positive, double negative) {
    assertThat(ln(paper, term, 0, 0)).isCloseTo(positive, SIX_DIGITS);
    assertThat(ln(paper, term, 1, 0)).isCloseTo(negative, SIX_DIGITS);
  }

  @Test
  void kernelDensitiesOfTheContextAreThoseOfTheExample() {
    double fund = Math.log(2);
    double news = Math.log(4.0 / 3);

    assertThat(ln(paper, "fund", 0, fund)).isCloseTo(-0.598701, SIX_DIGITS);
    assertThat(ln(paper, "fund", 1, fund)).isCloseTo(-1.05282, SIX_DIGITS);
    assertThat(ln(paper, "news", 0, news)).isCloseTo(-0.615579, SIX_DIGITS);
    assertThat(ln(paper, "news", 1, news)).isCloseTo(-0.574948, SIX_DIGITS);
  }

  @Test
  void kernelLogOddsAreThoseOfTheExample() {
    assertThat(paper.emptyTextLogOdds()).isCloseTo(0.104411, SIX_DIGITS);
    assertThat(paper.logOdds(TermCounts.EMPTY)).isEqualTo(paper.emptyTextLogOdds());
    assertThat(paper.logOdds(ZouExamples.CONTEXT)).isCloseTo(0.814524, SIX_DIGITS);
    assertThat(paper.probability(ZouExamples.CONTEXT)).isCloseTo(0.693073, SIX_DIGITS);
  }

  @Test
  void probabilityHasThePriorsInItsDenominator() {
    double likelihoods = 0.814524; // equal priors leave nothing else
    double right = LogOdds.probability(likelihoods + Math.log(0.25 / 0.75));
    double ratio = Math.exp(likelihoods);

    assertThat(right).isCloseTo(0.429452, SIX_DIGITS);
    // the formula as printed, which does not add up to 1
    assertThat(0.5 * ratio / (ratio + 1)).isCloseTo(0.346536, SIX_DIGITS);
    assertThat(0.25 * ratio / (ratio + 1)).isCloseTo(0.173268, SIX_DIGITS);
    assertThat(0.75 / (ratio + 1)).isCloseTo(0.230196, SIX_DIGITS);
  }

  @Test
  void widthIsOneOverTheRootOfTheDocuments() {
    double asMeant = ln(paper, "fund", 0, Math.log(2));
    double asPrinted = // two kernels of width 1/2, at the weights of the two documents
        Math.log((normal(Math.log(2), Math.log(2), 0.5) + normal(Math.log(2), 0.462098, 0.5)) / 2);

    assertThat(Math.exp(asMeant)).isCloseTo(0.549525, SIX_DIGITS);
    assertThat(Math.exp(asPrinted)).isCloseTo(0.757486, SIX_DIGITS);
    assertThat(asPrinted).isCloseTo(-0.277751, SIX_DIGITS);
  }

  static double normal(double x, double mean, double s) {
    double z = (x - mean) / s;
    return Math.exp(-z * z / 2) / (s * Math.sqrt(2 * Math.PI));
  }

  @Test
  void robustSettingsGiveTheNumbersOfTheExample() {
    PageModel robust = ZouExamples.train(PageSettings.RECOMMENDED.withMinDf(1));

    assertThat(robust.emptyTextLogOdds()).isCloseTo(0.105686, SIX_DIGITS);
    assertThat(robust.logOdds(ZouExamples.CONTEXT)).isCloseTo(0.795946, SIX_DIGITS);
    assertThat(robust.probability(ZouExamples.CONTEXT)).isCloseTo(0.689107, SIX_DIGITS);
  }

  @Test
  void oneWordOfOneClassExplodesWithoutFloor() {
    double idf = 4.6;
    var kernels = new KernelDensity(skewed(1, 2), new double[] {idf}, true);
    double positive = kernels.ln(0, 3.45);
    double negative = kernels.ln(1, 3.45);
    double floor = Math.log(0.01 / idf);
    double rest = Math.log(0.99);

    assertThat(positive - negative).isCloseTo(5950.56, within(5e-3));
    assertThat(LogOdds.lnOfSum(rest + positive, floor) - LogOdds.lnOfSum(rest + negative, floor))
        .isCloseTo(7.96332, SIX_DIGITS);
  }

  @Test
  void shortContextsFallBetweenTheWeightsOfLongPages() {
    double idf = 4.6;
    var kernels = new KernelDensity(skewed(1, 40), new double[] {idf}, true); // 0.5125 of the idf

    assertThat(kernels.ln(0, idf)).isCloseTo(-2512.56, within(5e-3));
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
    PageModel normal = paper.withSettings(PageSettings.PAPER.withDensity(PageDensity.NORMAL));
    double atMean = -0.5 * Math.log(2 * Math.PI * 0.0389256);
    double atZero = -0.5 * Math.log(2 * Math.PI * 0.0300283);

    assertThat(ln(normal, "fund", 0, 0.577623)).isCloseTo(atMean, SIX_DIGITS);
    assertThat(ln(normal, "fund", 1, 0)).isCloseTo(atZero, SIX_DIGITS);
    assertThat(normal.logOdds(ZouExamples.CONTEXT)).isCloseTo(7.19242, SIX_DIGITS);
    assertThat(normal.probability(ZouExamples.CONTEXT)).isCloseTo(0.999248, SIX_DIGITS);
  }

  @Test
  void probabilitySaturatesAtLogOddsOf37() {
    assertThat(LogOdds.probability(36)).isLessThan(1);
    assertThat(LogOdds.probability(37)).isEqualTo(1);
  }

  @Test
  void widthsByClassShiftEachAbsentTermTowardsTheLargerClass() {
    double perTerm = 0.5 * Math.log(1_200.0 / 2_400);

    assertThat(perTerm).isCloseTo(-0.346574, SIX_DIGITS);
    assertThat(50_000 * perTerm).isCloseTo(-17328.7, within(0.05));
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
    assertThat(paper.logOdds(part, TermCounts.EMPTY)).isEqualTo(paper.emptyTextLogOdds());
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
    assertThatThrownBy(() -> paper.withSettings(PageSettings.PAPER.withMinDf(3)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("minDf")
        .hasMessageContaining("3");
  }

  @ParameterizedTest
  @CsvSource({"NaN", "-0.1", "1"})
  void floorOutOfRangeIsRefused(double e) {
    assertThatThrownBy(() -> PageSettings.PAPER.withFloor(e))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("e must be from 0 to below 1, but was " + e);
  }
}
