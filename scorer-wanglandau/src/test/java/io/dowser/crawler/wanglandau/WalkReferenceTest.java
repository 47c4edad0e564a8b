package io.dowser.crawler.wanglandau;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.testkit.ManualHostGate;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The frontier polls what a walk polls that recomputes everything at each step. */
class WalkReferenceTest {

  private static final int POLLS = Boolean.getBoolean("dowser.exhaustive") ? 1_000 : 500;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("dowser.exhaustive") ? 12 : 2);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void hostsThatAreAlwaysReadyGiveTheWalkOfThePaper(long seed) {
    long polls = compare(seed, HostGate.OPEN, new ManualHostGate(Duration.ZERO), 1);

    assertThat(polls).as("links polled").isEqualTo(POLLS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void withoutDelayAGateOfACrawlWithOneWorkerChangesNothing(long seed) {
    var gate = new ManualHostGate(Duration.ZERO);

    assertThat(compare(seed, gate, gate, 1)).as("links polled").isEqualTo(POLLS);
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void delayedHostsLeaveTheProposalToTheBestReadyRegion(long seed) {
    var gate = new ManualHostGate(Duration.ofSeconds(1));

    assertThat(compare(seed, gate, gate, 4)).as("links polled").isEqualTo(POLLS);
  }

  /** Crawls with as many pages in flight as asked for; gives the number of links polled. */
  private static long compare(long seed, HostGate gate, ManualHostGate clock, int inFlight) {
    WangLandauFrontier frontier =
        Walks.walk(
            Map.of("roulette", "cumulative-wheel", "ranks", "false", "suspendedCapacity", "0"),
            new SplitMix(seed));
    var reference = new ReferenceWalk(new SplitMix(seed), 0.2);
    var crawl = new RandomCrawl(seed);
    for (Candidate each : crawl.seeds()) {
      frontier.seed(each);
      reference.offer(each);
    }
    Queue<Candidate> flying = new ArrayDeque<>();
    long polled = 0;
    for (int i = 0; i < 4 * POLLS && polled < POLLS; i++) {
      Optional<Candidate> next = flying.size() < inFlight ? frontier.poll(gate) : Optional.empty();
      if (flying.size() < inFlight) {
        assertThat(next.map(Candidate::sequence).orElse(-1L))
            .as("poll %d with seed %d", polled, seed)
            .isEqualTo(reference.next(gate));
      }
      if (next.isPresent()) {
        polled++;
        crawl.polled(next.get());
        clock.visitBegins(next.get().url());
        flying.add(next.get());
      }
      if (next.isEmpty() || inFlight == 1) {
        land(frontier, reference, crawl, flying, clock);
      }
      clock.advance(Duration.ofMillis(inFlight == 1 ? 0 : 97));
    }
    return polled;
  }

  private static void land(
      WangLandauFrontier frontier,
      ReferenceWalk reference,
      RandomCrawl crawl,
      Queue<Candidate> flying,
      ManualHostGate clock) {
    Candidate landed = flying.poll();
    if (landed == null) {
      return;
    }
    clock.visitEnds(landed.url());
    List<ScoredLink> links = crawl.links(landed);
    frontier.expand(crawl.visit(landed, links), links);
    links.forEach(link -> reference.offer(link.candidate()));
  }
}
