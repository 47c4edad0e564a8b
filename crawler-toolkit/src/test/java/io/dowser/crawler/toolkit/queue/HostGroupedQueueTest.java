package io.dowser.crawler.toolkit.queue;

import static io.dowser.crawler.toolkit.queue.Candidates.candidate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue.Offer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostGroupedQueueTest {

  private final HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);

  /** A gate whose hosts are delayed as a test says. */
  private static final class TestGate implements HostGate {
    private final Map<String, Long> readyAt = new HashMap<>();
    private long now;
    private int questions;

    @Override
    public long now() {
      return now;
    }

    @Override
    public long readyAt(CrawlUrl url) {
      questions++;
      return readyAt.getOrDefault(url.host(), now);
    }
  }

  @Test
  void slicesTakeTurnsThroughAllNumbers() {
    for (int i = 0; i < 9; i++) {
      queue.offer(candidate("a", i, 0.5));
    }
    queue.remove(3);

    assertThat(slice(queue, 4)).containsExactly(0L, 1L, 2L, 4L);
    assertThat(slice(queue, 3)).containsExactly(5L, 6L, 7L);
    assertThat(slice(queue, 2)).containsExactly(8L, 0L);
    assertThat(slice(queue, 100)).as("each once").hasSize(8).doesNotHaveDuplicates();
    assertThat(queue.poll(HostGate.OPEN)).get().matches(best -> best.score() == 100.5);
  }

  @Test
  void aSliceOfFewCandidatesAmongManyNumbersEnds() {
    assertThat(slice(queue, 2)).isEmpty();
    queue.offer(candidate("a", 1, 0.5));
    queue.offer(candidate("a", 1_000_000, 0.5));

    assertThat(slice(queue, 2)).containsExactly(1L);
  }

  /** Raises the scores of a slice, and returns its numbers. */
  private static List<Long> slice(HostGroupedQueue queue, int most) {
    List<Long> scored = new ArrayList<>();
    queue.rescoreNext(
        most,
        candidate -> {
          scored.add(candidate.sequence());
          return 100 + candidate.score() % 1;
        },
        Candidate::score);
    return scored;
  }

  @Test
  void windowOfThreeServesTheWorkedExampleInItsOrder() {
    HostGroupedQueue windowed = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 3, false);

    assertThat(drain(example(windowed))).containsExactly("a9", "b7", "c5", "a8", "b4", "d3", "a6");
  }

  @Test
  void windowOfOneServesTheWorkedExampleByKey() {
    HostGroupedQueue windowed = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 1, false);

    assertThat(drain(example(windowed))).containsExactly("a9", "a8", "b7", "a6", "c5", "b4", "d3");
  }

  @Test
  void lenientWindowTakesTheHostUsedLongestAgoIfNoneQualifies() {
    HostGroupedQueue windowed = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 100, false);
    offer(windowed, "a9", "a8", "b7", "b1");

    assertThat(drain(windowed)).containsExactly("a9", "b7", "a8", "b1");
  }

  @Test
  void pollByNewScoresTakesTheOneThatStaysFirst() {
    offer(queue, "a9", "b8", "c7", "d6");
    List<Long> asked = new ArrayList<>();

    Candidate polled =
        queue
            .poll(HostGate.OPEN, each -> note(asked, each) == 2 ? 6.5 : 1, Candidate::score)
            .orElseThrow();

    assertThat(asked).containsExactly(0L, 1L, 2L);
    assertThat(polled.sequence()).isEqualTo(2);
    assertThat(polled.score()).isEqualTo(6.5);
    assertThat(drain(queue)).containsExactly("d6", "a1", "b1");
  }

  private static long note(List<Long> asked, Candidate candidate) {
    asked.add(candidate.sequence());
    return candidate.sequence();
  }

  @Test
  void pollByNewScoresTakesTheBestOfThoseThatItScored() {
    for (int i = 0; i < 1_000; i++) {
      queue.offer(candidate("h" + i % 7, i, 1_000 - i));
    }
    List<Long> asked = new ArrayList<>();

    Candidate polled =
        queue
            .poll(HostGate.OPEN, each -> note(asked, each) == 5 ? -1 : -2, Candidate::score)
            .orElseThrow();

    assertThat(asked).hasSizeLessThan(20).doesNotHaveDuplicates();
    assertThat(polled.sequence()).isEqualTo(5);
    assertThat(polled.score()).isEqualTo(-1);
    assertThat(queue.size()).isEqualTo(999);
  }

  @Test
  void pollByAScoreThatIsNotFiniteTakesNothing() {
    offer(queue, "a9", "b8");

    assertThatThrownBy(() -> queue.poll(HostGate.OPEN, each -> Double.NaN, Candidate::score))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(drain(queue)).containsExactly("a9", "b8");
  }

  @Test
  void strictWindowServesNothingIfNoHostQualifies() {
    HostGroupedQueue windowed = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 2, true);
    offer(windowed, "a9", "a8");

    assertThat(drain(windowed)).containsExactly("a9");
    assertThat(windowed.size()).isEqualTo(1);

    windowed.offer(candidate("b", 50, 1));
    assertThat(drain(windowed)).containsExactly("b1", "a8");
  }

  @Test
  void hostThatRanEmptyIsStillWithinItsWindow() {
    HostGroupedQueue windowed = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 2, true);
    offer(windowed, "a9");
    assertThat(drain(windowed)).containsExactly("a9");

    windowed.offer(candidate("a", 70, 8));

    assertThat(drain(windowed)).isEmpty();
    assertThat(windowed.size()).isEqualTo(1);
  }

  @Test
  void delayedHostHoldsUpNoOther() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9", "b7", "b4");

    assertThat(pollName(gate)).isEqualTo("b7");
    gate.now = 99;
    assertThat(pollName(gate)).isEqualTo("b4");
    assertThat(queue.poll(gate)).isEmpty();
    gate.now = 100;
    assertThat(pollName(gate)).isEqualTo("a9");
  }

  @Test
  void delayedHostIsAskedAboutOnlyOnce() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9", "a8");

    for (int i = 0; i < 10; i++) {
      assertThat(queue.poll(gate)).isEmpty();
    }

    assertThat(gate.questions).isEqualTo(1);
  }

  @Test
  void recheckedHostMayComeSoonerThanAnnounced() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9");
    assertThat(queue.poll(gate)).isEmpty();
    gate.readyAt.put("a", 0L);
    assertThat(queue.poll(gate)).isEmpty();

    queue.recheck(CrawlUrl.of("http://a/another"));
    queue.recheck(CrawlUrl.of("http://unknown/"));

    assertThat(pollName(gate)).isEqualTo("a9");
  }

  @Test
  void anotherGateIsAskedAnew() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9");
    assertThat(queue.poll(gate)).isEmpty();

    assertThat(queue.poll(HostGate.OPEN)).isPresent();
  }

  @Test
  void timesMayOverflowAndDelaysMayBeEndless() {
    var gate = new TestGate();
    gate.now = Long.MAX_VALUE - 10;
    gate.readyAt.put("a", gate.now + Long.MAX_VALUE);
    gate.readyAt.put("b", gate.now + 20); // beyond the overflow
    offer(queue, "a9", "b7");
    assertThat(queue.poll(gate)).isEmpty();

    gate.now += 19;
    assertThat(queue.poll(gate)).isEmpty();
    gate.now += 1;

    assertThat(pollName(gate)).isEqualTo("b7");
    assertThat(queue.poll(gate)).isEmpty();
  }

  @Test
  void seedsGoFirstAndStayThereWhenScoresChange() {
    queue.offer(candidate("a", 1, 1e300));
    queue.offer(Candidate.seed(CrawlUrl.of("http://b/"), 2));
    queue.offer(Candidate.seed(CrawlUrl.of("http://a/"), 3));

    queue.rescore(
        candidate -> {
          assertThat(candidate.isSeed()).isFalse();
          return -5;
        });

    assertThat(sequences(queue)).containsExactly(2L, 3L, 1L);
  }

  @Test
  void betterLinkReplacesEverythingButKeepsTheSmallerDepth() {
    CrawlUrl url = CrawlUrl.of("http://a/");
    queue.offer(new Candidate(url, 7, 2, 1, 9, 3, PathState.of(1), LinkFeatures.of(1)));

    Offer offer =
        queue.offer(new Candidate(url, 7, 5, 2, -1, 4, PathState.of(2), LinkFeatures.of(2, 3)));

    assertThat(offer).isEqualTo(Offer.RAISED);
    assertThat(queue.poll(HostGate.OPEN))
        .contains(new Candidate(url, 7, 2, 2, -1, 4, PathState.of(2), LinkFeatures.of(2, 3)));
  }

  @Test
  void worseOrEqualLinkLowersTheDepthAlone() {
    CrawlUrl url = CrawlUrl.of("http://a/");
    queue.offer(new Candidate(url, 7, 4, 1, 0, 3, PathState.of(1), LinkFeatures.of(1)));

    Offer worse =
        queue.offer(new Candidate(url, 7, 3, 0.5, 8, 4, PathState.NONE, LinkFeatures.NONE));
    Offer equal = queue.offer(new Candidate(url, 7, 2, 1, 0, 4, PathState.NONE, LinkFeatures.NONE));

    assertThat(List.of(worse, equal)).containsOnly(Offer.KEPT);
    assertThat(queue.remove(7))
        .contains(new Candidate(url, 7, 2, 1, 0, 3, PathState.of(1), LinkFeatures.of(1)));
  }

  @Test
  void worstIsTheSmallestKeyDiscoveredLatest() {
    queue.offer(candidate("a", 1, 1));
    queue.offer(candidate("a", 2, 0));
    queue.offer(candidate("b", 3, 0));
    queue.offer(candidate("b", 4, 2));

    assertThat(queue.removeWorst().orElseThrow().sequence()).isEqualTo(3);
    queue.offer(candidate("c", 5, -1));
    queue.rekey(1, -2);
    assertThat(queue.removeWorst().orElseThrow().sequence()).isEqualTo(1);
    assertThat(queue.removeWorst().orElseThrow().sequence()).isEqualTo(5);
    assertThat(sequences(queue)).containsExactly(4L, 2L);
    assertThat(queue.removeWorst()).isEmpty();
  }

  @Test
  void theWorstIsKnownWhateverHappensToItsHost() {
    offer(queue, "a1", "b2", "b3", "c4");

    assertThat(queue.worst()).map(Candidate::sequence).contains(0L);
    queue.remove(0);
    assertThat(queue.worst()).map(Candidate::sequence).contains(1L);
    queue.rescore(candidate -> -candidate.score());
    assertThat(queue.worst()).map(Candidate::sequence).contains(3L);
    queue.offer(candidate("b", 1, 9));
    assertThat(polled(queue)).map(Candidate::sequence).containsExactly(1L, 2L, 3L);
    assertThat(queue.worst()).isEmpty();
  }

  @Test
  void aLookAtTheFirstAsksNothingAndALookAgainFindsTheNextHostOnceThatIsDelayed() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9", "b7");

    assertThat(queue.peek(gate)).map(Candidate::sequence).contains(0L);
    assertThat(gate.questions).isZero();
    assertThat(queue.pollFirst(gate)).isEmpty();
    assertThat(queue.peek(gate)).map(Candidate::sequence).contains(1L);
    assertThat(queue.pollFirst(gate)).map(Candidate::sequence).contains(1L);
    assertThat(queue.peek(gate)).isEmpty();
    gate.now = 100;
    assertThat(queue.peek(gate)).map(Candidate::sequence).contains(0L);
  }

  @Test
  void newScoresForAllLeaveDelayedHostsDelayed() {
    var gate = new TestGate();
    gate.readyAt.put("a", 100L);
    offer(queue, "a9", "b7", "b8");
    assertThat(pollName(gate)).isEqualTo("b8");

    queue.rescore(candidate -> 5);

    assertThat(pollName(gate)).isEqualTo("b5");
    assertThat(queue.poll(gate)).isEmpty();
    assertThat(gate.questions).as("one for each host that came first").isEqualTo(3);
  }

  @Test
  void ownKeyOrdersWithoutTouchingTheScore() {
    queue.offer(candidate("a", 1, 5), -1);
    queue.offer(candidate("a", 2, 6), -2);
    assertThat(queue.rekey(2, 7)).isTrue();
    assertThat(queue.rekey(3, 7)).isFalse();

    assertThat(queue.poll(HostGate.OPEN)).contains(candidate("a", 2, 6));
    assertThat(queue.poll(HostGate.OPEN)).contains(candidate("a", 1, 5));
  }

  @Test
  void newKeysOfAHostMoveItsLinksAloneAndLeaveTheirScores() {
    offer(queue, "a9", "b7", "a6", "c5", "b4");
    assertThat(queue.worst().map(HostGroupedQueueTest::name)).contains("b4");

    queue.rekeyHost(CrawlUrl.of("http://a/"), link -> link.score() - 5);
    queue.rekeyHost(CrawlUrl.of("http://unknown/"), link -> 99);

    assertThat(queue.worst().map(HostGroupedQueueTest::name)).contains("a6");
    assertThat(drain(queue)).containsExactly("b7", "c5", "a9", "b4", "a6");
  }

  @Test
  void newKeysOfAHostLeaveItsSeedsInPlace() {
    queue.offer(Candidate.seed(CrawlUrl.of("http://a/"), 1));
    queue.offer(candidate("a", 2, 1));

    queue.rekeyHost(CrawlUrl.of("http://a/"), link -> link.isSeed() ? -9 : 9);

    assertThat(sequences(queue)).containsExactly(1L, 2L);
  }

  @Test
  void aKeyOfAHostThatIsNoNumberChangesNothing() {
    offer(queue, "a1", "a2", "b3");

    assertThatThrownBy(
            () ->
                queue.rekeyHost(
                    CrawlUrl.of("http://a/"), link -> link.score() > 1 ? 9 : Double.NaN))
        .hasMessage("key must be a number, but was NaN");

    assertThat(drain(queue)).containsExactly("b3", "a2", "a1");
  }

  @Test
  void failedRescoreChangesNothing() {
    offer(queue, "a1", "a2", "b3");

    assertThatThrownBy(() -> queue.rescore(candidate -> candidate.score() > 2 ? Double.NaN : 9))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("score must be finite, but was NaN for http://b/");

    assertThat(drain(queue)).containsExactly("b3", "a2", "a1");
  }

  @Test
  void refusesWhatIsNoKeyAndNoWindow() {
    assertThatThrownBy(() -> queue.offer(candidate("a", 1, 1), Double.NaN))
        .hasMessage("key must be a number, but was NaN");
    assertThat(queue.size()).isZero();
    offer(queue, "a1", "a2");
    assertThatThrownBy(() -> queue.rekey(1, Double.NaN))
        .hasMessage("key must be a number, but was NaN");
    assertThat(drain(queue)).containsExactly("a2", "a1");
    assertThatThrownBy(() -> HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, 0, false))
        .hasMessage("window must be above 0, but was 0");
  }

  @Test
  void groupingDecidesWhichUrlsShareAHost() {
    HostGroupedQueue grouped =
        HostGroupedQueue.withHostWindow(url -> url.host().substring(2), 2, true);
    grouped.offer(candidate("a.x", 1, 3));
    grouped.offer(candidate("b.x", 2, 2));
    grouped.offer(candidate("a.y", 3, 1));

    assertThat(sequences(grouped)).containsExactly(1L, 3L, 2L);
  }

  private static HostGroupedQueue example(HostGroupedQueue queue) {
    return offer(queue, "a9", "a8", "b7", "a6", "c5", "b4", "d3");
  }

  private static HostGroupedQueue offer(HostGroupedQueue queue, String... names) {
    for (int i = 0; i < names.length; i++) {
      queue.offer(candidate(names[i].substring(0, 1), i, names[i].charAt(1) - '0'));
    }
    return queue;
  }

  private String pollName(HostGate gate) {
    return name(queue.poll(gate).orElseThrow());
  }

  private static List<String> drain(HostGroupedQueue queue) {
    return polled(queue).stream().map(HostGroupedQueueTest::name).toList();
  }

  private static List<Long> sequences(HostGroupedQueue queue) {
    return polled(queue).stream().map(Candidate::sequence).toList();
  }

  private static List<Candidate> polled(HostGroupedQueue queue) {
    var polled = new ArrayList<Candidate>();
    Optional<Candidate> next = queue.poll(HostGate.OPEN);
    while (next.isPresent()) {
      polled.add(next.get());
      next = queue.poll(HostGate.OPEN);
    }
    return polled;
  }

  private static String name(Candidate candidate) {
    return candidate.url().host() + (int) candidate.score();
  }
}
