package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.util.BitSet;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The queue beside a sorted set. */
class SlotQueueTest {

  private final CandidateTable table = new CandidateTable();
  private final SlotQueue queue = new SlotQueue(new SlotOrder(table));
  private final LongRows keys = new LongRows(1);
  private final NavigableSet<Integer> expected = new TreeSet<>(order());
  private final BitSet pending = new BitSet();
  private long sequence;

  @ParameterizedTest(name = "seed {0}, {1} different keys")
  @CsvSource({"71, 1000000", "72, 1", "73, 3", "74, 100", "75, 1000000", "76, 2"})
  void servesWhatASortedSetWouldServe(long seed, int differentKeys) {
    var random = new SplittableRandom(seed);
    for (int step = 0; step < 30_000; step++) {
      int growth = step / 5_000 % 2 == 0 ? 9 : 3;
      int choice = random.nextInt(16);
      if (choice < growth || expected.isEmpty()) {
        push(random.nextInt(differentKeys) - differentKeys / 2, random.nextInt(2));
      } else if (choice < 12) {
        pop();
      } else {
        int slot = any(random);
        remove(slot);
        if (choice < 15) { // raised, lowered, or put back where it was
          put(slot, choice == 14 ? keys.getDouble(slot, 0) : random.nextInt(differentKeys));
        } else {
          table.remove(slot);
        }
      }
      assertFirst(step);
    }
    drain();
  }

  @ParameterizedTest(name = "keys that change by {0}")
  @CsvSource({"0", "1", "-1"})
  void servesLongRunsThatComeInOrder(int difference) {
    for (int i = 0; i < 5_000; i++) {
      push((double) i * difference, 0);
    }
    drain();
  }

  @Test
  void keepsItsOrderWhenAllButAFewAreTakenOutOfTheMiddle() {
    var random = new SplittableRandom(77);
    for (int i = 0; i < 5_000; i++) {
      push(random.nextInt(50), 0);
    }
    for (int i = 0; i < 4_950; i++) {
      int slot = any(random);
      remove(slot);
      table.remove(slot);
    }
    for (int i = 0; i < 200; i++) {
      push(random.nextInt(50), 0);
    }
    drain();
  }

  @Test
  void ordersZerosAndInfinitiesAsDoublesAreCompared() {
    push(-0.0, 0);
    push(Double.NEGATIVE_INFINITY, 0);
    push(0.0, 0);
    push(Double.POSITIVE_INFINITY, 0);
    push(-Double.MIN_VALUE, 0);

    assertThat(queue.peekKey()).isEqualTo(Double.POSITIVE_INFINITY);
    drain();
  }

  private void push(double key, double tieBreak) {
    CrawlUrl url = CrawlUrl.of("http://a/" + sequence);
    int slot =
        table.add(
            new Candidate(url, sequence++, 1, 0, tieBreak, 0, PathState.NONE, LinkFeatures.NONE));
    put(slot, key);
  }

  private void put(int slot, double key) {
    keys.setDouble(slot, 0, key);
    expected.add(slot);
    pending.set(slot);
    queue.push(slot, key);
  }

  private void remove(int slot) {
    expected.remove(slot);
    pending.clear(slot);
    queue.remove(slot, keys.getDouble(slot, 0));
  }

  private void pop() {
    int slot = expected.pollFirst();
    pending.clear(slot);
    queue.pop();
    table.remove(slot);
  }

  private void drain() {
    while (!expected.isEmpty()) {
      assertFirst(-1);
      pop();
    }
    assertThat(queue.isEmpty()).isTrue();
  }

  private void assertFirst(int step) {
    assertThat(queue.isEmpty()).as("step %d", step).isEqualTo(expected.isEmpty());
    if (!expected.isEmpty()) {
      assertThat(queue.peek()).as("step %d", step).isEqualTo(expected.first());
      assertThat(queue.peekKey())
          .as("step %d", step)
          .isEqualTo(keys.getDouble(expected.first(), 0));
    }
  }

  private int any(SplittableRandom random) {
    return pending.nextSetBit(random.nextInt(pending.length()));
  }

  private Comparator<Integer> order() {
    return (a, b) -> {
      int byKey = Double.compare(keys.getDouble(b, 0), keys.getDouble(a, 0));
      return byKey != 0 || a.equals(b) ? byKey : table.goesBefore(a, b) ? -1 : 1;
    };
  }
}
