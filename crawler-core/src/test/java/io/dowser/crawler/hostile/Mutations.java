package io.dowser.crawler.hostile;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Creates new inputs of old ones: bytes changed, chunks cut, doubled, moved in from elsewhere. */
public final class Mutations {

  private static final byte[] NASTY = {
    0, -1, '<', '>', '"', '\'', '&', '%', '*', '$', '\\', '/', '\r', '\n', ' ', ':', '@', '[', 0x7F
  };

  private static final String ODD =
      "\uD800\uDBFF\uDC00\uDFFF\0\u0001\u0007\b\t\n\u000B\f\r\u001B\u007F\u0085\u009F\u00A0\u00AD"
          + "\u200B\u200E\u2028\u2029\u202E\uFEFF\uFFF9\uFFFD\uFFFE\uFFFF\"'<>&;,|=#*_`[]\\:-@+";

  private static final int LONGEST = 2_000_000;

  private final SplittableRandom random;

  public Mutations(SplittableRandom random) {
    this.random = random;
  }

  public byte[] mutate(List<byte[]> seeds) {
    byte[] input = seeds.get(random.nextInt(seeds.size())).clone();
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      input = once(input, seeds.get(random.nextInt(seeds.size())));
    }
    return input;
  }

  /** Changes an input up to three times. */
  public byte[] damage(byte[] input) {
    byte[] damaged = input.clone();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      damaged = once(damaged, input);
    }
    return damaged;
  }

  /** Puts unpaired surrogates, control and other odd characters into a text. */
  public String oddText(String text) {
    var odd = new StringBuilder(text);
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      int at = random.nextInt(odd.length() + 1);
      odd.insert(at, ODD.charAt(random.nextInt(ODD.length())));
    }
    return odd.toString();
  }

  private byte[] once(byte[] input, byte[] other) {
    if (input.length == 0) {
      return other.clone();
    }
    int from = random.nextInt(input.length);
    int to = from + random.nextInt(input.length - from + 1);
    return switch (random.nextInt(7)) {
      case 0 -> changed(input, from, (byte) random.nextInt());
      case 1 -> changed(input, from, NASTY[random.nextInt(NASTY.length)]);
      case 2 -> Arrays.copyOf(input, from);
      case 3 -> joined(input, from, input, from, to, from);
      case 4 -> joined(input, to, input, from, to, to);
      case 5 -> joined(input, from, other, 0, Math.min(other.length, 200), to);
      default -> repeated(input, from, Math.min(to, from + 20), 1 + random.nextInt(2_000));
    };
  }

  private static byte[] changed(byte[] input, int at, byte value) {
    input[at] = value;
    return input;
  }

  /** The head of the input, a chunk, and the rest of the input. */
  private static byte[] joined(byte[] input, int head, byte[] chunk, int from, int to, int rest) {
    int length = head + (to - from) + (input.length - rest);
    if (length > LONGEST) {
      return input;
    }
    byte[] all = new byte[length];
    System.arraycopy(input, 0, all, 0, head);
    System.arraycopy(chunk, from, all, head, to - from);
    System.arraycopy(input, rest, all, head + to - from, input.length - rest);
    return all;
  }

  private static byte[] repeated(byte[] input, int from, int to, int times) {
    byte[] chunk = new byte[(to - from) * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(input, from, chunk, i * (to - from), to - from);
    }
    return joined(input, from, chunk, 0, chunk.length, to);
  }
}
