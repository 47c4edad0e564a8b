package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceIndexTest {

  private final LongRows rows = new LongRows(1);
  private final SequenceIndex index = new SequenceIndex(rows, 0);
  private final Map<Long, Integer> slots = new HashMap<>();
  private int limit;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void aLongRandomHistoryGivesWhatAMapGives(long seed) {
    var random = new Random(seed);
    List<Long> there = new ArrayList<>();
    long next = 0;
    for (int step = 0; step < 60_000; step++) {
      boolean grows = step / 15_000 % 2 == 0;
      if (there.isEmpty() || random.nextInt(10) < (grows ? 7 : 3)) {
        long number = random.nextInt(20) == 0 ? number(random) : next++;
        if (!slots.containsKey(number)) {
          add(number);
          there.add(number);
        }
      } else {
        Collections.swap(there, random.nextInt(there.size()), there.size() - 1);
        remove(there.remove(there.size() - 1));
      }
      long asked = random.nextInt(3) == 0 ? number(random) : random.nextLong(next + 300);
      assertThat(index.find(asked)).as("seed %d, step %d", seed, step).isEqualTo(slotOf(asked));
    }
    assertThatAllAreFound();
  }

  @Test
  void numbersThatComeInAnyOrderAreFound() {
    List<Long> numbers = new ArrayList<>(LongStream.range(0, 50_000).boxed().toList());
    Collections.shuffle(numbers, new Random(1));
    numbers.forEach(this::add);

    assertThatAllAreFound();
    numbers.subList(0, 49_500).forEach(this::remove);
    assertThatAllAreFound();
    assertThat(index.find(numbers.get(0))).isEqualTo(CandidateTable.ABSENT);
  }

  @Test
  void numbersFarApartAreFound() {
    LongStream.range(0, 5_000).map(i -> i * 10_007).forEach(this::add);
    assertThatAllAreFound();

    LongStream.range(0, 5_000).map(i -> 1 + i * 10_007).forEach(this::add);
    assertThatAllAreFound();
    assertThat(index.find(2)).isEqualTo(CandidateTable.ABSENT);
    assertThat(index.find(100_000_000)).isEqualTo(CandidateTable.ABSENT);
  }

  @Test
  void numbersAboveThoseOfAnIntAreFound() {
    long first = Integer.MAX_VALUE + 1L;
    add(first + 5);
    add(first - 1);
    add(first - 5_000);

    assertThatAllAreFound();
    remove(first + 5);
    assertThat(index.find(first + 5)).isEqualTo(CandidateTable.ABSENT);
  }

  @Test
  void theLargestNumbersAreFoundAndMayGo() {
    add(Long.MAX_VALUE);
    add(Long.MAX_VALUE - 1);
    add(Integer.MAX_VALUE + 1L);
    assertThatAllAreFound();

    remove(Long.MAX_VALUE);
    assertThat(index.find(Long.MAX_VALUE)).isEqualTo(CandidateTable.ABSENT);
    assertThatAllAreFound();
  }

  /** Far from those that come one after the other: in one heap, scattered, or huge. */
  private static long number(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> 1_000_000 + random.nextInt(500);
      case 1 -> random.nextInt(10_000_000);
      default -> random.nextLong(Long.MAX_VALUE);
    };
  }

  private void add(long number) {
    rows.set(limit, 0, number);
    index.add(limit);
    slots.put(number, limit++);
  }

  private void remove(long number) {
    index.remove(number);
    slots.remove(number);
  }

  private int slotOf(long number) {
    return slots.getOrDefault(number, CandidateTable.ABSENT);
  }

  private void assertThatAllAreFound() {
    slots.forEach((number, slot) -> assertThat(index.find(number)).isEqualTo(slot));
  }
}
