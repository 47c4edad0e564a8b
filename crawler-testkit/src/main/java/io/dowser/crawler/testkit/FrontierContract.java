package io.dowser.crawler.testkit;

import static io.dowser.crawler.testkit.CrawlFixtures.candidate;
import static io.dowser.crawler.testkit.CrawlFixtures.scoredLink;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link Frontier}.
 *
 * <p>The random checks drive the frontier as a crawl does, with up to some hundred candidates, and
 * keep their own records: no URL is polled twice or while its host is delayed, every ready one is
 * polled, nothing is lost, {@code size()} is right after each call, the worst candidates are
 * removed and put back, and after a restart everything that is pending is put back into a new
 * frontier. A frontier that is {@link Resumable} gets the state that it had some visits ago before
 * that, and must refuse damaged state without taking much memory.
 *
 * <pre>{@code
 * class MyFrontierTest extends FrontierContract {
 *
 *   @Override
 *   protected Frontier frontier(RandomGenerator random) {
 *     return new MyFrontier();
 *   }
 * }
 * }</pre>
 */
public abstract class FrontierContract extends PluginContract {

  private static final int STEPS = 600;

  private final CountedHosts hosts = new CountedHosts();

  /** Called by subclasses. */
  protected FrontierContract() {}

  /** The order in which a frontier returns candidates from {@code poll}. */
  public enum PollOrder {
    /**
     * Of the ready candidates always the one that {@link Candidate#goesBefore goes before} all
     * others; a pending one that is offered again is replaced if the new score is higher.
     */
    BEST_FIRST,
    /** In the order in which URLs were first offered, among those whose hosts are ready. */
    BREADTH_FIRST,
    /**
     * Seeds first, then of the ready links always one with the highest {@link Frontier#key} at
     * present. Links that were found more than once are not compared, because a frontier decides
     * how it merges them.
     */
    BY_KEY,
    /** Nothing that can be checked here. */
    ANY
  }

  /**
   * Creates the frontier under test; it must hold at least 1,000 candidates without dropping any.
   *
   * @param random the crawl's source of randomness
   * @return a new, empty frontier; always configured in the same way
   */
  protected abstract Frontier frontier(RandomGenerator random);

  /** {@return the order that the frontier promises; {@link PollOrder#ANY} by default} */
  protected PollOrder pollOrder() {
    return PollOrder.ANY;
  }

  /**
   * {@return the visits and failures of each host in the random checks, for the {@link
   * CrawlContext} of a frontier whose keys depend on them}
   */
  protected final CrawlContext.Hosts hosts() {
    return hosts;
  }

  @Test
  void anEmptyFrontierHasNothingToGive() {
    Frontier frontier = frontier(new SplittableRandom(1));

    assertThat(frontier.size()).isZero();
    assertThat(frontier.poll(HostGate.OPEN)).isEmpty();
  }

  @Test
  void everySeedComesOutOnce() {
    Frontier frontier = frontier(new SplittableRandom(1));
    List<Candidate> seeds = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      seeds.add(Candidate.seed(CrawlUrl.of("http://host" + i % 3 + ".example/" + i), i));
    }
    seeds.forEach(frontier::seed);

