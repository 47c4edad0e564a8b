package io.dowser.crawler.internal.traps;

/**
 * Two hashes of 64 bits of one text. They multiply by different factors and rotate by different
 * distances, so that a change which cancels out in one of them does not in the other.
 *
 * <p>A text can be built to have the hash of another one. Hash functions of libraries take bytes,
 * and to encode each text costs more than to hash it. Not thread-safe.
 */
final class TextHash {

  private static final long HIGH_FACTOR = 0x9E3779B97F4A7C15L; // 2^64 by the golden ratio
  private static final long LOW_FACTOR = 0xC2B2AE3D27D4EB4FL; // a prime number

  private long high;
  private long low;

  TextHash(int textLength) {
    high = textLength;
    low = textLength;
  }

  /** Continues with a chunk of the text, whose length is a multiple of four. */
  void add(char[] chunk) {
    long a = high;
    long b = low;
    for (int i = 0; i < chunk.length; i += 4) {
      long two = chunk[i] | (long) chunk[i + 1] << 16;
      long four = two | (chunk[i + 2] | (long) chunk[i + 3] << 16) << 32;
      a = Long.rotateLeft((a ^ four) * HIGH_FACTOR, 29);
      b = Long.rotateLeft((b ^ four) * LOW_FACTOR, 37);
    }
    high = a;
    low = b;
  }

  long high() {
    return high;
  }

  long low() {
    return low;
  }
}
