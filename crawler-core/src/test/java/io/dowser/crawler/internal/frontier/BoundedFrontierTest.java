package io.dowser.crawler.internal.frontier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.RandomFrontier;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.frontier.BestFirstFrontier;
import io.dowser.crawler.frontier.BreadthFirstFrontier;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.ManualHostGate;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedFrontierTest {

  private static final boolean EXHAUSTIVE = Boolean.getBoolean("dowser.exhaustive");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 300})
  void theOrderIsThatOfTheUnboundedFrontier(int capacity) {
    try (var bounded = bounded(BestFirstFrontier.create(), capacity)) {
      List<Candidate> polled = new Walk(bounded, capacity).run(400, 6).drain();

      assertThat(polled)
          .isEqualTo(new Walk(BestFirstFrontier.create(), capacity).run(400, 6).drain());
      assertThat(bounded.size()).isZero();
    }
  }

  /** One page in twenty ends without a visit, and now and then the frontier is saved. */
  @ParameterizedTest(name = "capacity {0}, {1} hosts remembered")
  @CsvSource({"1,1", "7,1", "7,3", "50,4", "50,100", "300,100"})
  void theOrderIsThatOfTheUnboundedFrontierAlsoWhereHostsAreDelayed(int capacity, int hosts)
      throws IOException {
    for (long seed = 1; seed <= 20; seed++) {
      boolean byAge = seed % 2 == 0;
      Supplier<Frontier> kind = byAge ? BreadthFirstFrontier::create : BestFirstFrontier::create;
      try (var bounded =
          BoundedFrontier.of(kind.get(), capacity, hosts, HostGrouping.FULL_HOST, directory)) {
        List<Candidate> expected = new Walk(kind.get(), seed).amongDelayedHosts(600, 6);

        assertThat(new Walk(bounded, seed).amongDelayedHosts(600, 6))
            .as("seed %d", seed)
            .isEqualTo(expected)
            .hasSizeGreaterThan(200);
        assertThat(bounded.rememberedHosts()).isLessThanOrEqualTo(2 * hosts);
      }
    }
  }

  @Test
  void aScoreThatIsNoneLosesNothing() {
    try (var bounded = bounded(BestFirstFrontier.create(), 3)) {
      for (int i = 0; i < 8; i++) {
        bounded.seed(CrawlFixtures.candidate("http://a.test/" + i, i, i));
      }

      for (double none : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
        assertThatThrownBy(() -> bounded.rekey(each -> each.sequence() == 0 ? none : 1))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("score must be finite, but was " + none + " for http://a.test/0");
      }
      assertThat(Stream.generate(() -> bounded.poll(HostGate.OPEN)).limit(8))
          .extracting(polled -> polled.orElseThrow().score())
          .containsExactly(7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.0);
    }
  }

  @Test
  void whatTurnsOutToBeWorseThanTheFileGoesThere() {
    try (var bounded = bounded(BestFirstFrontier.create(), 10)) {
      Frontier unbounded = BestFirstFrontier.create();
      for (int i = 0; i < 200; i++) {
        Candidate seed = CrawlFixtures.candidate("http://host" + i % 3 + ".test/" + i, i, -i);
        bounded.seed(seed);
        unbounded.seed(seed);
      }

      for (int i = 0; i < 200; i++) {
        Optional<Candidate> polled = bounded.poll(HostGate.OPEN, BoundedFrontierTest::worse);
        assertThat(polled)
            .isPresent()
            .isEqualTo(unbounded.poll(HostGate.OPEN, BoundedFrontierTest::worse));
      }
    }
  }

  private static double worse(Candidate candidate) {
    return -candidate.sequence() - (candidate.sequence() % 4 == 0 ? 100 : 0);
  }

  @Test
  void moreSeedsThanFitComeInTheirOrder() {
    try (var bounded = bounded(BestFirstFrontier.create(), 10)) {
      List<Candidate> seeds = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        seeds.add(Candidate.seed(CrawlUrl.of("http://host" + i % 7 + ".test/" + i), i));
      }
      seeds.forEach(bounded::seed);
      seeds.forEach(bounded::seed); // which changes nothing

      assertThat(bounded.size()).isEqualTo(100);
      assertThat(bounded.sizeInMemory()).isLessThanOrEqualTo(10);
      assertThat(Stream.generate(() -> bounded.poll(HostGate.OPEN)).limit(100))
          .extracting(Optional::orElseThrow)
          .isEqualTo(seeds);
    }
  }

  @Test
  void aHostThatIsInTheFileAloneIsVisitedWhileAllInMemoryRest() {
    try (var bounded = bounded(BreadthFirstFrontier.create(), 10)) {
      for (int i = 0; i < 100; i++) {
        String host = i < 60 ? "large" : "small" + i % 4;
        bounded.seed(CrawlFixtures.candidate("http://" + host + ".test/" + i, i, 1));
      }
      var gate = new ManualHostGate(Duration.ofSeconds(1));
      List<Long> polled = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        bounded
            .poll(gate)
            .ifPresent(
                candidate -> {
                  polled.add(candidate.sequence());
                  gate.visitBegins(candidate.url());
                });
      }

      assertThat(polled).containsExactly(0L, 60L, 61L, 62L, 63L);
    }
  }

  @Test
  void theOrderByAgeIsThatOfTheUnboundedFrontier() {
    try (var bounded = bounded(BreadthFirstFrontier.create(), 20)) {
      assertThat(new Walk(bounded, 3).run(300, 6).drain())
          .isEqualTo(new Walk(BreadthFirstFrontier.create(), 3).run(300, 6).drain());
    }
  }

  @Test
  void aMillionWaitForAMemoryOfTenThousand() {
    int links = EXHAUSTIVE ? 20_000 : 400;
    int capacity = EXHAUSTIVE ? 10_000 : 200;
    int visits = 70; // about three in four of their links are new
    try (var bounded = bounded(BestFirstFrontier.create(), capacity)) {
      var walk = new Walk(bounded, 5).run(visits, links);

      assertThat(bounded.size()).isGreaterThanOrEqualTo(50 * links);
      assertThat(bounded.sizeInMemory()).isLessThanOrEqualTo(capacity);
      assertThat(walk.drain())
          .isEqualTo(new Walk(BestFirstFrontier.create(), 5).run(visits, links).drain());
    }
  }

  @Test
  void newScoresReachTheFileToo() {
    try (var bounded = bounded(BestFirstFrontier.create(), 10)) {
      var unbounded = BestFirstFrontier.create();
      Walk first = new Walk(bounded, 9).run(100, 5);
      Walk second = new Walk(unbounded, 9).run(100, 5);

      bounded.rekey(each -> each.sequence() * 7_919 % 31);
      unbounded.rekey(each -> each.sequence() * 7_919 % 31);

      assertThat(first.drain()).isEqualTo(second.drain());
    }
  }

  @Test
  void itContinuesAfterARestart() throws IOException {
    try (var saved = bounded(BestFirstFrontier.create(), 10);
        var restored = bounded(BestFirstFrontier.create(), 10)) {
      Walk walk = new Walk(saved, 4).run(100, 5);
      var bytes = new ByteArrayOutputStream();
      saved.save(StateWriter.to(bytes));

      restored.restore(StateReader.from(new ByteArrayInputStream(bytes.toByteArray())));

      assertThat(restored.size()).isEqualTo(saved.size());
      List<Candidate> rest = new ArrayList<>();
      for (var next = restored.poll(HostGate.OPEN);
          next.isPresent();
          next = restored.poll(HostGate.OPEN)) {
        rest.add(next.get());
      }
      List<Candidate> all = walk.drain();
      assertThat(rest).isEqualTo(all.subList(all.size() - rest.size(), all.size()));
    }
  }

  @Test
  void aFrontierThatCannotBeSavedIsRefused() {
    assertThatThrownBy(() -> bounded(new RandomFrontier(new SplittableRandom(1)), 10))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("Resumable")
        .hasMessageContaining("RandomFrontier");
    assertThatThrownBy(() -> bounded(BestFirstFrontier.create(), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 0");
  }

  @Test
  void theOrderOfAUsersOwnQueueIsThatOfTheUnboundedOne() {
    try (var bounded = bounded(new NearZeroFirst(), 20)) {
      List<Candidate> polled = new Walk(bounded, 5).run(400, 6).drain();

      assertThat(polled).isEqualTo(new Walk(new NearZeroFirst(), 5).run(400, 6).drain());
    }
  }

  @Test
  void ofTheTwoZerosNoneGoesFirst() {
    try (var bounded = bounded(new NearZeroFirst(), 2)) {
      var unbounded = new NearZeroFirst(); // its keys here are all the negative zero
      for (int i = 0; i < 20; i++) {
        Candidate link = link(i, 0, i % 5);
        bounded.seed(link);
        unbounded.seed(link);
      }

      assertThat(polls(bounded)).hasSize(20).isEqualTo(polls(unbounded));
    }
  }

  private static List<Candidate> polls(Frontier frontier) {
    return Stream.generate(() -> frontier.poll(HostGate.OPEN))
        .takeWhile(Optional::isPresent)
        .map(Optional::orElseThrow)
        .toList();
  }

  @Test
  void aFrontierOfAnotherKindGetsTheBestOfWhatDidNotFit() {
    try (var bounded = bounded(new UnknownFrontier(BestFirstFrontier.create()), 400)) {
      Walk walk = new Walk(bounded, 6).run(400, 6);
      List<Candidate> polled = walk.drain();
      List<Candidate> unbounded = new Walk(BestFirstFrontier.create(), 6).run(400, 6).drain();

      assertThat(polled)
          .extracting(Candidate::sequence)
          .doesNotHaveDuplicates()
          .hasSize(walk.known);
      assertThat(meanScore(polled)).isGreaterThan(meanScore(unbounded) - 0.1);
    }
  }

  /** The mean score of the links among the first visits. */
  private static double meanScore(List<Candidate> polled) {
    return polled.subList(1, 200).stream().mapToDouble(Candidate::score).average().orElseThrow();
  }

  @Test
  void whatWaitsForAFrontierOfAnotherKindIsScoredAgainToo() {
    try (var bounded = bounded(new UnknownFrontier(BestFirstFrontier.create()), 3)) {
      for (int i = 0; i < 200; i++) {
        bounded.seed(link(i, i));
      }

      bounded.rekey(each -> -each.score());

      assertThat(bounded.sizeInMemory()).isEqualTo(3);
      assertThat(Stream.generate(() -> bounded.poll(HostGate.OPEN)).limit(200))
          .extracting(polled -> polled.orElseThrow().score())
          .allMatch(score -> score <= 0)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void aFrontierThatHasEndedEndsWithWhatIsInTheFile() {
    var ended = new AtomicBoolean();
    Frontier frontier = new UnknownFrontier(BestFirstFrontier.create(), ended::get, () -> false);
    try (var bounded = bounded(frontier, 3)) {
      for (int i = 0; i < 20; i++) {
        bounded.seed(link(i, i));
      }
      ended.set(true);

      assertThat(bounded.poll(HostGate.OPEN)).isEmpty();
      assertThat(bounded.size()).isZero();
    }
  }

  @Test
  void aFrontierThatDropsWhatItGetsDoesNotGetAllAtOnce() {
    var drops = new AtomicBoolean();
    Frontier frontier = new UnknownFrontier(BestFirstFrontier.create(), () -> false, drops::get);
    try (var bounded = bounded(frontier, 3)) {
      for (int i = 0; i < 20; i++) {
        bounded.seed(link(i, i));
      }
      bounded.poll(HostGate.OPEN);
      drops.set(true);

      assertThat(bounded.poll(HostGate.OPEN)).isPresent();
      assertThat(bounded.size()).isEqualTo(20 - 2 - 1);
    }
  }

  @Test
  void neighboursOfAVisitedLinkAreScoredAgainWhileOthersAreInTheFile() {
    try (var bounded = bounded(BestFirstFrontier.create(), 20)) {
      for (int i = 1; i <= 30; i++) {
        bounded.seed(link(i, -i));
      }
      Candidate first = bounded.poll(HostGate.OPEN).orElseThrow();
      bounded.expand(CrawlFixtures.visit(1, CrawlFixtures.page(first, "")), List.of());

      assertThat(bounded.hasSpilled()).isTrue();
      assertThat(bounded.poll(HostGate.OPEN, each -> each.sequence() == 6 ? 1 : each.score()))
          .map(Candidate::sequence)
          .contains(6L);
    }
  }

  @Test
  void aSeedThatWaitsAsALinkGoesFirst() {
    try (var bounded = bounded(new UnknownFrontier(BestFirstFrontier.create()), 1)) {
      bounded.seed(link(1, 9));
      bounded.seed(link(2, 5));
      bounded.seed(Candidate.seed(link(2, 5).url(), 2));

      assertThat(bounded.size()).isEqualTo(2);
      assertThat(bounded.poll(HostGate.OPEN)).get().matches(Candidate::isSeed);
    }
  }

  private static Candidate link(int sequence, double score) {
    return link(sequence, score, 0);
  }

  private static Candidate link(int sequence, double score, double tieBreak) {
    return new Candidate(
        CrawlUrl.of("http://host" + sequence % 7 + ".test/" + sequence),
        sequence,
        1,
        score,
        tieBreak,
        0,
        PathState.NONE,
        LinkFeatures.NONE);
  }

  private BoundedFrontier bounded(Frontier frontier, int capacity) {
    return BoundedFrontier.of(frontier, capacity, HostGrouping.FULL_HOST, directory);
  }

  /** A queue as a user would write it, whose key is not the score. */
  private static final class NearZeroFirst extends QueueFrontier {

    NearZeroFirst() {
      super(HostGrouping.FULL_HOST);
    }

    @Override
    protected double key(Candidate link) {
      return -Math.abs(link.score());
    }
  }

  /** Visits what the frontier gives, each page with links to new and to known URLs. */
  private static final class Walk {

    private final Frontier frontier;
    private final SplittableRandom random;
    private final List<Candidate> polled = new ArrayList<>();
    private final java.util.BitSet gone = new java.util.BitSet();
    private int known = 1;

    Walk(Frontier frontier, long seed) {
      this.frontier = frontier;
      this.random = new SplittableRandom(seed);
      frontier.seed(Candidate.seed(CrawlUrl.of("http://host0.test/0"), 0));
    }

    Walk run(int visits, int links) {
      for (int i = 0; i < visits; i++) {
        Optional<Candidate> next = frontier.poll(HostGate.OPEN);
        if (next.isEmpty()) {
          return this;
        }
        visit(next.get(), links);
      }
      return this;
    }

    /** Each host is delayed for five polls after each visit. */
    List<Candidate> amongDelayedHosts(int polls, int links) throws IOException {
      var gate = new ManualHostGate(Duration.ofSeconds(5));
      for (int i = 0; i < polls; i++) {
        gate.advance(Duration.ofSeconds(1));
        if (i % 97 == 96) {
          save();
        }
        Optional<Candidate> next = frontier.poll(gate);
        if (next.isPresent()) {
          end(next.get(), links, gate);
        }
      }
      return polled;
    }

    private void end(Candidate candidate, int links, ManualHostGate gate) {
      gate.visitEnds(candidate.url());
      switch (candidate.isSeed() ? 2 : random.nextInt(20)) {
        case 0 -> frontier.abandon(candidate, AbandonReason.STOPPED);
        case 1 -> {
          polled.add(candidate);
          gone.set((int) candidate.sequence());
          frontier.abandon(candidate, AbandonReason.FETCH_FAILED);
        }
        default -> visit(candidate, links);
      }
    }

    private void save() throws IOException {
      var bytes = new ByteArrayOutputStream();
      ((Resumable) frontier).save(StateWriter.to(bytes));
      var in = new ByteArrayInputStream(bytes.toByteArray());
      ((Resumable) frontier).restore(StateReader.from(in));
      assertThat(in.available()).isZero();
    }

    private void visit(Candidate candidate, int links) {
      polled.add(candidate);
      gone.set((int) candidate.sequence());
      List<ScoredLink> found = new ArrayList<>();
      var targets = new java.util.HashSet<Integer>();
      for (int i = 0; i < links; i++) {
        boolean fresh = random.nextInt(4) > 0;
        int target = fresh ? known++ : random.nextInt(known);
        if (!gone.get(target) && targets.add(target)) {
          found.add(CrawlFixtures.scoredLink(candidate(target, candidate), !fresh));
        }
      }
      Visit visit = CrawlFixtures.visit(polled.size(), CrawlFixtures.page(candidate, ""));
      frontier.expand(visit, found);
    }

    private Candidate candidate(int target, Candidate from) {
      return new Candidate(
          CrawlUrl.of("http://host" + target % 9 + ".test/" + target),
          target,
          from.depth() + 1,
          (random.nextInt(50) - 10) * -0.1, // among them the other zero
          random.nextInt(2),
          from.sequence(),
          PathState.of(from.depth()),
          LinkFeatures.of(target));
    }

    List<Candidate> drain() {
      for (var next = frontier.poll(HostGate.OPEN);
          next.isPresent();
          next = frontier.poll(HostGate.OPEN)) {
        polled.add(next.get());
      }
      return polled;
    }
  }
}
