package io.dowser.crawler.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.PendingRow;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.ManualHostGate;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class PendingUrlsTest {

  @TempDir Path directory;

  private static PendingUrls inMemory(Frontier frontier, int capacity) {
    return new PendingUrls(frontier, Optional.empty(), HostGrouping.FULL_HOST, capacity);
  }

  private static PendingUrls inTable(Frontier frontier, StoredPending table, int capacity) {
    return new PendingUrls(frontier, Optional.of(table), HostGrouping.FULL_HOST, capacity);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 300})
  void orderIsThatOfAFrontierWithoutBound(int capacity) throws Exception {
    List<Supplier<Frontier>> kinds =
        List.of(PendingUrlsTest::bestFirst, () -> frontier("breadth-first"), NearZeroFirst::new);
    for (Supplier<Frontier> kind : kinds) {
      try (var table = new StoredPending(directory.resolve("" + kinds.indexOf(kind)), true)) {
        PendingUrls bounded = inTable(kind.get(), table, capacity);
        PendingUrls unbounded = inMemory(kind.get(), Integer.MAX_VALUE);

        assertThat(new Walk(bounded, capacity).run(400, 6).drain())
            .hasSizeGreaterThan(1_000)
            .isEqualTo(new Walk(unbounded, capacity).run(400, 6).drain());
        assertThat(bounded.size()).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 300})
  void restartBringsBackAllThatIsPendingBestFirst(int capacity) throws Exception {
    PendingUrls unbounded = inMemory(bestFirst(), Integer.MAX_VALUE);
    List<Long> all = new Walk(unbounded, 4).run(200, 6).drain();
    var before = new BitSet();
    try (var table = new StoredPending(directory, true)) {
      PendingUrls first = inTable(bestFirst(), table, 20);
      new Walk(first, 4).run(200, 6).polled.forEach(each -> before.set((int) (long) each));
      table.commit();
    }
    try (var table = new StoredPending(directory, true)) {
      PendingUrls second = inTable(bestFirst(), table, capacity);
      second.resume(() -> false);
      assertThat(second.size()).isEqualTo(all.size() - before.cardinality());

      assertThat(new Walk(second).drain()).isEqualTo(all.subList(before.cardinality(), all.size()));
    }
  }

  @Test
  void candidateInFlightIsPendingAfterARestart() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls first = inTable(bestFirst(), table, 10);
      first.seed(link(0, 1));
      first.seed(link(1, 2));
      first.seed(link(2, 3));
      assertThat(poll(first)).contains(2L);
      Candidate failed = first.poll(HostGate.OPEN).orElseThrow();
      first.abandon(failed, AbandonReason.FETCH_FAILED);
      table.commit();
    }
    try (var table = new StoredPending(directory, true)) {
      PendingUrls second = inTable(bestFirst(), table, 10);
      second.resume(() -> false);

      assertThat(new Walk(second).drain()).containsExactly(2L, 0L);
    }
  }

  @Test
  void raisedLinkIsRaisedAfterARestart() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls first = inTable(bestFirst(), table, 10);
      first.seed(link(0, 9));
      first.seed(link(1, 1));
      first.seed(link(2, 2));
      Candidate visited = first.poll(HostGate.OPEN).orElseThrow();
      first.expand(
          CrawlFixtures.visit(1, CrawlFixtures.page(visited, "")),
          List.of(CrawlFixtures.scoredLink(link(1, 5), true)));
      table.commit();
    }
    try (var table = new StoredPending(directory, true)) {
      PendingUrls second = inTable(bestFirst(), table, 10);
      second.resume(() -> false);

      assertThat(second.poll(HostGate.OPEN)).contains(link(1, 5));
    }
  }

  @Test
  void frontierOfAnotherKindGetsItsOwnBestFirst() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls first = inTable(bestFirst(), table, 10);
      for (int i = 0; i < 100; i++) {
        first.seed(link(i, i));
      }
      table.commit();
    }
    try (var table = new StoredPending(directory, false)) {
      PendingUrls second = inTable(frontier("breadth-first"), table, 10);
      second.resume(() -> false);

      assertThat(new Walk(second).drain()).isEqualTo(LongStream.range(0, 100).boxed().toList());
    }
  }

  @Test
  void eachUrlComesOnceWhileHostsAreDelayed() throws Exception {
    for (long seed = 1; seed <= 10; seed++) {
      try (var table = new StoredPending(directory.resolve("" + seed), true)) {
        PendingUrls bounded = inTable(bestFirst(), table, (int) (3 * seed));
        Walk walk = new Walk(bounded, seed).amongDelayedHosts(600, 6);

        assertThat(walk.drain())
            .as("seed %d", seed)
            .doesNotHaveDuplicates()
            .hasSize(walk.known)
            .hasSizeGreaterThan(200);
        assertThat(bounded.size()).isZero();
      }
    }
  }

  @Test
  void hostThatIsInTheTableAloneIsVisitedWhileAllInMemoryAreDelayed() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls bounded = inTable(frontier("breadth-first"), table, 10);
      for (int i = 0; i < 100; i++) {
        String host = i < 60 ? "large" : "small" + i % 4;
        bounded.seed(CrawlFixtures.candidate("http://" + host + ".test/" + i, i, 1));
      }
      var gate = new ManualHostGate(Duration.ofSeconds(1));
      List<Long> polled = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        Optional<Candidate> next = bounded.poll(gate);
        next.ifPresent(
            candidate -> {
              polled.add(candidate.sequence());
              gate.visitBegins(candidate.url());
            });
      }

      assertThat(polled).containsExactly(0L, 60L, 61L, 62L, 63L);
    }
  }

  @Test
  void seedThatIsInTheTableAsALinkGoesFirst() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls bounded = inTable(bestFirst(), table, 1);
      bounded.seed(link(1, 9));
      bounded.seed(link(2, 5));
      bounded.seed(Candidate.seed(link(2, 5).url(), 2));

      assertThat(bounded.size()).isEqualTo(2);
      assertThat(bounded.poll(HostGate.OPEN)).get().matches(Candidate::isSeed);
    }
  }

  @Test
  void scoresThatFellInMemoryLetOthersComeBack() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls bounded = inTable(bestFirst(), table, 80);
      for (int i = 0; i < 400; i++) {
        bounded.seed(link(i, -i));
      }
      List<Long> polled = new ArrayList<>();
      for (int i = 0; i < 400; i++) {
        Optional<Candidate> next =
            bounded.poll(HostGate.OPEN, each -> each.sequence() < 80 ? -1_000 : each.score());
        polled.add(next.orElseThrow().sequence());
      }

      assertThat(polled).doesNotHaveDuplicates();
      assertThat(polled.subList(0, 200)).anyMatch(each -> each >= 80);
    }
  }

  @Test
  void withoutATableTheWorstAreDroppedAndReported() throws Exception {
    PendingUrls bounded = inMemory(bestFirst(), 8);
    for (int i = 0; i < 9; i++) {
      bounded.seed(link(i, i));
    }

    assertThat(bounded.takeDropped()).containsExactly(link(0, 0).url());
    assertThat(bounded.takeDropped()).isEmpty();
    assertThat(bounded.size()).isEqualTo(8);
    assertThat(bounded.isFull(1)).isFalse();
    assertThat(poll(bounded)).contains(8L);
  }

  @Test
  void frontierThatRemovesNoneIsFullOnceItHoldsTooMany() {
    PendingUrls pending = inMemory(new RemovesNone(), 3);
    for (int i = 0; i < 4; i++) {
      assertThat(pending.isFull(0)).isFalse();
      pending.seed(link(i, i));
    }

    assertThat(pending.isFull(0)).isTrue();
    assertThat(pending.takeDropped()).isEmpty();
  }

  @Test
  void keyThatIsNoNumberNamesTheFrontier() {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls pending = inTable(new NoKey(), table, 3);

      assertThatThrownBy(() -> pending.seed(link(1, 1)))
          .isInstanceOf(CrawlException.class)
          .hasMessageContaining("NaN")
          .hasMessageContaining("NoKey")
          .hasMessageContaining(link(1, 1).url().toString());
    }
  }

  @Test
  void rowsOfAHostAreFoundByTheirPlaces() {
    var first = new PendingRow.Place(2, 0, 7);
    assertThat(
            Stream.of(
                    new PendingRow.Place(1, 5, 1),
                    new PendingRow.Place(2, 0, 8),
                    first,
                    new PendingRow.Place(2, -1, 0))
                .sorted())
        .startsWith(first);
  }

  @Test
  void pageRankKeepsItsOrderInMemory() throws Exception {
    try (var table = new StoredPending(directory, true)) {
      PendingUrls bounded = inTable(frontier("pagerank"), table, 50);
      Walk walk = new Walk(bounded, 8).run(300, 6);

      assertThat(walk.drain()).doesNotHaveDuplicates().hasSize(walk.known);
    }
  }

  private static Frontier bestFirst() {
    return frontier("best-first");
  }

  private static Frontier frontier(String name) {
    return PluginRegistry.frontiers(PendingUrlsTest.class.getClassLoader())
        .create(name, Settings.none(), CrawlFixtures.context(1));
  }

  private static Optional<Long> poll(PendingUrls pending) throws InterruptedException {
    return pending.poll(HostGate.OPEN).map(Candidate::sequence);
  }

  private static Candidate link(int sequence, double score) {
    return new Candidate(
        CrawlUrl.of("http://host" + sequence % 7 + ".test/" + sequence),
        sequence,
        1,
        score,
        0,
        0,
        PathState.NONE,
        LinkFeatures.NONE);
  }

  /** A queue as a user would write it, whose key is not the score. */
  private static final class NearZeroFirst extends QueueFrontier {

    NearZeroFirst() {
      super(HostGrouping.FULL_HOST);
    }

    @Override
    public double key(Candidate link) {
      return -Math.abs(link.score());
    }
  }

  private static final class NoKey extends QueueFrontier {

    NoKey() {
      super(HostGrouping.FULL_HOST);
    }

    @Override
    public double key(Candidate link) {
      return Double.NaN;
    }
  }

  /** A frontier with what a user must write, and no more. */
  private static final class RemovesNone implements Frontier {

    private final List<Candidate> pending = new ArrayList<>();

    @Override
    public void seed(Candidate seed) {
      pending.add(seed);
    }

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return pending.isEmpty() ? Optional.empty() : Optional.of(pending.remove(0));
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      links.forEach(link -> pending.add(link.candidate()));
    }

    @Override
    public void abandon(Candidate candidate, AbandonReason reason) {}

    @Override
    public void rekey(java.util.function.ToDoubleFunction<Candidate> score) {}

    @Override
    public int size() {
      return pending.size();
    }
  }

  /** Visits what is polled, each page with links to new and to known URLs. */
  private static final class Walk {

    private final PendingUrls pending;
    private final SplittableRandom random;
    private final List<Long> polled = new ArrayList<>();
    private final BitSet gone = new BitSet();
    private int known = 1;

    /** Continues one that was there before. */
    Walk(PendingUrls pending) {
      this.pending = pending;
      this.random = new SplittableRandom(1);
    }

    Walk(PendingUrls pending, long seed) {
      this.pending = pending;
      this.random = new SplittableRandom(seed);
      pending.seed(Candidate.seed(CrawlUrl.of("http://host0.test/0"), 0));
    }

    Walk run(int visits, int links) throws InterruptedException {
      for (int i = 0; i < visits; i++) {
        visit(pending.poll(HostGate.OPEN).orElseThrow(), links);
      }
      return this;
    }

    /** Each host is delayed for five polls after each visit. */
    Walk amongDelayedHosts(int polls, int links) throws InterruptedException {
      var gate = new ManualHostGate(Duration.ofSeconds(5));
      for (int i = 0; i < polls; i++) {
        gate.advance(Duration.ofSeconds(1));
        Optional<Candidate> next = pending.poll(gate);
        if (next.isPresent()) {
          assertThat(gate.isReady(next.get().url())).isTrue();
          end(next.get(), links, gate);
        }
      }
      return this;
    }

    private void end(Candidate candidate, int links, ManualHostGate gate) {
      gate.visitEnds(candidate.url());
      if (!candidate.isSeed() && random.nextInt(20) == 0) {
        polled.add(candidate.sequence());
        gone.set((int) candidate.sequence());
        pending.abandon(candidate, AbandonReason.FETCH_FAILED);
      } else {
        visit(candidate, links);
      }
    }

    private void visit(Candidate candidate, int links) {
      polled.add(candidate.sequence());
      gone.set((int) candidate.sequence());
      List<ScoredLink> found = new ArrayList<>();
      var targets = new HashSet<Integer>();
      for (int i = 0; i < links; i++) {
        boolean fresh = random.nextInt(4) > 0;
        int target = fresh ? known++ : random.nextInt(known);
        if (!gone.get(target) && targets.add(target)) {
          found.add(CrawlFixtures.scoredLink(candidate(target, candidate), !fresh));
        }
      }
      pending.expand(CrawlFixtures.visit(polled.size(), CrawlFixtures.page(candidate, "")), found);
    }

    private Candidate candidate(int target, Candidate from) {
      return new Candidate(
          CrawlUrl.of("http://host" + target % 9 + ".test/" + target),
          target,
          from.depth() + 1,
          (random.nextInt(50) - 10) * -0.1, // among them the other zero
          random.nextInt(2),
          from.sequence(),
          PathState.NONE,
          LinkFeatures.of(target));
    }

    List<Long> drain() throws InterruptedException {
      for (var next = poll(pending); next.isPresent(); next = poll(pending)) {
        polled.add(next.get());
      }
      return polled;
    }
  }
}
