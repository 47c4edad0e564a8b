package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queue compared with a list that is searched from end to end at every step. */
class HostGroupedQueueReferenceTest {

  private static final Comparator<Candidate> FIRST_FIRST =
      (a, b) -> a.equals(b) ? 0 : a.goesBefore(b) ? -1 : 1;

  /** One connection to a host, a delay after each visit that differs from host to host. */
  private static final class CrawlGate implements HostGate {
    private final Map<String, Long> ready = new HashMap<>();
    private long now = Long.MAX_VALUE - 2_000; // the clock passes its overflow on the way

    @Override
    public long now() {
      return now;
    }

    @Override
    public long readyAt(CrawlUrl url) {
      return ready.getOrDefault(url.host(), now - 5);
    }
  }

  private static final class Model {
    final Map<Long, Candidate> pending = new HashMap<>();
    final Deque<String> recent = new ArrayDeque<>();
    final int window;
    final boolean strict;

    Model(int window, boolean strict) {
      this.window = window;
      this.strict = strict;
    }

    Optional<Candidate> poll(HostGate gate) {
      Optional<Candidate> best =
          best(c -> gate.isReady(c.url()) && !recent.contains(c.url().host()));
      if (best.isEmpty() && !strict) {
        best = longestAgo(gate);
      }
      best.ifPresent(this::take);
      return best;
    }

    private Optional<Candidate> longestAgo(HostGate gate) {
      // the last occurrence counts, hence the walk from the oldest by its latest position
      var byLastUse = new ArrayDeque<String>();
      recent.forEach(
          host -> {
            byLastUse.remove(host);
            byLastUse.addLast(host);
          });
      return byLastUse.stream()
          .map(host -> best(c -> c.url().host().equals(host) && gate.isReady(c.url())))
          .flatMap(Optional::stream)
          .findFirst();
    }

    private Optional<Candidate> best(Predicate<Candidate> allowed) {
      return pending.values().stream().filter(allowed).min(FIRST_FIRST);
    }

    private void take(Candidate candidate) {
      pending.remove(candidate.sequence());
      recent.addLast(candidate.url().host());
      if (recent.size() >= window) {
        recent.removeFirst();
      }
    }

    void offer(Candidate candidate) {
      pending.merge(candidate.sequence(), candidate, Model::merge);
    }

    private static Candidate merge(Candidate old, Candidate fresh) {
      int byKey = Double.compare(fresh.score(), old.score());
      boolean better =
          byKey > 0 || (byKey == 0 && Double.compare(fresh.tieBreak(), old.tieBreak()) > 0);
      Candidate kept = better ? fresh : old;
      return new Candidate(
          kept.url(),
          kept.sequence(),
          Math.min(old.depth(), fresh.depth()),
          kept.score(),
          kept.tieBreak(),
          kept.parent(),
          kept.pathState(),
          kept.features());
    }
  }

  private final CrawlGate gate = new CrawlGate();
  private final Deque<Candidate> inFlight = new ArrayDeque<>();
  private HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);
  private Model model = new Model(1, false);
  private long nextSequence;

  @ParameterizedTest(name = "seed {0}, {1} hosts, window {2}, strict {3}")
  @CsvSource({
    "51, 1, 1, false",
    "52, 5, 1, false",
    "53, 60, 1, false",
    "54, 5, 3, false",
    "55, 60, 20, false",
    "56, 4, 50, false",
    "57, 60, 20, true",
    "58, 3, 2, true",
    "59, 300, 7, false"
  })
  void servesWhatAFullSearchWouldServe(long seed, int hosts, int window, boolean strict) {
    var random = new SplittableRandom(seed);
    queue = HostGroupedQueue.withHostWindow(HostGrouping.FULL_HOST, window, strict);
    model = new Model(window, strict);

    for (int step = 0; step < 8_000; step++) {
      int growth = step / 2_000 % 2 == 0 ? 6 : 2;
      int choice = random.nextInt(16);
      if (choice < growth) {
        offer(random, hosts);
      } else if (choice < 11) {
        poll(random, step);
      } else {
        change(choice, random);
      }
      assertThat(queue.size()).as("step %d", step).isEqualTo(model.pending.size());
    }
    gate.now += 1_000_000;
    poll(random, -1);
  }

  private void offer(SplittableRandom random, int hosts) {
    boolean fresh = random.nextInt(3) > 0;
    long sequence = fresh ? nextSequence++ : random.nextLong(nextSequence + 1);
    nextSequence = Math.max(nextSequence, sequence + 1);
    Candidate candidate = Candidates.random(random, sequence, hosts);
    queue.offer(candidate);
    model.offer(candidate);
  }

  private void poll(SplittableRandom random, int step) {
    gate.now += random.nextInt(20);
    Optional<Candidate> expected = model.poll(gate);
    assertThat(queue.poll(gate)).as("step %d", step).isEqualTo(expected);
    expected.ifPresent(
        candidate -> {
          gate.ready.put(candidate.url().host(), gate.now + 1_000); // busy until reported
          inFlight.addLast(candidate);
        });
    if (inFlight.size() > 8 || random.nextInt(3) == 0) {
      finish(random);
    }
  }

  private void finish(SplittableRandom random) {
    Candidate done = inFlight.pollFirst();
    if (done != null) {
      gate.ready.put(done.url().host(), gate.now + random.nextInt(60));
      queue.recheck(done.url());
    }
  }

  private void change(int choice, SplittableRandom random) {
    long sequence = random.nextLong(nextSequence + 1);
    if (choice == 11) {
      assertThat(queue.contains(sequence)).isEqualTo(model.pending.containsKey(sequence));
      assertThat(queue.remove(sequence))
          .isEqualTo(Optional.ofNullable(model.pending.remove(sequence)));
    } else if (choice == 12) {
      Optional<Candidate> worst = model.pending.values().stream().max(FIRST_FIRST);
      assertThat(queue.removeWorst()).isEqualTo(worst);
      worst.ifPresent(candidate -> model.pending.remove(candidate.sequence()));
    } else if (choice == 13 && random.nextInt(40) == 0) {
      double factor = random.nextInt(-2, 3);
      queue.rescore(candidate -> candidate.sequence() % 11 * factor);
      model.pending.replaceAll((number, c) -> c.withScore(number % 11 * factor));
    } else if (choice == 14) {
      CrawlUrl url = Candidates.random(random, sequence, 5).url();
      queue.rekeyHost(url, Candidate::score); // the keys that they have
    }
  }
}