    assertThat(frontier.size()).isEqualTo(20);
    assertThat(pollAll(frontier)).containsExactlyInAnyOrderElementsOf(seeds);
    assertThat(frontier.size()).isZero();
  }

  @Test
  void lookingAtWhatComesNextChangesNothing() {
    Frontier looked = frontier(new SplittableRandom(1));
    Frontier other = frontier(new SplittableRandom(1));
    for (int i = 0; i < 20; i++) {
      Candidate seed = Candidate.seed(CrawlUrl.of("http://host" + i % 3 + ".example/" + i), i);
      looked.seed(seed);
      other.seed(seed);
    }

    List<Candidate> next = looked.next(2);

    assertThat(next).hasSizeLessThanOrEqualTo(2).doesNotHaveDuplicates();
    assertThat(looked.size()).isEqualTo(20);
    List<Candidate> polled = pollAll(looked);
    assertThat(polled).containsAll(next).isEqualTo(pollAll(other));
  }

  @Test
  void anEntryOfASitemapComesOutOnce() {
    Frontier frontier = frontier(new SplittableRandom(1));
    Candidate from = seedAndPoll(frontier);
    frontier.seed(candidate("http://a.example/listed", 1, 1));
    frontier.expand(CrawlFixtures.visit(1, CrawlFixtures.page(from, "")), List.of());

    assertThat(frontier.size()).isEqualTo(1);
    assertThat(pollAll(frontier)).map(Candidate::sequence).containsExactly(1L);
    assertThat(frontier.size()).isZero();
  }

  @Test
  void whatHasFailedComesOutOnceMoreIfItIsSeededAgain() {
    Frontier frontier = frontier(new SplittableRandom(1));
    Candidate from = seedAndPoll(frontier);
    frontier.expand(
        CrawlFixtures.visit(1, CrawlFixtures.page(from, "")),
        List.of(scoredLink(candidate("http://a.example/fails", 1, 1), false)));
    Candidate failed = frontier.poll(HostGate.OPEN).orElseThrow();
    frontier.abandon(failed, AbandonReason.FETCH_FAILED);
    assertThat(frontier.size()).isZero();

    frontier.seed(failed);

    assertThat(frontier.size()).isEqualTo(1);
    assertThat(pollAll(frontier)).map(Candidate::sequence).containsExactly(1L);
  }

  @Test
  void aHostThatMustBeDelayedIsNotPolledAndAnotherIsPolledInstead() {
    Frontier frontier = frontier(new SplittableRandom(1));
    var gate = new ManualHostGate(Duration.ofSeconds(1));
    CrawlUrl delayed = CrawlUrl.of("http://a.example/");
    frontier.seed(Candidate.seed(delayed, 0));
    frontier.seed(Candidate.seed(CrawlUrl.of("http://b.example/"), 1));
    gate.visitEnds(delayed);

    assertThat(frontier.poll(gate)).map(Candidate::sequence).contains(1L);
    assertThat(frontier.poll(gate)).isEmpty();
    gate.advance(Duration.ofSeconds(1));
    assertThat(frontier.poll(gate)).map(Candidate::sequence).contains(0L);
  }

  @Test
  void aHostIsPolledAgainAsSoonAsItsVisitEndedAndItsDelayPassed() {
    Frontier frontier = frontier(new SplittableRandom(1));
    var gate = new ManualHostGate(Duration.ofSeconds(1));
    frontier.seed(Candidate.seed(CrawlUrl.of("http://a.example/0"), 0));
    frontier.seed(Candidate.seed(CrawlUrl.of("http://a.example/1"), 1));
    Candidate first = frontier.poll(gate).orElseThrow();
    gate.visitBegins(first.url());
    assertThat(frontier.poll(gate)).as("poll during a visit to the only host").isEmpty();

    gate.visitEnds(first.url());
    frontier.expand(CrawlFixtures.visit(1, CrawlFixtures.page(first, "")), List.of());
    gate.advance(Duration.ofSeconds(1));

    assertThat(frontier.poll(gate)).as("poll one delay after the visit").isPresent();
  }

  @Test
  void anotherGateIsAskedWhateverTheFormerOneReported() {
    Frontier frontier = frontier(new SplittableRandom(1));
    var gate = new ManualHostGate(Duration.ofSeconds(1));
    frontier.seed(Candidate.seed(CrawlUrl.of("http://a.example/"), 0));
    gate.visitBegins(CrawlUrl.of("http://a.example/"));
    assertThat(frontier.poll(gate)).isEmpty();

    assertThat(frontier.poll(HostGate.OPEN)).isPresent();
  }

  @Test
  void linksWithExtremeScoresAllComeOut() {
    Frontier frontier = frontier(new SplittableRandom(1));
    double[] scores = {Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE, -0.0, 0.0, 1, 1};
    Candidate from = seedAndPoll(frontier);
    List<ScoredLink> links = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      links.add(scoredLink(candidate("http://a.example/" + i, i + 1, scores[i]), false));
    }
    frontier.expand(CrawlFixtures.visit(1, CrawlFixtures.page(from, "")), links);

    assertThat(pollAll(frontier))
        .map(Candidate::sequence)
        .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L);
  }

  @Test
  void everyLinkOfATreeComesOutAndBreadthFirstLevelByLevel() {
    Frontier frontier = frontier(new SplittableRandom(1));
    seedAndPoll(frontier);
    List<Long> polled = new ArrayList<>();
    Candidate from = Candidate.seed(CrawlUrl.of("http://seed.example/"), 0);
    for (int visit = 1; visit <= 15; visit++) {
      long first = 2L * visit - 1; // two children each: a complete binary tree, numbered by level
      frontier.expand(
          CrawlFixtures.visit(visit, CrawlFixtures.page(from, "")),
          List.of(child(from, first, visit % 3), child(from, first + 1, visit % 2)));
      from = frontier.poll(HostGate.OPEN).orElseThrow();
      polled.add(from.sequence());
    }

    for (int last = 16; last <= 30; last++) {
      polled.add(frontier.poll(HostGate.OPEN).orElseThrow().sequence());
    }
    List<Long> byLevel = LongStream.rangeClosed(1, 30).boxed().toList();
    assertThat(polled).containsExactlyInAnyOrderElementsOf(byLevel);
    if (pollOrder() == PollOrder.BREADTH_FIRST) {
      assertThat(polled).isEqualTo(byLevel);
    }
  }

  @Test
  void slicesOfNewScoresReachEachLinkInItsTurn() {
    Frontier frontier = frontier(new SplittableRandom(1));
    Candidate from = seedAndPoll(frontier);
    List<ScoredLink> links = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      links.add(scoredLink(candidate("http://a.example/" + i, i, i), false));
    }
    frontier.expand(CrawlFixtures.visit(1, CrawlFixtures.page(from, "")), links);
    List<Long> scored = new ArrayList<>();
    boolean done = true;
    for (int slice = 0; slice < 8; slice++) {
      done &= frontier.rekeyNext(3, each -> noted(each, scored));
    }

    if (!scored.isEmpty() || (done && pollOrder() == PollOrder.BEST_FIRST)) {
      assertThat(scored).contains(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }
    assertThat(pollAll(frontier)).hasSize(8);
  }

  private static double noted(Candidate candidate, List<Long> scored) {
    scored.add(candidate.sequence());
    return candidate.score();
  }

  @SeededTest
  void randomCrawlsKeepEveryPromise(long seed) {
    simulation(frontier(new SplittableRandom(seed)), seed).seed(3).run(STEPS).seed(6).drain();
  }

  @SeededTest
  void sameRandomnessAndSameCallsGiveTheSamePolls(long seed) {
    var first = simulation(frontier(new SplittableRandom(seed)), seed).seed(3).run(STEPS);
    var second = simulation(frontier(new SplittableRandom(seed)), seed).seed(3).run(STEPS);

    assertThat(second.polls()).isEqualTo(first.polls());
  }

  @SeededTest
  void afterARestartNothingIsLostAndNothingComesTwice(long seed) {
    Frontier frontier = plugin(seed);
    FrontierSimulation crawl = simulation(frontier, seed).seed(3).run(STEPS / 2);
    Frontier fresh = plugin(-seed);
    if (frontier instanceof Resumable) {
      SavedState.of(frontier).restore(fresh);
    }

    crawl.restart(fresh).run(STEPS / 2).drain();
  }

  @SeededTest
  void whatIsRemovedAsTheWorstComesBack(long seed) {
    simulation(plugin(seed), seed).seed(3).run(STEPS / 2).removeAllAndPutBack().drain();
  }

  @Override
  final Frontier plugin(long seed) {
    return frontier(new SplittableRandom(seed));
  }

  @Override
  final Frontier usedPlugin(long seed) {
    Frontier frontier = plugin(seed);
    simulation(frontier, seed).seed(3).run(STEPS / 2).land();
    return frontier;
  }

  /** The state is older than what was visited and found since, as it is after a kill. */
  @Override
  final void checkRestored(long seed) {
    Frontier frontier = plugin(seed);
    FrontierSimulation crawl = simulation(frontier, seed).seed(3).run(STEPS / 3);
    SavedState saved = SavedState.of(frontier);
    Frontier restored = plugin(-seed);
    crawl.run(STEPS / 20);
    saved.restore(restored);
    assertThat(restored.size()).as("size after restore, before anything is put back").isZero();

    crawl.restart(restored).run(STEPS / 3).seed(6).drain();
  }

  private FrontierSimulation simulation(Frontier frontier, long seed) {
    return new FrontierSimulation(frontier, pollOrder(), hosts, seed);
  }

  private static Candidate seedAndPoll(Frontier frontier) {
    frontier.seed(Candidate.seed(CrawlUrl.of("http://seed.example/"), 0));
    return frontier.poll(HostGate.OPEN).orElseThrow();
  }

  private static ScoredLink child(Candidate from, long sequence, double score) {
    CrawlUrl url = CrawlUrl.of("http://a.example/" + sequence);
    int depth = from.depth() + 1;
    return scoredLink(
        new Candidate(
            url, sequence, depth, score, 0, from.sequence(), PathState.NONE, LinkFeatures.NONE),
        false);
  }

  /** Polls with every host ready all the time, far later than any earlier time. */
  private static List<Candidate> pollAll(Frontier frontier) {
    var gate = new ManualHostGate(Duration.ZERO);
    gate.advance(Duration.ofNanos(Long.MAX_VALUE / 4));
    List<Candidate> polled = new ArrayList<>();
    Optional<Candidate> next = frontier.poll(gate);
    while (next.isPresent()) {
      polled.add(next.get());
      assertThat(polled.size()).as("candidates polled").isLessThan(10_000);
      next = frontier.poll(gate);
    }
    return polled;
  }
}
