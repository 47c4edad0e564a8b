package io.dowser.crawler.hmm;

import static io.dowser.crawler.hmm.WorkedNumbers.check;
import static io.dowser.crawler.hmm.WorkedNumbers.sixDigits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HmmLinkScorerTest {

  private static final WebLink LINK = WebLink.to("http://a.example/next", "next");

  /** The worked examples' model, with the clusters zero, one and two of one word each. */
  private static HmmModel exampleModel() {
    DocumentFrequencies.Frozen frequencies =
        DocumentFrequencies.Frozen.of(10, Map.of("zero", 1, "one", 1, "two", 1, "beside", 2));
    Vocabulary vocabulary = Vocabulary.of(List.of("zero", "one", "two", "beside"));
    var space = new ClusterSpace(vocabulary, frequencies, List.of(unit(0), unit(1), unit(2)));
    var anchors = new AnchorModel.Counts(3, vocabulary);
    anchors.add(TermCounts.of(List.of("zero")), 0);
    anchors.add(TermCounts.of(List.of("two")), 2);
    return new HmmModel(Models.example(), space, anchors.model(), 0.5, Map.of("made", "by hand"));
  }

  private static SparseVector unit(int id) {
    return SparseVector.of(new int[] {id}, new double[] {1});
  }

  private static HmmLinkScorer pagesOnly() {
    return pagesOnly(Map.of());
  }

  private static HmmLinkScorer pagesOnly(Map<String, String> others) {
    var settings =
        new HashMap<>(Map.of("softClusters", "false", "kappa", "0", "anchorWeight", "0"));
    settings.putAll(others);
    return HmmLinkScorer.of(exampleModel(), Settings.of(settings));
  }

  /** Visits pages of one word each, one after the other. */
  private static PageScoring afterPath(LinkScorer scorer, String... words) {
    PageScoring scoring = page -> 0;
    PathState pathState = PathState.NONE;
    for (String word : words) {
      scoring = scorer.forPage(page(pathState, word, LINK));
      pathState = scoring.pathState();
    }
    return scoring;
  }

  private static AnalyzedPage page(PathState pathState, String text, WebLink... links) {
    var arrival =
        new Candidate(
            CrawlUrl.of("http://a.example/"), 1, 1, 0.5, 0, 0, pathState, LinkFeatures.NONE);
    return CrawlFixtures.page(arrival, text, links);
  }

  private static final Link NEXT = Link.of(CrawlUrl.of("http://a.example/next"), "next");

  @Test
  void workedExamplesOfYieldAndTarget() {
    assertThat(afterPath(pagesOnly(), "two").score(NEXT)).isCloseTo(0.269318, sixDigits(0.269318));
    assertThat(afterPath(pagesOnly(), "two", "one", "zero").score(NEXT))
        .isCloseTo(0.631022, sixDigits(0.631022));
    assertThat(afterPath(pagesOnly(), "two", "two", "two", "one").score(NEXT))
        .isCloseTo(0.428679, sixDigits(0.428679));
    HmmLinkScorer target = pagesOnly(Map.of("priority", "target"));
    assertThat(afterPath(target, "two", "one", "zero").score(NEXT))
        .isCloseTo(0.479492, sixDigits(0.479492));
  }

  @Test
  void thePaperPrefersWhatIsSurelyFar() {
    HmmLinkScorer paper = HmmLinkScorer.of(exampleModel(), Settings.of(Map.of("profile", "paper")));
    double far = afterPath(paper, "two").score(NEXT);
    double target = afterPath(paper, "two", "one", "zero").score(NEXT);

    assertThat(far).isCloseTo(0.210833, sixDigits(0.210833));
    assertThat(target).isCloseTo(0.0156534, sixDigits(0.0156534));
    assertThat(far / target).isBetween(13.0, 14.0);
    assertThat(afterPath(paper, "two").tieBreak(NEXT)).isZero();
  }

  @Test
  void pathStatesTheForwardVectorAndTheClusterOfThePage() {
    PathState pathState = afterPath(pagesOnly(), "two").pathState();

    assertThat(pathState.size()).isEqualTo(4);
    assertThat(pathState.get(0)).isCloseTo(0.0454545, sixDigits(0.0454545));
    assertThat(pathState.get(3)).isEqualTo(2);
  }

  @Test
  void aPageThatFallsIntoNoClusterLeavesThePrediction() {
    HmmLinkScorer scorer = pagesOnly();
    PathState before = afterPath(scorer, "two").pathState();
    PathState missing = afterPath(scorer, "two", "unknown").pathState();

    double[] q =
        Models.example().predict(new double[] {before.get(0), before.get(1), before.get(2)});
    for (int j = 0; j < 3; j++) {
      assertThat(missing.get(j)).isCloseTo(q[j], within(1e-15));
    }
    assertThat(missing.get(3)).isEqualTo(HiddenMarkovModel.MISSING);
  }

  @Test
  void linksOfOnePageAreOrderedByTheirTextsAndRaisedByKappa() {
    AnalyzedPage page =
        page(
            PathState.NONE,
            "two",
            new WebLink("http://a.example/1", "zero", pad()),
            new WebLink("http://a.example/2", "beside", pad()));
    Link near = page.links().get(0);
    Link far = page.links().get(1);

    PageScoring plain = pagesOnly().forPage(page);
    PageScoring raised = pagesOnly(Map.of("kappa", "2")).forPage(page);

    assertThat(plain.score(near)).isEqualTo(plain.score(far));
    assertThat(plain.tieBreak(near)).isGreaterThan(plain.tieBreak(far));
    double cosine = plain.tieBreak(near);
    assertThat(raised.score(near)).isCloseTo(plain.score(near) * (1 + 2 * cosine), within(1e-12));
    PageScoring byAge = pagesOnly(Map.of("secondKey", "false")).forPage(page);
    assertThat(byAge.tieBreak(near)).isZero();
  }

  /** Words that keep the contexts of two links apart. */
  private static String pad() {
    return "x ".repeat(AnalyzedPage.CONTEXT_TOKENS + 1);
  }

  @Test
  void theTermsOfAnAnchorMoveThePrediction() {
    AnalyzedPage page =
        page(
            PathState.NONE,
            "two",
            WebLink.to("http://a.example/1", "zero"),
            WebLink.to("http://a.example/2", "two"),
            WebLink.to("http://a.example/3", "never seen"));
    double without = pagesOnly().forPage(page).score(page.links().get(0));

    PageScoring scoring = pagesOnly(Map.of("anchorWeight", "1")).forPage(page);

    assertThat(scoring.score(page.links().get(0))).isGreaterThan(without);
    assertThat(scoring.score(page.links().get(1))).isLessThan(without);
    assertThat(scoring.score(page.links().get(2))).isEqualTo(without);
  }

  @Test
  void tiesOfTheTargetPriorityGoByTheNextDistanceFirst() {
    double[] near = {0.25, 0.5, 0.25};
    double[] far = {0.25, 0.25, 0.5};

    assertThat(HmmLinkScorer.Priority.TARGET.of(near))
        .isEqualTo(HmmLinkScorer.Priority.TARGET.of(far));
    assertThat(HmmLinkScorer.Priority.TARGET.tieBreak(near, 0))
        .isGreaterThan(HmmLinkScorer.Priority.TARGET.tieBreak(far, 1));
    assertThat(HmmLinkScorer.Priority.TARGET.tieBreak(far, 1))
        .isGreaterThan(HmmLinkScorer.Priority.TARGET.tieBreak(far, 0));
  }

  @Test
  void explainsClusterBeliefAndPriority() {
    HmmLinkScorer scorer = HmmLinkScorer.of(exampleModel(), Settings.none());
    AnalyzedPage page = page(PathState.NONE, "two", LINK);
    Link link = page.links().get(0);

    Explanation explanation = scorer.forPage(page).explain(link);

    assertThat(explanation.value()).isEqualTo(scorer.forPage(page).score(link));
    assertThat(explanation.toTree())
        .contains(
            "priority YIELD = 0.269318",
            "predicted distance 1 = 0.311363",
            "predicted distance 2 or more = 0.575",
            "cluster of the page = 2.0",
            "cosine with its centroid = 1.0",
            "believed distance 0 = 0.0454545",
            "priority without the anchor");
  }

  /**
   * Near the link are "two", twice, and "zero", once and as rare, so the cosine with the topic
   * "zero" is 1/sqrt(5) = 0.447214. The page is the one of the first worked example, and kappa 2
   * adds 2 * 0.447214 * 0.269318 = 0.240885 to its 0.269318.
   */
  @Test
  void thePartsOfAnExplanationAreWhatTheScoreAddsUp() {
    AnalyzedPage page = page(PathState.NONE, "two two", WebLink.to("http://a.example/1", "zero"));

    Explanation explanation =
        pagesOnly(Map.of("kappa", "2")).forPage(page).explain(page.links().get(0));

    assertThat(explanation.parts())
        .extracting(Explanation::name)
        .containsExactly("priority YIELD", "raised by the link's text (kappa 2.0)");
    check(explanation.parts().get(0).value(), 0.269318);
    check(explanation.parts().get(1).value(), 0.240885);
    check(explanation.parts().get(1).parts().get(0).value(), 0.447214);
    assertThat(explanation.value())
        .isCloseTo(Explanation.sum("sum", explanation.parts()).value(), within(1e-12));
  }

  @Test
  void withoutMemoryEachPageIsSeenAsASeedIs() {
    HmmLinkScorer scorer = pagesOnly(Map.of("memory", "false"));

    PageScoring scoring = afterPath(scorer, "one", "zero", "two");

    assertThat(scoring.score(NEXT)).isEqualTo(afterPath(scorer, "two").score(NEXT));
    assertThat(scoring.pathState()).isEqualTo(PathState.NONE);
  }

  /**
   * "two" twice and "one" once have cosines of 2 and 1 to their clusters, so that the shares are
   * 4/5 and 1/5: the states have 0.05, 0.34 and 0.676, and together 1.066.
   */
  @Test
  void aPageBelongsToEachClusterThatItResembles() {
    AnalyzedPage page = page(PathState.NONE, "two two one");
    PathState soft = pagesOnly(Map.of("softClusters", "true")).forPage(page).pathState();
    PathState nearest = pagesOnly().forPage(page).pathState();

    check(soft.get(0), 0.05 / 1.066);
    check(soft.get(1), 0.34 / 1.066);
    check(soft.get(2), 0.676 / 1.066);
    check(nearest.get(0), 0.0454545);
    assertThat(soft.get(3)).as("cluster").isEqualTo(nearest.get(3)).isEqualTo(2);
  }

  @Test
  void passesDownTheBeliefAboutTheDistanceOfAnyPage() {
    HmmLinkScorer scorer = pagesOnly();

    PathState far = scorer.forPage(page(PathState.NONE, "two")).pathState();
    PathState target =
        scorer.forPage(page(afterPath(scorer, "two", "one").pathState(), "zero")).pathState();

    assertThat(far.size()).as("three distances and the cluster").isEqualTo(4);
    assertThat(mostLikely(far)).isEqualTo(2);
    assertThat(far.get(2)).isCloseTo(0.727273, sixDigits(0.727273));
    assertThat(mostLikely(target)).isZero();
    assertThat(target.get(0)).isCloseTo(0.909996, sixDigits(0.909996));
    assertThat(target.get(3)).as("cluster").isZero();
  }

  /** The most likely distance of a page, by what it passes down. */
  private static int mostLikely(PathState belief) {
    int most = 0;
    for (int distance = 1; distance < belief.size() - 1; distance++) {
      most = belief.get(distance) > belief.get(most) ? distance : most;
    }
    return most;
  }

  @Test
  void judgesByTheCosineWithTheTargets() {
    HmmModel model = exampleModel();

    assertThat(model.judge().relevance(page(PathState.NONE, "zero"))).isCloseTo(1, within(1e-12));
    assertThat(model.judge().relevance(page(PathState.NONE, "one"))).isZero();
    assertThat(model.judge().threshold()).isEqualTo(0.5);
    assertThat(model.facts()).containsEntry("made", "by hand");
  }

  @Test
  void refusesThePathStateOfAnotherModel() {
    HmmLinkScorer scorer = pagesOnly();

    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.forPage(page(PathState.of(1, 0, 0, 0, 2), "two")))
        .withMessageContaining("must have 4 numbers for a model of 3 states, but has 5");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.forPage(page(PathState.of(-1, 0, 0, 2), "two")))
        .withMessage("the path state of a page must have beliefs of 0 to 1, but number 0 was -1.0");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scorer.forPage(page(PathState.of(0, 7, 0, 2), "two")))
        .withMessage("the path state of a page must have beliefs of 0 to 1, but number 1 was 7.0");
  }

  @Test
  void refusesWrongSettings() {
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> pagesOnly(Map.of("kappa", "-1")))
        .withMessage("setting 'kappa' is '-1', allowed: a number from 0 to 1000");
    assertThatExceptionOfType(SettingException.class)
        .isThrownBy(() -> pagesOnly(Map.of("kapa", "1")))
        .withMessageContaining("setting 'kapa'");
    assertThat(pagesOnly())
        .hasToString(
            "HmmLinkScorer[HmmModel[3 states, 3 clusters, 4 terms], YIELD, SCALED, kappa 0.0,"
                + " anchorWeight 0.0, memory]");
  }

  /** The ordering claim of the paper: late in the crawl, the model harvests more. */
  @Test
  void crossesTunnelsThatBestFirstDoesNotCross() {
    HmmModel model = HmmTrainer.builder().build().train(Tunnels.trainingSet());
    int byModel = 0;
    int byRelevance = 0;
    for (long web = 1; web <= 5; web++) {
      byModel += late(harvest(HmmLinkScorer.of(model, Settings.none()), web, new ArrayList<>()));
      byRelevance += late(harvest(page -> link -> page.relevance(), web, new ArrayList<>()));
    }

    assertThat(byModel).isGreaterThan(byRelevance);
  }

  /** The windowed harvest at the end: targets among the last 20 of 40 pages. */
  private static int late(List<Boolean> harvest) {
    return Collections.frequency(harvest.subList(20, 40), true);
  }

  @Test
  void aListenerSeesTheTunnel() {
    HmmModel model = HmmTrainer.builder().build().train(Tunnels.trainingSet());
    HmmLinkScorer scorer = HmmLinkScorer.of(model, Settings.none());
    List<Visit> sightings = new ArrayList<>();

    harvest(scorer, 5, sightings);

    assertThat(sightings).hasSize(40);
    long right =
        sightings.stream()
            .filter(each -> mostLikely(each.pathState()) == distance(each.url()))
            .count();
    assertThat(right).isGreaterThan(35);
  }

  private static int distance(CrawlUrl url) {
    return List.of("target", "hub", "gate", "noise")
        .indexOf(url.path().substring(1, url.path().lastIndexOf('/')));
  }

  /** Which of the first 40 pages are targets. */
  private static List<Boolean> harvest(LinkScorer scorer, long web, List<Visit> sightings) {
    List<Boolean> found = new ArrayList<>();
    var builder =
        Crawler.builder()
            .seed(Tunnels.url("noise", 0).toString())
            .fetcher(Tunnels.web(web).fetcher())
            .strategy(Strategy.builder().textAnalyzer(TextAnalyzer.PLAIN).build())
            .judge(page -> Tunnels.isTarget(page.url()) ? 1 : 0)
            .scorer(scorer)
            .means(Means.builder().workers(1).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .maxPages(40)
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited visited) {
                    found.add(visited.visit().relevant());
                    sightings.add(visited.visit());
                  }
                });
    try (Crawler crawler = builder.build()) {
      crawler.run().orThrow();
    }
    return found;
  }
}
