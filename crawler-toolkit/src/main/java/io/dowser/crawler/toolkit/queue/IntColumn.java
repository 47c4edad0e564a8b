package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of ints that grows chunk by chunk, so that growing neither copies nor leaves half of the
 * memory idle. What was never set is 0 and takes no memory as long as its whole chunk is unset.
 */
final class IntColumn implements ByteRecords.Addresses {

  private static final int BITS = 10;
  private static final int MASK = (1 << BITS) - 1;

  private int[] @Nullable [] chunks = new int[4][];

  @Override
  public int get(int index) {
    int chunk = index >>> BITS;
    int[] values = chunk < chunks.length ? chunks[chunk] : null;
    return values == null ? 0 : values[index & MASK];
  }

  @Override
  public void set(int index, int value) {
    int chunk = index >>> BITS;
    int[] values = chunk < chunks.length ? chunks[chunk] : null;
    if (values == null) {
      values = allocate(chunk);
    }
    values[index & MASK] = value;
  }

  int add(int index, int difference) {
    int sum = get(index) + difference;
    set(index, sum);
    return sum;
  }

  private int[] allocate(int chunk) {
    if (chunk >= chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, chunks.length + (chunks.length >> 1)));
    }
    int[] values = new int[MASK + 1];
    chunks[chunk] = values;
    return values;
  }
}
