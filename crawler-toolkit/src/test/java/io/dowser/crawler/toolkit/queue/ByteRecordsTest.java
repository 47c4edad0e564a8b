package io.dowser.crawler.toolkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRecordsTest {

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {31, 32, 33})
  void recordsSurviveTheMovesOfTheirNeighbours(long seed) {
    var random = new SplittableRandom(seed);
    var records = new ByteRecords(new IntColumn());
    byte[][] reference = new byte[4_000][];
    for (int step = 0; step < 60_000; step++) {
      int slot = random.nextInt(reference.length);
      records.remove(slot);
      reference[slot] = null;
      if (random.nextInt(10) < (step / 10_000 % 2 == 0 ? 9 : 3)) {
        byte[] bytes =
            new byte[random.nextInt(100) == 0 ? random.nextInt(8_192) : random.nextInt(120)];
        random.nextBytes(bytes);
        records.put(slot, bytes, 0, bytes.length);
        reference[slot] = bytes;
      }
    }
    for (int slot = 0; slot < reference.length; slot++) {
      byte[] expected = reference[slot] == null ? new byte[0] : reference[slot];
      byte[] target = new byte[8_193];
      assertThat(records.copy(slot, target, 1)).isEqualTo(expected.length);
      assertThat(records.length(slot)).isEqualTo(expected.length);
      assertThat(Arrays.copyOfRange(target, 1, 1 + expected.length)).isEqualTo(expected);
    }
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {34, 35})
  void memoryStaysInProportionHoweverLongRecordsComeAndGo(long seed) {
    var random = new SplittableRandom(seed);
    var records = new ByteRecords(new IntColumn());
    byte[] bytes = new byte[400];
    int[] lengths = new int[4_000];
    for (int step = 0; step < 300_000; step++) {
      int slot = random.nextInt(lengths.length);
      records.remove(slot);
      boolean few = step / 50_000 % 2 == 1;
      lengths[slot] = few && slot % 8 > 0 ? 0 : random.nextInt(step < 150_000 ? 120 : bytes.length);
      if (lengths[slot] > 0) {
        records.put(slot, bytes, 0, lengths[slot]);
      }
      if (step % 50_000 == 49_999) {
        int alive = Arrays.stream(lengths).map(length -> length > 0 ? length + 16 : 0).sum();
        assertThat(records.chunks()).as("step %d", step).isLessThan(3 + alive / 65_536 * 8 / 5 + 2);
      }
    }
  }
}
