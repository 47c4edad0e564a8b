package io.dowser.crawler.frontier;

import static io.dowser.crawler.frontier.Crawls.candidate;
import static io.dowser.crawler.frontier.Crawls.expand;
import static io.dowser.crawler.frontier.Crawls.expandAgain;
import static io.dowser.crawler.frontier.Crawls.seed;
import static io.dowser.crawler.testkit.CrawlFixtures.drain;
import static io.dowser.crawler.testkit.CrawlFixtures.poll;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for all frontiers of this package. */
class QueueFrontierTest {

  static Stream<QueueFrontier> frontiers() {
    return Stream.of(
        new BestFirstFrontier(Settings.none(), HostGrouping.FULL_HOST),
        new BreadthFirstFrontier(HostGrouping.FULL_HOST),
        new PageRankFrontier(HostGrouping.FULL_HOST, new IncrementalPageRank()));
  }

  @ParameterizedTest
  @MethodSource("frontiers")
  void seedsGoBeforeLinksInTheirOrder(QueueFrontier frontier) {
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), candidate("a", 1, 1e9));
    frontier.seed(seed("a", 2));
    frontier.seed(seed("b", 3));

    assertThat(drain(frontier)).containsExactly(2L, 3L, 1L);
  }

  @Test
  void linksThatWereFoundBesideAVisitedOneAreScoredAgain() {
    BestFirstFrontier frontier = new BestFirstFrontier(Settings.none(), HostGrouping.FULL_HOST);
    frontier.seed(seed("a", 0));
    expand(
        frontier,
        poll(frontier),
        IntStream.rangeClosed(1, 99)
            .mapToObj(i -> candidate("a", i, -i))
            .toArray(Candidate[]::new));
    for (int i = 0; i < 5; i++) {
      poll(frontier);
    }
    Candidate sixth = poll(frontier);
    expand(frontier, sixth);

    // 14 is the last neighbour of 6
    assertThat(frontier.poll(HostGate.OPEN, link -> link.sequence()))
        .map(Candidate::sequence)
        .contains(14L);
    assertThat(frontier.poll(HostGate.OPEN, link -> -9)).map(Candidate::sequence).contains(7L);
    assertThat(frontier.poll(HostGate.OPEN)).map(Candidate::sequence).contains(8L);
  }

  @ParameterizedTest
  @MethodSource("frontiers")
  void delayedHostIsNotServedAndBlocksNoOther(QueueFrontier frontier) {
    frontier.seed(seed("a", 0));
    frontier.seed(seed("b", 1));
    HostGate gate = delayingGate("a");

    assertThat(frontier.poll(gate).orElseThrow().sequence()).isEqualTo(1);
    assertThat(frontier.poll(gate)).isEmpty();
    assertThat(frontier.size()).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("frontiers")
  void endOfAVisitMakesItsHostReadySoonerThanAnnounced(QueueFrontier frontier) {
    boolean[] busy = {false};
    HostGate gate = gate(url -> busy[0] ? Long.MAX_VALUE : 0);
    for (int i = 0; i < 3; i++) {
      frontier.seed(seed("a", i));
    }
    Candidate first = frontier.poll(gate).orElseThrow();
    busy[0] = true;
    assertThat(frontier.poll(gate)).isEmpty();

    busy[0] = false;
    expand(frontier, first);
    Candidate second = frontier.poll(gate).orElseThrow();
    busy[0] = true;
    assertThat(frontier.poll(gate)).isEmpty();
    busy[0] = false;
    frontier.abandon(second, AbandonReason.FETCH_FAILED);

    assertThat(frontier.poll(gate)).isPresent();
  }

  @ParameterizedTest
  @EnumSource(AbandonReason.class)
  void onlyWhatWasStoppedIsPendingAgain(AbandonReason reason) {
    frontiers()
        .forEach(
            frontier -> {
              frontier.seed(seed("a", 0));
              Candidate polled = poll(frontier);
              frontier.abandon(polled, reason);
              assertThat(frontier.size()).isEqualTo(reason == AbandonReason.STOPPED ? 1 : 0);
              frontier.poll(HostGate.OPEN).ifPresent(c -> assertThat(c).isEqualTo(polled));
            });
  }

  @ParameterizedTest
  @MethodSource("frontiers")
  void givesBackExactlyWhatItTook(QueueFrontier frontier) {
    Candidate link = candidate("a", 1, 0.25);
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), link);

    assertThat(poll(frontier)).isEqualTo(link);
  }

  @Test
  void breadthFirstGoesByAgeWhateverTheScores() {
    BreadthFirstFrontier frontier = new BreadthFirstFrontier(HostGrouping.FULL_HOST);
    frontier.seed(seed("a", 0));
    Candidate first = poll(frontier);
    expand(frontier, first, candidate("b", 1, 0), candidate("a", 2, 9), candidate("c", 3, 5));

    frontier.rekey(candidate -> candidate.sequence());
    expandAgain(frontier, first, candidate("c", 3, 100));

    assertThat(poll(frontier)).isEqualTo(candidate("b", 1, 0));
    assertThat(poll(frontier)).isEqualTo(candidate("a", 2, 9));
    assertThat(poll(frontier)).isEqualTo(candidate("c", 3, 5));
  }

  @Test
  void breadthFirstGivesWayToHostsThatAreReady() {
    BreadthFirstFrontier frontier = new BreadthFirstFrontier(HostGrouping.FULL_HOST);
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), candidate("a", 1, 0), candidate("b", 2, 0));
    HostGate gate = delayingGate("a");

    assertThat(frontier.poll(gate).orElseThrow().sequence()).isEqualTo(2);
    assertThat(frontier.poll(gate)).isEmpty();
  }

  @Test
  void frontierOfAnotherKeyKeepsItWhenScoresChange() {
    var frontier = new ShallowFirst();
    frontier.seed(seed("a", 0));
    expand(frontier, poll(frontier), link(1, 5, 0.9), link(2, 1, 0.1), link(3, 6, 0.2));

    Candidate shallowest = poll(frontier);
    assertThat(shallowest.sequence()).isEqualTo(2);
    frontier.abandon(shallowest, AbandonReason.STOPPED);
    frontier.rekey(candidate -> candidate.sequence() == 3 ? 100 : 1);

    assertThat(drain(frontier)).containsExactly(3L, 2L, 1L);
  }

  private static Candidate link(long sequence, int depth, double score) {
    CrawlUrl url = CrawlUrl.of("http://b/" + sequence);
    return new Candidate(url, sequence, depth, score, 0, 0, PathState.NONE, LinkFeatures.NONE);
  }

  /** Takes ten off the score for each link of depth. */
  private static final class ShallowFirst extends QueueFrontier {

    ShallowFirst() {
      super(HostGrouping.FULL_HOST);
    }

    @Override
    public double key(Candidate link) {
      return link.score() - 10 * link.depth();
    }
  }

  private static HostGate delayingGate(String host) {
    return gate(url -> url.host().equals(host) ? 1_000 : 0);
  }

  private interface ReadyAt {
    long of(CrawlUrl url);
  }

  private static HostGate gate(ReadyAt readyAt) {
    return new HostGate() {
      @Override
      public long now() {
        return 0;
      }

      @Override
      public long readyAt(CrawlUrl url) {
        return readyAt.of(url);
      }
    };
  }
}
