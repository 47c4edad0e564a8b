package io.dowser.crawler.shark;

import static io.dowser.crawler.shark.Sharks.crawl;
import static io.dowser.crawler.shark.Sharks.expand;
import static io.dowser.crawler.shark.Sharks.expandOutLinks;
import static io.dowser.crawler.shark.Sharks.link;
import static io.dowser.crawler.shark.Sharks.seed;
import static io.dowser.crawler.testkit.CrawlFixtures.candidate;
import static io.dowser.crawler.testkit.CrawlFixtures.drain;
import static io.dowser.crawler.testkit.CrawlFixtures.page;
import static io.dowser.crawler.testkit.CrawlFixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.testkit.InMemoryWeb.WebLink;
import io.dowser.crawler.testkit.ManualHostGate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharkFrontierTest {

  private static final double DIGITS = 5e-7;

  /** R, key word in the anchor, key word in the URL, potential, store. */
  @ParameterizedTest
  @CsvSource({
    "0.31, no,  no,  0.01, prior",
    "0.30, no,  yes, 0.05, prior",
    "0.20, yes, no,  0.05, prior",
    "0.20, no,  no,  0.21, prior",
    "0.20, no,  no,  0.10, normal",
    "0.20, no,  no,  0.01, error",
    "0.05, yes, yes, 0.10, normal",
    "0.05, yes, yes, 0.25, prior",
    "0.10, yes, no,  0.01, prior",
    "0.05, no,  no,  0.02, normal",
    "0.05, yes, yes, 0.01, error",
    "0.20, no,  no,  0.20, prior",
    "0.30, no,  no,  0.02, normal",
    "1.00, no,  no,  0.00, prior"
  })
  void truthTableRowByRow(double r, String a, String s, double potential, String store) {
    SharkFrontier frontier = Sharks.frontier("releaseRejected", "false");
    frontier.seed(seed(0));
    String url = "http://a.example/" + (s.equals("yes") ? "laser" : "1");
    Candidate to = candidate(url, 1, potential);
    Link link = Link.of(to.url(), a.equals("yes") ? "a laser beam" : "a beam");

    expand(frontier, poll(frontier), r, new ScoredLink(link, to, false));

    assertThat(frontier.size()).isEqualTo(store.equals("error") ? 0 : 1);
    assertThat(frontier.explain(1).orElseThrow().name())
        .contains(store.equals("error") ? "error store: rejected" : store + " queue");
  }

  @ParameterizedTest
  @CsvSource({"10,  0.28725, 0.27", "100, 0.24675, 0.2565"})
  void valuesOfTheWorkedExample(int n, double valueA, double valueB) {
    SharkFrontier frontier = twoLinks(n);

    assertThat(value(frontier, 1)).isCloseTo(valueA, within(DIGITS));
    assertThat(value(frontier, 2)).isCloseTo(valueB, within(DIGITS));
  }

  @Test
  void orderFlipsBetweenTwentyThreeAndTwentyFourPages() {
    for (int n = 4; n <= 40; n++) {
      assertThat(poll(twoLinks(n)).sequence()).as("N = %d", n).isEqualTo(n <= 23 ? 1 : 2);
    }
  }

  /** A: potential 0.285 and 3 in-links; B: 0.30 and 1; n crawled pages. */
  private static SharkFrontier twoLinks(int n) {
    SharkFrontier frontier = Sharks.frontier("profile", "paper");
    crawl(frontier, n - 3);
    frontier.seed(seed(10));
    frontier.seed(seed(11));
    frontier.seed(seed(12));
    expand(frontier, poll(frontier), 1, link(1, 0.285, false), link(2, 0.30, false));
    expand(frontier, poll(frontier), 1, link(1, 0.1, true));
    expand(frontier, poll(frontier), 1, link(1, 0.2, true));
    return frontier;
  }

  @Test
  void thePageThatThreeOfSixPagesCiteGoesBeforeThePageThatOneCites() {
    SharkFrontier frontier = Sharks.frontier();
    for (int i = 0; i < 6; i++) {
      frontier.seed(seed(10 + i));
    }
    expand(frontier, poll(frontier), 1, link(8, 0.2, false));
    expand(frontier, poll(frontier), 1, link(7, 0.2, false));
    expand(frontier, poll(frontier), 1, link(7, 0.2, true));
    expand(frontier, poll(frontier), 1, link(7, 0.2, true));
    expand(frontier, poll(frontier), 1);
    expand(frontier, poll(frontier), 1);

    assertThat(value(frontier, 7)).isCloseTo(0.245, within(DIGITS));
    assertThat(value(frontier, 8)).isCloseTo(0.195, within(DIGITS));
    assertThat(drain(frontier)).containsExactly(7L, 8L);
  }

  @Test
  void paperTakesOneFromEachQueueInTurn() {
    SharkFrontier frontier = Sharks.frontier("profile", "paper");
    fillBothQueues(frontier);

    assertThat(drain(frontier)).containsExactly(4L, 1L, 5L, 2L, 6L, 3L);
  }

  @Test
  void recommendedTakesFromTheNormalQueueWhatThePriorQueueCannotGive() {
    SharkFrontier frontier = Sharks.frontier();
    fillBothQueues(frontier);

    assertThat(drain(frontier)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
  }

  @Test
  void aRatioGivesThePriorQueueMoreTurns() {
    SharkFrontier frontier = Sharks.frontier("turnRatio", "2");
    fillBothQueues(frontier);

    assertThat(drain(frontier)).containsExactly(1L, 4L, 2L, 3L, 5L, 6L);
  }

  /** Prior 1, 2, 3; normal 4, 5, 6. The seed has taken a turn of the prior queue. */
  private static void fillBothQueues(SharkFrontier frontier) {
    frontier.seed(seed(0));
    expand(
        frontier,
        poll(frontier),
        0.05,
        link(1, 0.5, false),
        link(2, 0.4, false),
        link(3, 0.3, false),
        link(4, 0.15, false),
        link(5, 0.10, false),
        link(6, 0.05, false));
  }

  @Test
  void theQueueWhoseHostsAreAllDelayedLosesItsTurn() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    Candidate other = candidate("http://b.example/", 2, 0.1);
    expand(
        frontier,
        poll(frontier),
        0.05,
        link(1, 0.5, false),
        new ScoredLink(Link.of(other.url(), ""), other, false));
    var gate = new ManualHostGate(Duration.ofSeconds(1));
    gate.visitEnds(link(1, 0, false).candidate().url());

    assertThat(frontier.poll(gate)).map(Candidate::sequence).contains(2L);
    assertThat(frontier.poll(gate)).isEmpty();
    gate.advance(Duration.ofSeconds(1));
    assertThat(frontier.poll(gate)).map(Candidate::sequence).contains(1L);
  }

  @Test
  void paperEndsWhenBothQueuesAreEmptyAndRecommendedThenTakesRejectedUrlsByValue() {
    for (SharkProfile profile : SharkProfile.values()) {
      SharkFrontier frontier = Sharks.frontier("profile", "" + profile);
      frontier.seed(seed(0));
      expand(frontier, poll(frontier), 0.05, link(1, 0.01, false), link(2, 0.015, false));
      frontier.seed(seed(5));
      expand(frontier, poll(frontier), 0.05, link(1, 0.001, true), link(3, 0.3, false));

      assertThat(drain(frontier))
          .as("%s", profile)
          .containsExactly(
              profile == SharkProfile.PAPER ? new Long[] {3L} : new Long[] {3L, 1L, 2L});
    }
  }

  @Test
  void aLinkOfAReleasedPageGoesBeforeWhatIsStillRejected() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    expand(frontier, poll(frontier), 0.05, link(1, 0.015, false), link(2, 0.01, false));
    assertThat(frontier.size()).isEqualTo(2);
    assertThat(frontier.explain(1).orElseThrow().toTree())
        .contains("in the error store: rejected (page below lowerLimit", "in-links h = 1.0");

    Candidate released = poll(frontier);
    assertThat(released.sequence()).isEqualTo(1);
    assertThat(frontier.explain(1)).as("under way").isEmpty();
    expand(frontier, released, 0.05, link(3, 0.05, false));

    assertThat(drain(frontier)).containsExactly(3L, 2L);
  }

  @Test
  void aStoppedVisitToAReleasedUrlGoesBackIntoTheErrorStore() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    expand(frontier, poll(frontier), 0.05, link(1, 0.015, false), link(2, 0.01, false));

    frontier.abandon(poll(frontier), AbandonReason.STOPPED);
    frontier.seed(seed(3));

    assertThat(frontier.explain(1).orElseThrow().name()).contains("error store", "released");
    assertThat(drain(frontier)).containsExactly(3L, 1L, 2L);
  }

  @Test
  void aLearningScorerFreesRejectedUrlsThatAreKept() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    expand(
        frontier,
        poll(frontier),
        0.05,
        link(1, 0.01, false),
        link(2, 0.01, false),
        link(3, 0.01, false));

    frontier.rekey(each -> new double[] {0, 0.3, 0.1, 0.001}[(int) each.sequence()]);

    assertThat(frontier.explain(1).orElseThrow().name()).contains("prior queue", "learned");
    assertThat(frontier.explain(2).orElseThrow().name()).contains("normal queue", "learned");
    assertThat(frontier.explain(3).orElseThrow().name()).contains("error store");
    assertThat(drain(frontier)).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aRejectedUrlIsFreedByABetterLinkAndItsInLinksWereCounted() {
    SharkFrontier frontier = Sharks.frontier("releaseRejected", "false");
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    expand(frontier, poll(frontier), 0.05, link(2, 0.01, false));
    assertThat(frontier.size()).as("the other seed").isEqualTo(1);

    expand(frontier, poll(frontier), 0.5, link(2, 0.005, true));

    assertThat(frontier.size()).isEqualTo(1);
    assertThat(frontier.inLinks(2)).isEqualTo(2);
    assertThat(value(frontier, 2)).isCloseTo(0.85 * 0.005 + 0.15 * 2 / 2, within(1e-12));
    assertThat(frontier.explain(2).orElseThrow().name()).contains("prior queue (page above");
  }

  @Test
  void aUrlFoundAgainKeepsTheLargerPotentialWithWhatBelongsToIt() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    frontier.seed(seed(2));
    expand(frontier, poll(frontier), 0.5, carrying(3, 0.3, 0.11, false));
    expand(frontier, poll(frontier), 0.5, carrying(3, 0.4, 0.22, true));
    expand(frontier, poll(frontier), 0.5, carrying(3, 0.2, 0.33, true));

    Candidate polled = poll(frontier);

    assertThat(polled.score()).isEqualTo(0.4);
    assertThat(polled.pathState()).isEqualTo(PathState.of(0.22));
  }

  private static ScoredLink carrying(long url, double score, double inherited, boolean pending) {
    ScoredLink link = link(url, score, pending);
    Candidate to = link.candidate();
    return new ScoredLink(
        link.link(),
        new Candidate(to.url(), url, 1, score, 0, 0, PathState.of(inherited), LinkFeatures.NONE),
        pending);
  }

  @Test
  void aUrlMovesFromTheNormalToThePriorQueueAndNeverBack() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    frontier.seed(seed(2));
    expand(frontier, poll(frontier), 0.05, link(3, 0.1, false));
    assertThat(frontier.explain(3).orElseThrow().name()).contains("normal queue");

    expand(frontier, poll(frontier), 0.2, link(3, 0.05, "laser", true));
    assertThat(frontier.explain(3).orElseThrow().name()).contains("prior queue", "key word");

    expand(frontier, poll(frontier), 0.05, link(3, 0.15, true));
    assertThat(frontier.explain(3).orElseThrow().name()).contains("prior queue", "key word");
    assertThat(poll(frontier).score()).isEqualTo(0.15);
  }

  @Test
  void inLinksAreCountedForVisitedAndRejectedUrlsToo() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    Candidate first = poll(frontier);
    expandOutLinks(frontier, first, 1, 2);
    Candidate second = poll(frontier);
    expandOutLinks(frontier, second, 0, 2);

    assertThat(frontier.inLinks(0)).isEqualTo(1);
    assertThat(frontier.inLinks(1)).isEqualTo(1);
    assertThat(frontier.inLinks(2)).isEqualTo(2);
    assertThat(frontier.inLinks(3)).isZero();
  }

  @Test
  void pagesOfOneHostCanCountOnce() {
    SharkFrontier frontier = Sharks.frontier("linkSources", "hosts");
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    expandOutLinks(frontier, poll(frontier), 5, 6);
    expandOutLinks(frontier, poll(frontier), 5, 6);
    frontier.seed(Candidate.seed(link(2, 1, false).candidate().url(), 2));
    expandOutLinks(frontier, poll(frontier), 5);

    assertThat(frontier.inLinks(5)).isEqualTo(2);
    assertThat(frontier.inLinks(6)).isEqualTo(1);
  }

  @Test
  void dividingByTheLargestCountKeepsTheInLinkPartAlive() {
    SharkFrontier frontier = Sharks.frontier("linkShare", "largest-count");
    crawl(frontier, 100);
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    expand(frontier, poll(frontier), 1, link(2, 0.30, false), link(3, 0.35, false));
    expand(frontier, poll(frontier), 1, link(2, 0.30, true));

    assertThat(value(frontier, 2)).isCloseTo(0.85 * 0.30 + 0.15, within(1e-12));
    assertThat(value(frontier, 3)).isCloseTo(0.85 * 0.35 + 0.15 * 0.5, within(1e-12));
    assertThat(drain(frontier)).containsExactly(2L, 3L);
  }

  @Test
  void seedsHavePotentialOneInThePaperAndComeBeforeAllLinksOtherwise() {
    for (SharkProfile profile : SharkProfile.values()) {
      SharkFrontier frontier = Sharks.frontier("profile", "" + profile, "turnRatio", "0");
      frontier.seed(seed(0));
      expand(frontier, poll(frontier), 1, link(1, 7, false), link(2, 0.66, false));
      frontier.seed(seed(3));

      assertThat(drain(frontier))
          .containsExactly(
              profile == SharkProfile.PAPER ? new Long[] {1L, 3L, 2L} : new Long[] {3L, 1L, 2L});
    }
  }

  @Test
  void inLinksAloneCanDecideWithThetaZero() {
    SharkFrontier frontier = Sharks.frontier("theta", "0");
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    expand(
        frontier, poll(frontier), 1, link(2, 0.1, false), link(3, 0.6, false), link(4, 0.6, false));
    expand(frontier, poll(frontier), 1, link(2, 0.1, true));

    assertThat(drain(frontier)).containsExactly(2L, 3L, 4L);
  }

  @Test
  void aLearningScorerPromotesAndLosesNothing() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    expand(frontier, poll(frontier), 0.05, link(1, 0.5, false), link(2, 0.1, false));

    frontier.rekey(each -> each.sequence() == 1 ? 0.001 : 0.9);

    assertThat(frontier.explain(2).orElseThrow().name()).contains("prior queue", "learned");
    assertThat(frontier.explain(1).orElseThrow().name()).contains("prior queue");
    assertThatThrownBy(() -> frontier.rekey(each -> each.sequence() == 2 ? Double.NaN : 0.3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("score must be finite, but was NaN");
    assertThat(drain(frontier)).containsExactly(2L, 1L);
  }

  @Test
  void aStoppedVisitGoesBackToItsQueue() {
    SharkFrontier frontier = Sharks.frontier("profile", "paper");
    fillBothQueues(frontier);
    Candidate fromNormal = poll(frontier);
    assertThat(fromNormal.sequence()).isEqualTo(4);

    frontier.abandon(fromNormal, AbandonReason.STOPPED);

    assertThat(frontier.explain(4).orElseThrow().name()).contains("normal queue");
    assertThat(drain(frontier)).containsExactly(1L, 4L, 2L, 5L, 3L, 6L);
  }

  @Test
  void aUrlThatIsPutBackGoesWhereTheSavedStateHasItAndOtherwiseByItsPotential() throws IOException {
    SharkFrontier saved = Sharks.frontier();
    saved.seed(seed(0));
    saved.seed(seed(9));
    expand(saved, poll(saved), 0.2, link(1, 0.05, "laser", false), link(2, 0.1, false));
    expand(saved, poll(saved), 0.05, link(3, 0.01, false), link(4, 0.015, false));

    SharkFrontier frontier = Sharks.restore(Sharks.frontier(), Sharks.save(saved));
    frontier.putBack(link(1, 0.05, false).candidate());
    frontier.putBack(link(2, 0.1, false).candidate());
    frontier.putBack(link(3, 0.01, false).candidate());
    frontier.putBack(link(4, 0.3, false).candidate()); // freed since the state was saved
    frontier.putBack(link(5, 0.3, false).candidate()); // found since then
    frontier.putBack(link(6, 0.01, false).candidate());
    frontier.putBack(seed(7));

    assertThat(frontier.size()).isEqualTo(7);
    assertThat(frontier.explain(1).orElseThrow().name()).contains("prior queue", "key word");
    assertThat(frontier.explain(2).orElseThrow().name()).contains("normal queue");
    assertThat(frontier.explain(3).orElseThrow().name()).contains("error store: rejected");
    assertThat(frontier.explain(4).orElseThrow().name()).contains("prior queue");
    assertThat(frontier.explain(5).orElseThrow().name()).contains("prior queue");
    assertThat(frontier.explain(6).orElseThrow().name()).contains("normal queue");
    assertThat(frontier.inLinks(1)).isEqualTo(1);
    assertThat(drain(frontier)).containsExactly(7L, 4L, 5L, 1L, 2L, 6L, 3L);
  }

  @Test
  void theWorstIsARejectedUrlThenOneOfTheNormalQueueThenOfThePriorQueue() {
    SharkFrontier frontier = Sharks.frontier();
    fillBothQueues(frontier);
    frontier.seed(seed(9));
    expand(frontier, poll(frontier), 0.05, link(7, 0.01, false), link(6, 0.05, true));
    List<Long> removed = new ArrayList<>();
    while (frontier.size() > 0) {
      removed.add(frontier.removeWorst().orElseThrow().sequence());
    }

    assertThat(removed).as("6 has two in-links").containsExactly(7L, 5L, 6L, 4L, 3L, 2L, 1L);
    assertThat(frontier.removeWorst()).isEmpty();
  }

  @Test
  void aFailedUrlIsInTheErrorStoreAndStaysThere() {
    SharkFrontier frontier = Sharks.frontier();
    frontier.seed(seed(0));
    frontier.seed(seed(1));
    frontier.abandon(poll(frontier), AbandonReason.FETCH_FAILED);
    Candidate failed = seed(0);
    ScoredLink toFailed =
        new ScoredLink(
            Link.of(failed.url(), "laser"), candidate(failed.url().toString(), 0, 0.6), true);

    expand(frontier, poll(frontier), 1, toFailed);

    assertThat(frontier.size()).isZero();
    assertThat(frontier.explain(0).orElseThrow().toTree())
        .contains("failed (fetch_failed)", "in-links = 1.0");
  }

  @Test
  void anExplanationHasPotentialAndInLinksAsAddends() {
    SharkFrontier frontier = twoLinks(10);

    Explanation explanation = frontier.explain(1).orElseThrow();

    assertThat(explanation.parts().stream().mapToDouble(Explanation::value).sum())
        .isCloseTo(explanation.value(), within(1e-12));
    assertThat(explanation.toTree())
        .contains("prior queue (page above upperLimit)")
        .contains("potential = 0.285")
        .contains("in-links h = 3.0")
        .contains("crawled pages N = 10.0");
    assertThat(frontier.explain(10)).as("visited").isEmpty();
    assertThat(frontier.explain(99_999)).as("never seen").isEmpty();
  }

  @Test
  void theRelevanceThatDecidesComesWithTheVisitSoTheTextOfThePageNeedNotBeThere() {
    AnalyzedPage page =
        page("http://a.example/", "laser laser beam", WebLink.to("http://b.example/", "x"));
    ScoredLink link = link(1, 0.01, "x", false);
    PathState pathState = Sharks.scorer().forPage(page).pathState();
    for (AnalyzedPage reported : List.of(page, page("http://a.example/", ""))) {
      SharkFrontier frontier = Sharks.frontier();
      frontier.seed(reported.arrival());
      poll(frontier);

      frontier.expand(Sharks.visit(reported, pathState, 1), List.of(link));

      assertThat(frontier.explain(1).orElseThrow().name()).contains("page above upperLimit");
    }
  }

  private static double value(SharkFrontier frontier, long url) {
    return frontier.explain(url).orElseThrow().value();
  }
}
