package io.dowser.crawler.shark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharkScorerTest {

  private static final double DIGITS = 5e-7;
  private final SharkScorer paper = Sharks.scorer("profile", "paper");
  private final SharkScorer recommended = Sharks.scorer();

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.3,  0.2, 0.3,  1,   0.405",
    "0.5, 0.05, 0.2, 0.3,  0.2, 0.285",
    "0,   0.05, 0.2, 0,    0.2, 0.03",
    "1,   1,    1,   0.6,  1,   0.66",
    "0.1, 0,    0,   0.06, 0,   0.051"
  })
  void potentialOfTheWorkedExamples(
      double r, double anchor, double context, double inherited, double simContext, double p) {
    double handedOn = paper.inherited(r, 0.9);
    double of = paper.speaksForItself(anchor) ? 1 : context;

    assertThat(handedOn).isCloseTo(inherited, within(DIGITS));
    assertThat(of).isEqualTo(simContext);
    assertThat(paper.potential(handedOn, of)).isCloseTo(p, within(DIGITS));
  }

  @Test
  void aPageThatSaysLittleHandsOnWhatItInheritedButNotInThePaper() {
    assertThat(recommended.inherited(0, 0.30)).isCloseTo(0.18, within(DIGITS));
    assertThat(recommended.potential(0.18, 0.2)).isCloseTo(0.183, within(DIGITS));
    assertThat(paper.potential(paper.inherited(0, 0.30), 0.2)).isCloseTo(0.03, within(DIGITS));
    assertThat(recommended.inherited(0.1, 0.30))
        .as("R at lowerLimit")
        .isCloseTo(0.06, within(1e-12));
    assertThat(recommended.inherited(0.09, 0.05)).as("R is larger").isCloseTo(0.054, within(1e-12));
  }

  @Test
  void anAnchorAtTheThresholdDoesNotSpeakForItself() {
    assertThat(paper.speaksForItself(0.10)).isFalse();
    assertThat(paper.speaksForItself(Math.nextUp(0.10))).isTrue();
    assertThat(Sharks.scorer("anchorThreshold", "0").speaksForItself(0))
        .as("an anchor without key words is never above a threshold of 0")
        .isFalse();
  }

  @Test
  void originalSharkSearchGivesTheWorkedExample() {
    var original = Sharks.original(Sharks.LASER);

    double inherited = original.inherited(0, 0.24);
    double neighbourhood = original.neighbourhood(0, 0.2);

    assertThat(inherited).isCloseTo(0.12, within(DIGITS));
    assertThat(neighbourhood).isCloseTo(0.04, within(DIGITS));
    assertThat(original.potential(inherited, neighbourhood)).isCloseTo(0.08, within(DIGITS));
    assertThat(original.inherited(0.5, 0.24)).as("a page with a key word").isEqualTo(0.25);
  }

  @Test
  void aLinkIsScoredByItsPageItsAnchorAndItsContext() {
    // laser 2, beam 1, red 1, blue 1: R = 2 / sqrt(4 + 1 + 1 + 1)
    AnalyzedPage page =
        page(
            "http://a.example/",
            "laser beam",
            new WebLink("http://b.example/", "red laser", ""),
            new WebLink("http://c.example/", "blue", ""));
    double r = 2 / Math.sqrt(7);
    PageScoring scoring = paper.forPage(page);

    assertThat(Sharks.LASER.relevance(page)).isCloseTo(r, within(1e-12));
    assertThat(scoring.score(page.links().get(0)))
        .as("its anchor is 1/sqrt(2) laser")
        .isCloseTo(0.85 * 0.6 * r + 0.15, within(1e-12));
    assertThat(scoring.score(page.links().get(1)))
        .as("around it are laser twice, beam and red")
        .isCloseTo(0.85 * 0.6 * r + 0.15 * (2 / Math.sqrt(6)), within(1e-12));
    assertThat(handedOn(scoring)).isEqualTo(0.6 * r);
    assertThat(SharkPathState.relevance(scoring.pathState(), 0.5)).isEqualTo(r);
  }

  @Test
  void contextReachesTheGivenTokensAndLeavesTheAnchorOut() {
    AnalyzedPage page =
        page(
            "http://a.example/",
            "laser one two three",
            new WebLink("http://b.example/", "maser", ""),
            new WebLink("http://c.example/", "end", ""));
    Link link = page.links().get(0);

    assertThat(Sharks.LASER.on(page).context(link, 3)).isZero();
    assertThat(Sharks.LASER.on(page).context(link, 4))
        .as("laser, one, two, three, end")
        .isCloseTo(1 / Math.sqrt(5), within(1e-12));
    assertThat(Sharks.LASER.on(page).context(link, 0)).isZero();
  }

  @Test
  void theWordsOfTheAnchorAreNotItsContext() {
    AnalyzedPage page = page("http://a.example/", "", WebLink.to("http://b.example/", "laser"));

    assertThat(Sharks.LASER.on(page).context(page.links().get(0), 20)).isZero();
    assertThat(Sharks.LASER.on(page).anchor(page.links().get(0))).isEqualTo(1);
    assertThat(Sharks.LASER.inAnchor(page.links().get(0))).isTrue();
  }

  @Test
  void withinTheKeyWordsTheLengthOfAPageDoesNotMatter() {
    KeyWords topicOnly =
        KeyWords.ofPages(
            Sharks.settings("vocabulary", "topic-only"),
            CrawlContext.about(Topic.of("laser", "photon")),
            DocumentFrequencies.NONE);
    AnalyzedPage page = page("http://a.example/", "laser and very much else of no interest");

    assertThat(topicOnly.relevance(page)).isCloseTo(1 / Math.sqrt(2), within(1e-12));
  }

  @Test
  void aWorkedExampleOfThePageCosine() {
    KeyWords keyWords = Sharks.keyWords(Topic.of("laser", "photon"));

    assertThat(keyWords.relevance(page("http://a.example/", "laser laser photon beam")))
        .isCloseTo(0.866025, within(DIGITS));
    assertThat(keyWords.relevance(page("http://a.example/", ""))).isZero();
  }

  @Test
  void aSilentSeedHandsOnLittleAndInThePaperNothing() {
    AnalyzedPage silent = page("http://a.example/", "nothing");
    SharkScorer generous = Sharks.scorer("seedInherited", "0.6");

    assertThat(handedOn(recommended.forPage(silent))).isEqualTo(0.6 * 0.1);
    assertThat(handedOn(generous.forPage(silent))).isEqualTo(0.6 * 0.6);
    assertThat(handedOn(paper.forPage(silent))).isEqualTo(0);
    assertThat(handedOn(Sharks.original(Sharks.LASER).forPage(silent))).isEqualTo(0);
  }

  @Test
  void relevanceFadesOverGenerationsOfSilentPages() {
    PathState pathState = SharkPathState.of(0.30, 0);
    for (int generation = 1; generation <= 3; generation++) {
      pathState = recommended.forPage(silentPage(pathState)).pathState();
      assertThat(pathState.get(1)).isCloseTo(0.30 * Math.pow(0.6, generation), within(1e-12));
    }
    assertThat(handedOn(recommended.forPage(silentPage(PathState.NONE)))).isZero();
  }

  /** What a child of the page finds, or 0. */
  private static double handedOn(PageScoring scoring) {
    return SharkPathState.inherited(silentPage(scoring.pathState()), Double.NaN);
  }

  private static AnalyzedPage silentPage(PathState pathState) {
    return page(pathState, "nothing");
  }

  private static AnalyzedPage page(String url, String text, WebLink... links) {
    return CrawlFixtures.page(url, text, links);
  }

  private static AnalyzedPage page(PathState pathState, String text) {
    CrawlUrl url = CrawlUrl.of("http://b.example/");
    return CrawlFixtures.page(
        new Candidate(url, 1, 1, 0.5, 0, 0, pathState, LinkFeatures.NONE), text);
  }

  @Test
  void anExplanationNamesInheritedAnchorAndContext() {
    AnalyzedPage page =
        page(
            "http://a.example/",
            "laser beam",
            new WebLink("http://b.example/", "red laser", ""),
            new WebLink("http://c.example/", "blue", ""));
    PageScoring scoring = recommended.forPage(page);

    Explanation loud = scoring.explain(page.links().get(0));
    Explanation quiet = scoring.explain(page.links().get(1));

    assertThat(loud.toTree())
        .contains("inherited x 0.85", "relevance of the page", "anchor = 0.7071", "exceeded");
    assertThat(quiet.toTree()).contains("anchor = 0.0", "context = 0.8164");
  }

  @Test
  void fishSearchTakesMoreOfTheFirstLinksOfARelevantPage() {
    WebLink[] links = {
      WebLink.to("http://b.example/1", "x"),
      WebLink.to("http://b.example/1", "again"),
      WebLink.to("http://b.example/2", "x"),
      WebLink.to("http://b.example/3", "x"),
      WebLink.to("http://b.example/4", "x")
    };
    AnalyzedPage relevant = page("http://a.example/", "one laser", links);
    AnalyzedPage silent = page("http://a.example/", "", links);

    assertThat(scores(Sharks.fish(2, 3), relevant)).containsExactly(1.0, 1.0, 1.0, 1.0, 0.0);
    assertThat(scores(Sharks.fish(2, 3), silent)).containsExactly(0.5, 0.5, 0.5, 0.0, 0.0);
    var strict = new FishScorer(Sharks.LASER, 0.9, 2, new DepthBound(DepthBound.UNLIMITED));
    assertThat(scores(strict, relevant)).containsExactly(0.5, 0.5, 0.5, 0.0, 0.0);
  }

  @Test
  void linksOfIrrelevantPagesAreFollowedToTheDepthThatARelevantPageRenews() {
    for (LinkScorer scorer :
        List.of(Sharks.fish(9, 2), Sharks.original(Sharks.LASER, "depth", "2"))) {
      PageScoring ofSeed = scorer.forPage(page("http://a.example/", "nothing"));
      PageScoring next = scorer.forPage(page(ofSeed.pathState(), "nothing"));
      PageScoring last = scorer.forPage(page(next.pathState(), "nothing"));

      assertThat(dropped(ofSeed)).isEmpty();
      assertThat(dropped(next)).isEmpty();
      assertThat(dropped(last)).hasValueSatisfying(why -> assertThat(why).contains("distance"));

      PageScoring found = scorer.forPage(page(next.pathState(), "laser"));
      assertThat(dropped(found)).isEmpty();
      assertThat(dropped(scorer.forPage(page(found.pathState(), "nothing")))).isEmpty();
    }
  }

  @Test
  void withoutABoundLinksAreFollowedHoweverFarARelevantPageIs() {
    PageScoring scoring = Sharks.original(Sharks.LASER).forPage(page("http://a.example/", ""));
    for (int i = 0; i < 20; i++) {
      scoring = Sharks.original(Sharks.LASER).forPage(page(scoring.pathState(), ""));
    }
    assertThat(dropped(scoring)).isEmpty();
  }

  private static List<Double> scores(LinkScorer scorer, AnalyzedPage page) {
    return page.links().stream().map(scorer.forPage(page)::score).toList();
  }

  private static Optional<String> dropped(PageScoring scoring) {
    AnalyzedPage any = page("http://a.example/", "", WebLink.to("http://b.example/", "x"));
    return scoring.drop(any.links().get(0));
  }
}
