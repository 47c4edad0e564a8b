package io.dowser.crawler.wanglandau;

import static io.dowser.crawler.testkit.CrawlFixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.ManualHostGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WangLandauFrontierTest {

  private static final Candidate SEED = Candidate.seed(CrawlUrl.of("http://a.example/"), 0);

  private long visits;

  @Test
  void linksOfLittleRelevanceWaitUntilNothingElseDoesAndThenTheBestComesFirst() {
    WangLandauFrontier frontier = Walks.walk(Map.of());
    frontier.seed(SEED);
    expand(frontier, poll(frontier), link(1, 0.1), link(2, 0.19), link(3, 0.2), link(4, 0.15));

    assertThat(frontier.pending.suspended.size()).isEqualTo(3);
    assertThat(frontier.size()).isEqualTo(4);
    assertThat(drain(frontier)).containsExactly(3L, 2L, 4L, 1L);
  }

  @Test
  void thePapersProfilesEndWhereThePaperDoes() {
    for (String profile : List.of("paper", "paper-strict")) {
      WangLandauFrontier frontier = Walks.walk(Map.of("profile", profile, "costModel", "lazy"));
      frontier.seed(SEED);
      expand(frontier, poll(frontier), link(1, 0.1), link(2, 0.3));

      assertThat(frontier.size()).isEqualTo(1);
      assertThat(drain(frontier)).containsExactly(2L);
      assertThat(frontier.size()).isZero();
    }
  }

  @Test
  void theStrictProfileDiscardsAndThePaperSuspends() {
    WangLandauFrontier paper = Walks.walk(Map.of("profile", "paper"));
    WangLandauFrontier strict = Walks.walk(Map.of("profile", "paper-strict"));
    for (WangLandauFrontier frontier : List.of(paper, strict)) {
      frontier.seed(SEED);
      expand(frontier, poll(frontier), 0.9, link(1, 0), link(2, 0));
      expand(frontier, poll(frontier), 0.1, link(3, 0));
      expand(frontier, poll(frontier), 0.9);
    }

    assertThat(paper.pending.suspended.size()).isEqualTo(1);
    assertThat(strict.pending.suspended.size()).isZero();
    assertThat(paper.poll(HostGate.OPEN)).as("link of the page that was parked").isEmpty();
    assertThat(paper.size()).isZero();
    assertThat(strict.poll(HostGate.OPEN)).as("link of the page that was discarded").isEmpty();
  }

  @Test
  void aSuspendedLinkIsQueuedWhenItsRankPassesTheLimit() {
    WangLandauFrontier frontier = Walks.walk(Map.of("rankLimit", "0.35"));
    frontier.seed(SEED);
    Candidate seed = poll(frontier);
    visit(frontier, seed, 0, new long[] {1, 2, 3, 4}, link(1, 0.1), link(2, 0.9), link(3, 0.9));
    assertThat(frontier.pending.suspended.size()).as("rank is 0.15 + 0.85 * 0.15 / 4").isEqualTo(1);
    for (int i = 0; i < 2; i++) { // each of them links to 1 alone
      visit(frontier, poll(frontier), 0, new long[] {1}, pending(1, 0.1));
    }

    assertThat(frontier.pending.suspended.size()).as("promoted").isZero();
    assertThat(frontier.pending.queue.size()).isEqualTo(1);
    assertThat(drain(frontier)).containsExactly(1L);
  }

  @Test
  void theOldestSuspendedLinkIsDroppedAndComesAgainWhenItIsFoundAgain() {
    WangLandauFrontier frontier = Walks.walk(Map.of("ranks", "false", "suspendedCapacity", "2"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), link(1, 0.15), link(2, 0.1), link(3, 0.1), link(4, 0.9));

    assertThat(frontier.pending.contains(1)).as("the oldest of three").isFalse();
    assertThat(frontier.size()).isEqualTo(3);
    expand(frontier, poll(frontier), pending(1, 0.12));
    assertThat(frontier.pending.contains(2)).as("now the oldest of three").isFalse();
    assertThat(drain(frontier)).containsExactly(1L, 3L);
  }

  @Test
  void aSuspendedLinkThatScoresHigherElsewhereIsQueued() {
    WangLandauFrontier frontier = Walks.walk(Map.of("ranks", "false"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), link(1, 0.1), link(2, 0.9));
    expand(frontier, poll(frontier), pending(1, 0.5));

    assertThat(frontier.pending.queue.size()).isEqualTo(1);
    assertThat(frontier.pending.suspended.size()).isZero();
    assertThat(poll(frontier).score()).isEqualTo(0.5);
    assertThat(frontier.size()).isZero();
  }

  @Test
  void aLearningScorerRaisesAndPromotesLinks() {
    WangLandauFrontier frontier = Walks.walk(Map.of("ranks", "false", "refusals", "1"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), link(1, 0.1), link(2, 0.9), link(3, 0.05));
    frontier.rekey(
        candidate -> candidate.sequence() == 3 ? 0.01 : 0.2 + candidate.sequence() / 10.0);

    assertThat(frontier.pending.suspended.size()).isEqualTo(1);
    assertThat(frontier.pending.queue.size()).isEqualTo(2);
    assertThat(drain(frontier)).hasSize(3).endsWith(3L);
  }

  @Test
  void theWorstIsASuspendedLinkThenTheQueuedOneOfLeastScoreAndBothComeBack() {
    WangLandauFrontier frontier = Walks.walk(Map.of("ranks", "false"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), link(1, 0.1), link(2, 0.9), link(3, 0.3), link(4, 0.15));
    List<Candidate> removed = new ArrayList<>();
    while (frontier.size() > 0) {
      removed.add(frontier.removeWorst().orElseThrow());
    }

    assertThat(removed).map(Candidate::sequence).containsExactly(1L, 4L, 3L, 2L);
    assertThat(frontier.removeWorst()).isEmpty();
    removed.forEach(frontier::putBack);
    assertThat(frontier.pending.suspended.size()).isEqualTo(2);
    assertThat(drain(frontier)).hasSize(4).endsWith(4L, 1L);
  }

  @Test
  void aLinkThatIsPutBackIsNeverDiscarded() {
    WangLandauFrontier frontier = Walks.walk(Map.of("ranks", "false", "suspendedCapacity", "0"));

    frontier.putBack(link(1, 0.1).candidate());

    assertThat(drain(frontier)).containsExactly(1L);
  }

  @Test
  void nothingIsGivenBeyondTheStepLimit() {
    WangLandauFrontier frontier = Walks.walk(Map.of("stepLimit", "3", "refusals", "1"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), links(1, 20));

    assertThat(drain(frontier).size()).isLessThanOrEqualTo(6);
    assertThat(frontier.sampler.walk.steps).isEqualTo(4);
    assertThat(frontier.size()).isZero();
    assertThat(frontier.pending.queue.size()).isPositive();
  }

  @Test
  void ofEqualMeansTheRegionWithMoreLinksWinsAndThenTheOneSeenFirst() {
    WangLandauFrontier frontier = Walks.walk(Map.of());
    frontier.seed(SEED);
    expand(frontier, poll(frontier), at("b", 1, 0.5), at("c", 2, 0.5), at("c", 3, 0.5));

    assertThat(poll(frontier).url().host()).isEqualTo("c.example");
    assertThat(poll(frontier).url().host()).isEqualTo("b.example");
    assertThat(poll(frontier).url().host()).isEqualTo("c.example");
  }

  @Test
  void theBestReadyRegionProposesWhileTheWinnerIsDelayed() {
    WangLandauFrontier frontier = Walks.walk(Map.of());
    var gate = new ManualHostGate(Duration.ofSeconds(1));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), at("b", 1, 0.9), at("c", 2, 0.5), at("b", 3, 0.9));
    gate.visitEnds(CrawlUrl.of("http://b.example/"));

    assertThat(frontier.poll(gate)).map(Candidate::sequence).contains(2L);
    assertThat(frontier.poll(gate)).isEmpty();
    gate.advance(Duration.ofSeconds(1));
    assertThat(frontier.poll(gate)).isPresent();
  }

  @Test
  void childrenAreAllPolledBeforeTheNextProposalWhateverTheWorkersDo() {
    WangLandauFrontier frontier = Walks.walk(Map.of("profile", "paper"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), 0.9, link(1, 0), link(2, 0), link(3, 0));
    long proposals = frontier.sampler.walk.steps;
    List<Candidate> children = List.of(poll(frontier), poll(frontier), poll(frontier));

    assertThat(children).map(Candidate::sequence).containsExactly(1L, 2L, 3L);
    assertThat(frontier.poll(HostGate.OPEN)).as("while children are under way").isEmpty();
    expand(frontier, children.get(0), 0.8, link(4, 0));
    expand(frontier, children.get(2), 0.7, link(5, 0));
    assertThat(frontier.poll(HostGate.OPEN)).as("while one child is under way").isEmpty();
    assertThat(frontier.sampler.walk.steps).isEqualTo(proposals + 1);
    frontier.abandon(children.get(1), AbandonReason.FETCH_FAILED);
    assertThat(poll(frontier).sequence()).isIn(4L, 5L);
  }

  @Test
  void speculationLetsTheWalkContinueWhileChildrenAreInFlight() {
    WangLandauFrontier frontier = Walks.walk(Map.of("profile", "paper", "speculation", "1"));
    frontier.seed(SEED);
    frontier.seed(Candidate.seed(CrawlUrl.of("http://b.example/"), 9));
    Candidate first = poll(frontier);
    Candidate second = poll(frontier);
    expand(frontier, first, 0.9, link(1, 0));
    expand(frontier, second, 0.9, link(2, 0));

    assertThat(List.of(poll(frontier).sequence(), poll(frontier).sequence()))
        .containsExactlyInAnyOrder(1L, 2L);
  }

  @Test
  void aFetchedPageIsPendingUnderItsAnchorAndItsText() {
    WangLandauFrontier frontier = Walks.walk(Map.of("profile", "paper"));
    frontier.seed(SEED);
    expand(frontier, poll(frontier), 0.5, link(1, 0.8));
    expand(frontier, poll(frontier), 0.5, link(2, 0.8));

    poll(frontier); // expands page 1, whose relevance is 0.3 * 0.8 + 0.7 * 0.5 = 0.59
    assertThat(bandsSeen(frontier)).containsExactly(25, 29);
  }

  @Test
  void aFetchedPageIsPendingUnderTheScorersRelevanceAndNotUnderTheJudges() {
    WangLandauFrontier frontier = Walks.walk(Map.of("profile", "paper"));
    frontier.seed(SEED);
    AnalyzedPage page = CrawlFixtures.page(poll(frontier), "").withRelevance(0.9, true);

    frontier.expand(Visits.carrying(page, RelevancePathState.of(0.31)), List.of());
    frontier.poll(HostGate.OPEN);

    assertThat(bandsSeen(frontier)).containsExactly(15);
  }

  @Test
  void proposalsAreRefusedAndStagesEnd() {
    WangLandauFrontier frontier = Walks.walk(Map.of("interval", "50"), new SplittableRandom(7));
    var crawl = new RandomCrawl(7);
    crawl.seeds().forEach(frontier::seed);
    int taken = 0;
    Optional<Candidate> next = frontier.poll(HostGate.OPEN);
    while (next.isPresent() && taken < 1_000) {
      taken++;
      crawl.polled(next.get());
      List<ScoredLink> links = crawl.links(next.get());
      frontier.expand(crawl.visit(next.get(), links), links);
      next = frontier.poll(HostGate.OPEN);
    }

    Walk walk = frontier.sampler.walk;
    assertThat((double) taken / walk.steps).as("links for a proposal").isBetween(0.2, 0.9);
    assertThat(walk.lnF).as("increment").isLessThan(1);
    assertThat(Math.scalb(1.0, Math.getExponent(walk.lnF))).isEqualTo(walk.lnF);
  }

  private static int[] bandsSeen(WangLandauFrontier frontier) {
    boolean[] seen = frontier.sampler.walk.seen;
    return java.util.stream.IntStream.range(0, seen.length).filter(band -> seen[band]).toArray();
  }

  @Test
  void drawsFollowTheWeights() {
    int[] drawn = new int[3];
    var random = new SplittableRandom(11);
    for (int i = 0; i < 30_000; i++) {
      WangLandauFrontier frontier =
          Walks.walk(Map.of("ranks", "false", "leastRelevance", "0"), random);
      frontier.seed(SEED);
      expand(frontier, poll(frontier), link(1, 0.6), link(2, 0.39), link(3, 0));
      drawn[(int) poll(frontier).sequence() - 1]++; // a first proposal is always accepted
    }

    // five standard deviations of a binomial: 0.014 for the first two, 0.003 for the last
    assertThat(drawn[0] / 30_000.0).isCloseTo(0.6, within(0.015));
    assertThat(drawn[1] / 30_000.0).isCloseTo(0.39, within(0.015));
    assertThat(drawn[2] / 30_000.0).as("least weight").isCloseTo(0.01, within(0.003));
  }

  private List<Long> drain(Frontier frontier) {
    List<Long> polled = new ArrayList<>();
    Optional<Candidate> next = frontier.poll(HostGate.OPEN);
    while (next.isPresent()) {
      polled.add(next.get().sequence());
      expand(frontier, next.get());
      next = frontier.poll(HostGate.OPEN);
    }
    return polled;
  }

  private void expand(Frontier frontier, Candidate page, ScoredLink... links) {
    expand(frontier, page, 0, links);
  }

  private void expand(Frontier frontier, Candidate page, double relevance, ScoredLink... links) {
    long[] targets = Arrays.stream(links).mapToLong(link -> link.candidate().sequence()).toArray();
    visit(frontier, page, relevance, targets, links);
  }

  private void visit(
      Frontier frontier, Candidate page, double relevance, long[] targets, ScoredLink... links) {
    AnalyzedPage analyzed = CrawlFixtures.page(page, "").withRelevance(relevance, true);
    frontier.expand(CrawlFixtures.visit(++visits, analyzed, targets), List.of(links));
  }

  private static ScoredLink[] links(int first, int last) {
    return java.util.stream.IntStream.rangeClosed(first, last)
        .mapToObj(number -> link(number, 0.2 + 0.03 * number))
        .toArray(ScoredLink[]::new);
  }

  private static ScoredLink link(long number, double score) {
    return at("b", number, score);
  }

  private static ScoredLink pending(long number, double score) {
    return new ScoredLink(at("b", number, score).link(), at("b", number, score).candidate(), true);
  }

  private static ScoredLink at(String host, long number, double score) {
    return CrawlFixtures.scoredLink(
        CrawlFixtures.candidate("http://" + host + ".example/" + number, number, score), false);
  }
}
