package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WalkerTest {

  private static final VisitOrder.WangLandau RULE = new VisitOrder.WangLandau(50, 5, 1_000, 8);

  private static Walker walker(int share, long seed) {
    return walker(share, 1_000_000, seed);
  }

  private static Walker walker(int share, int perHost, long seed) {
    return new Walker(RULE, WalkState.start(RULE), HostGrouping.FULL_HOST, share, perHost, seed);
  }

  private static Candidate candidate(long sequence, String host, double score) {
    CrawlUrl url = CrawlUrl.of("http://" + host + ".example/" + sequence);
    return new Candidate(
        url, sequence, 1, score, 0, Long.MAX_VALUE, PathState.NONE, LinkFeatures.of(new int[0]));
  }

  private static HostGate open(Set<String> closed) {
    return new HostGate() {
      @Override
      public long now() {
        return 0;
      }

      @Override
      public long readyAt(CrawlUrl url) {
        return closed.contains(url.host()) ? 1_000 : 0;
      }
    };
  }

  @Test
  void takesItsShareAndNoUrlTwice() {
    long seed = 20_261_121;
    var random = new SplittableRandom(seed);
    Walker walker = walker(3_000, seed);
    for (int i = 0; i < 24_000; i++) {
      walker.offer(candidate(i, "h" + random.nextInt(200), random.nextDouble()), i);
    }
    Set<Long> taken = new HashSet<>();
    Optional<Candidate> next = walker.poll(open(Set.of()));
    while (next.isPresent()) {
      assertThat(taken.add(next.get().sequence())).as("seed %d", seed).isTrue();
      next = walker.poll(open(Set.of()));
    }
    assertThat(taken).hasSize(3_000);
    assertThat(walker.size()).isZero();
  }

  @Test
  void emptiesASampleThatIsSmallerThanItsShare() {
    Walker walker = walker(100, 1);
    for (int i = 0; i < 40; i++) {
      walker.offer(candidate(i, "h" + i % 3, i / 40.0), i);
    }
    int taken = 0;
    while (walker.poll(open(Set.of())).isPresent()) {
      taken++;
    }
    assertThat(taken).isEqualTo(40);
  }

  @Test
  void takesNoMoreOfAHostThanItMay() {
    long seed = 20_261_122;
    var random = new SplittableRandom(seed);
    Walker walker = walker(1_000, 7, seed);
    for (int i = 0; i < 400; i++) {
      walker.offer(candidate(i, "h" + i % 5, random.nextDouble()), i);
    }
    Map<String, Integer> taken = new TreeMap<>();
    Optional<Candidate> next = walker.poll(open(Set.of()));
    while (next.isPresent()) {
      taken.merge(next.get().url().host(), 1, Integer::sum);
      next = walker.poll(open(Set.of()));
    }
    assertThat(taken.values()).as("seed %d", seed).containsExactly(7, 7, 7, 7, 7);
    assertThat(walker.size()).isZero();
  }

  @Test
  void passesOverHostsThatAreNotReady() {
    Walker walker = walker(10, 1);
    walker.offer(candidate(1, "best", 0.9), 0);
    walker.offer(candidate(2, "other", 0.1), 1);
    Set<String> closed = new HashSet<>(Set.of("best.example"));
    assertThat(walker.poll(open(closed))).map(Candidate::sequence).contains(2L);
    assertThat(walker.poll(open(closed))).isEmpty();
    assertThat(walker.size()).isEqualTo(1);
    closed.clear();
    walker.recheck(CrawlUrl.of("http://best.example/"));
    assertThat(walker.poll(open(closed))).map(Candidate::sequence).contains(1L);
  }

  @Test
  void forgetsWhatIsWithdrawn() {
    Walker walker = walker(10, 1);
    for (int i = 0; i < 5; i++) {
      walker.offer(candidate(i, "a", i / 5.0), i);
    }
    for (int i = 0; i < 4; i++) {
      walker.remove(candidate(i, "a", i / 5.0));
    }
    assertThat(walker.poll(open(Set.of()))).map(Candidate::sequence).contains(4L);
    assertThat(walker.poll(open(Set.of()))).isEmpty();
  }

  @Test
  void beginsWithTheHostOfTheLargestMean() {
    Walker walker = walker(10, 1);
    walker.offer(candidate(1, "uneven", 1.0), 0);
    walker.offer(candidate(2, "uneven", 0.1), 1);
    walker.offer(candidate(3, "even", 0.99), 2);
    assertThat(walker.poll(open(Set.of()))).map(Candidate::sequence).contains(3L);
  }
}
