package io.dowser.crawler.toolkit.queue;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a few longs each, side by side in memory, that grow chunk by chunk. What was never set is
 * 0 and takes no memory as long as its whole chunk is unset.
 */
final class LongRows {

  private static final int BITS = 10;
  private static final int MASK = (1 << BITS) - 1;

  private final int width;
  private long[] @Nullable [] chunks = new long[4][];

  LongRows(int width) {
    this.width = width;
  }

  long get(int row, int word) {
    int chunk = row >>> BITS;
    long[] values = chunk < chunks.length ? chunks[chunk] : null;
    return values == null ? 0 : values[(row & MASK) * width + word];
  }

  void set(int row, int word, long value) {
    int chunk = row >>> BITS;
    long[] values = chunk < chunks.length ? chunks[chunk] : null;
    if (values == null) {
      values = allocate(chunk);
    }
    values[(row & MASK) * width + word] = value;
  }

  double getDouble(int row, int word) {
    return Double.longBitsToDouble(get(row, word));
  }

  void setDouble(int row, int word, double value) {
    set(row, word, Double.doubleToRawLongBits(value));
  }

  private long[] allocate(int chunk) {
    if (chunk >= chunks.length) {
      chunks = Arrays.copyOf(chunks, Math.max(chunk + 1, chunks.length + (chunks.length >> 1)));
    }
    long[] values = new long[(MASK + 1) * width];
    chunks[chunk] = values;
    return values;
  }
}
