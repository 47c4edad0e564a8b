package io.dowser.crawler.toolkit.queue;

import static io.dowser.crawler.toolkit.queue.Candidates.candidate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LaneQueueTest {

  private LaneQueue queue = LaneQueue.of(HostGrouping.FULL_HOST);

  /** Hosts that are delayed as a test says. */
  private static final class TestGate implements HostGate {
    private final Map<String, Long> readyAt = new HashMap<>();
    private long now = Long.MAX_VALUE - 500; // the clock passes its overflow on the way
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

  /** The lane whose value is the largest: key plus a number of its own. */
  private static int byValue(ReadyLanes lanes, double[] values) {
    int best = ReadyLanes.NONE;
    for (int i = 0; i < lanes.count(); i++) {
      if (best == ReadyLanes.NONE || isBefore(lanes, i, best, values)) {
        best = i;
      }
    }
    return best;
  }

  private static boolean isBefore(ReadyLanes lanes, int a, int b, double[] values) {
    double valueA = lanes.key(a) + values[lanes.lane(a)];
    double valueB = lanes.key(b) + values[lanes.lane(b)];
    return valueA != valueB ? valueA > valueB : lanes.goesBefore(a, b);
  }

  private static ReadyLanes.Choice only(int lane) {
    return lanes -> {
      for (int i = 0; i < lanes.count(); i++) {
        if (lanes.lane(i) == lane) {
          return i;
        }
      }
      return ReadyLanes.NONE;
    };
  }

  @Test
  void theChosenLaneServesItsHighestKey() {
    queue.add(candidate("a", 0, 0), 4, 1);
    queue.add(candidate("b", 1, 0), 4, 3);
    queue.add(candidate("a", 2, 0), 900, 2);

    assertThat(queue.largestLane()).isEqualTo(900);
    assertThat(poll(only(7))).isEmpty();
    assertThat(poll(only(4))).contains(1L);
    assertThat(poll(only(900))).contains(2L);
    assertThat(queue.largestLane()).isEqualTo(4);
    assertThat(poll(only(900))).isEmpty();
    assertThat(poll(only(4))).contains(0L);
    assertThat(queue.largestLane()).isEqualTo(ReadyLanes.NONE);
    assertThat(queue.size()).isZero();
  }

  private Optional<Long> poll(ReadyLanes.Choice choice) {
    return queue.poll(HostGate.OPEN, choice).map(Candidate::sequence);
  }

  @Test
  void aMovedCandidateKeepsWhatItHas() {
    int slot = queue.add(candidate("a", 5, 0.25), 1, 1);

    queue.move(slot, 3, 7);

    assertThat(queue.lane(slot)).isEqualTo(3);
    assertThat(queue.key(slot)).isEqualTo(7);
    assertThat(queue.get(slot).score()).isEqualTo(0.25);
    assertThat(queue.get(queue.slotOf(5))).isEqualTo(candidate("a", 5, 0.25));
    assertThat(queue.remove(slot)).isEqualTo(candidate("a", 5, 0.25));
    assertThat(queue.slotOf(5)).isEqualTo(LaneQueue.ABSENT);
  }

  @Test
  void aDelayedHostIsAskedAboutOnceAndHoldsUpNoLane() {
    var gate = new TestGate();
    gate.readyAt.put("a", gate.now + 100);
    for (int i = 0; i < 20; i++) {
      queue.add(candidate("a", i, 0), i % 4, 10 - i);
    }
    queue.add(candidate("b", 20, 0), 2, -5);

    assertThat(queue.poll(gate, lanes -> byValue(lanes, new double[4])))
        .map(Candidate::sequence)
        .contains(20L);
    assertThat(queue.poll(gate, lanes -> byValue(lanes, new double[4]))).isEmpty();
    assertThat(gate.questions).isEqualTo(2);

    queue.add(candidate("a", 21, 0), 1, 50); // a delayed host gets more
    assertThat(queue.poll(gate, lanes -> byValue(lanes, new double[4]))).isEmpty();
    gate.readyAt.put("a", gate.now);
    queue.recheck(CrawlUrl.of("http://a/"));
    assertThat(queue.poll(gate, lanes -> byValue(lanes, new double[4])))
        .map(Candidate::sequence)
        .contains(21L);
  }

  @Test
  void whatIsNotAllowedIsRefused() {
    int slot = queue.add(candidate("a", 0, 0), 0, 0);

    assertThatThrownBy(() -> queue.add(candidate("a", 1, 0), -1, 0))
        .hasMessage("lane must be 0 or more, but was -1");
    assertThatThrownBy(() -> queue.add(candidate("a", 1, 0), 0, Double.NaN))
        .hasMessage("key must be a number, but was NaN");
    assertThatThrownBy(() -> queue.add(candidate("a", 0, 0), 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sequence");
    assertThatThrownBy(() -> queue.move(slot, 0, Double.NaN)).hasMessageContaining("key");
    assertThatThrownBy(() -> queue.get(7)).hasMessageContaining("slot must be in use");
    assertThatThrownBy(() -> poll(lanes -> 1)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(queue.size()).isEqualTo(1);
  }

  @Test
  void aSavedQueueOfAnotherFormatOrOfABadLaneIsRefusedAndLeavesNothing() throws IOException {
    queue.add(candidate("a", 0, 0), 3, 0.5);
    byte[] saved = save(queue);
    byte[] otherFormat = saved.clone();
    otherFormat[10]++; // behind the name of the section
    byte[] badLane = saved.clone();
    badLane[11 + 8 + 4 + 4] = (byte) 0x80; // behind section, polls, recent hosts and count

    assertThatThrownBy(() -> restore(otherFormat)).hasMessageContaining("version of queue must be");
    assertThatThrownBy(() -> restore(badLane)).hasMessageContaining("lane must be");
    assertThat(queue.size()).isZero();
    restore(saved);
    assertThat(queue.lane(queue.slotOf(0))).isEqualTo(3);
  }

  @Test
  void aQueueIsEmptyAfterAnyTroubleWithItsInput() throws IOException {
    queue.add(Candidates.candidate("a", 0, 1), 3, 1);
    byte[] saved = save(queue);
    var trouble = new CancellationException("enough");
    queue =
        LaneQueue.of(
            url -> {
              throw trouble;
            });

    assertThatThrownBy(() -> queue.restore(StateReader.from(new ByteArrayInputStream(saved))))
        .isSameAs(trouble);
    assertThat(queue.size()).isZero();
  }

  /** Lanes, hosts. */
  @ParameterizedTest(name = "seed {0}, {1} lanes, {2} hosts")
  @CsvSource({"1, 1, 5", "2, 2, 40", "3, 12, 1", "4, 12, 7", "5, 60, 300"})
  void servesWhatAFullSearchWouldServe(long seed, int lanes, int hosts) throws IOException {
    var random = new SplittableRandom(seed);
    var gate = new TestGate();
    Map<Long, Pending> model = new HashMap<>();
    double[] values = new double[lanes];
    for (int step = 0; step < 6_000; step++) {
      int what = random.nextInt(10);
      if (what < (step / 1_500 % 2 == 0 ? 5 : 2)) {
        put(random, model, lanes, hosts);
      } else if (what < 8) {
        values[random.nextInt(lanes)] = random.nextInt(5);
        gate.now += random.nextInt(4);
        poll(gate, model, values, step);
      } else if (what == 8) {
        remove(random, model);
      } else if (random.nextInt(50) == 0) {
        restore(save(queue));
      }
      assertThat(queue.size()).as("step %d", step).isEqualTo(model.size());
    }
    while (!model.isEmpty()) {
      gate.now += 100;
      poll(gate, model, values, -1);
    }
  }

  private record Pending(Candidate candidate, int lane, double key) {}

  private void put(SplittableRandom random, Map<Long, Pending> model, int lanes, int hosts) {
    var entry =
        new Pending(
            Candidates.random(random, random.nextInt(600), hosts),
            random.nextInt(lanes),
            random.nextInt(5));
    int slot = queue.slotOf(entry.candidate().sequence());
    if (slot == LaneQueue.ABSENT) {
      queue.add(entry.candidate(), entry.lane(), entry.key());
    } else {
      queue.replace(slot, entry.candidate(), entry.lane(), entry.key());
    }
    model.put(entry.candidate().sequence(), entry);
  }

  private void remove(SplittableRandom random, Map<Long, Pending> model) {
    long sequence = random.nextInt(600);
    int slot = queue.slotOf(sequence);
    Optional<Candidate> removed =
        slot == LaneQueue.ABSENT ? Optional.empty() : Optional.of(queue.remove(slot));
    assertThat(removed)
        .isEqualTo(Optional.ofNullable(model.remove(sequence)).map(Pending::candidate));
  }

  private void poll(TestGate gate, Map<Long, Pending> model, double[] values, int step) {
    Optional<Pending> best =
        model.values().stream()
            .filter(each -> gate.isReady(each.candidate().url()))
            .reduce((a, b) -> goesBefore(a, b, values) ? a : b);
    Optional<Candidate> polled = queue.poll(gate, lanes -> byValue(lanes, values));
    assertThat(polled).as("step %d", step).isEqualTo(best.map(Pending::candidate));
    polled.ifPresent(
        candidate -> {
          model.remove(candidate.sequence());
          gate.readyAt.put(candidate.url().host(), gate.now + 1 + candidate.sequence() % 9);
        });
  }

  private static boolean goesBefore(Pending a, Pending b, double[] values) {
    double valueA = a.key() + values[a.lane()];
    double valueB = b.key() + values[b.lane()];
    if (valueA != valueB) {
      return valueA > valueB;
    }
    int byTieBreak = Double.compare(a.candidate().tieBreak(), b.candidate().tieBreak());
    return byTieBreak != 0 ? byTieBreak > 0 : a.candidate().sequence() < b.candidate().sequence();
  }

  private static byte[] save(LaneQueue queue) throws IOException {
    var bytes = new ByteArrayOutputStream();
    queue.save(StateWriter.to(bytes));
    return bytes.toByteArray();
  }

  private void restore(byte[] saved) throws IOException {
    queue = LaneQueue.of(HostGrouping.FULL_HOST);
    queue.restore(StateReader.from(new ByteArrayInputStream(saved)));
  }
}
