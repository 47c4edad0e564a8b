package io.dowser.crawler.internal.traps;

/**
 * Two hashes of 64 bits of one text, which go different ways.
 *
 * <p>A step takes four characters, and none of it is lost: it can be undone. The hashes multiply by
 * different factors and rotate by different distances, so that a change which cancels out in one of
 * them does not in the other. Not proof against an attacker who looks for two texts with one hash.
 * Our own and not a library's, because libraries hash bytes: see docs/decisions/0010. Not
 * thread-safe.
 */
final class TextHash {

  private static final long HIGH_FACTOR =
      0x9E3779B97F4A7C15L; // 2 to the power of 64, golden section
  private static final long LOW_FACTOR = 0xC2B2AE3D27D4EB4FL; // a prime number
  private static final int HIGH_TURN = 29;
  private static final int LOW_TURN = 37;

  private long high;
  private long low;

  TextHash(int length) {
    high = length;
    low = length;
  }

  /** Continues with the text, whose characters must be a multiple of four. */
  void add(char[] text) {
    long a = high;
    long b = low;
    for (int i = 0; i < text.length; i += 4) {
      long four =
          text[i] | (long) text[i + 1] << 16 | (long) text[i + 2] << 32 | (long) text[i + 3] << 48;
      a = Long.rotateLeft((a ^ four) * HIGH_FACTOR, HIGH_TURN);
      b = Long.rotateLeft((b ^ four) * LOW_FACTOR, LOW_TURN);
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
