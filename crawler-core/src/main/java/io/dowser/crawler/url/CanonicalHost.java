package io.dowser.crawler.url;

import com.google.common.base.CharMatcher;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Finishes a host that the parser has already mapped to lower-case ASCII.
 *
 * <p>Names lose the dot of the DNS root, because {@code example.org.} is the same machine and must
 * share its delay. Every notation of an IPv4 address becomes the usual one (WHATWG URL Standard,
 * section 3.5), so that no check can be passed by {@code 0x7f.1}; the parser leaves them alone.
 */
final class CanonicalHost {

  private static final CharMatcher NAME =
      CharMatcher.inRange('a', 'z')
          .or(CharMatcher.inRange('0', '9'))
          .or(CharMatcher.anyOf("-._"))
          .precomputed();

  private static final long TOO_LARGE = 1L << 32;

  private CanonicalHost() {}

  /** Returns the form of a host that the parser serialized, or null if none can be called so. */
  static @Nullable String of(String host) {
    if (host.startsWith("[")) {
      return host;
    }
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (name.isEmpty() || !NAME.matchesAllOf(name) || !isStable(name)) {
      return null;
    }
    String lastLabel = name.substring(name.lastIndexOf('.') + 1);
    return isNumber(lastLabel) ? ipv4(name) : name;
  }

  /** The parser writes some names in Punycode that it then refuses to read. */
  private static boolean isStable(String name) {
    if (!name.contains("xn--")) {
      return true;
    }
    HttpUrl again = ParsedUrl.of("http://" + name + "/");
    return again != null && again.host().equals(name);
  }

  private static boolean isNumber(String label) {
    boolean digit = !label.isEmpty() && label.charAt(0) >= '0' && label.charAt(0) <= '9';
    return digit && (label.chars().allMatch(c -> c >= '0' && c <= '9') || number(label) >= 0);
  }

  private static @Nullable String ipv4(String name) {
    String[] parts = name.split("\\.", -1);
    if (parts.length > 4) {
      return null;
    }
    long address = 0;
    for (int i = 0; i < parts.length - 1; i++) {
      long part = number(parts[i]);
      if (part < 0 || part > 255) {
        return null;
      }
      address |= part << (8 * (3 - i));
    }
    long last = number(parts[parts.length - 1]); // fills all the bytes that the others leave
    boolean fits = last >= 0 && last < 1L << (8 * (5 - parts.length));
    return fits ? dotted(address | last) : null;
  }

  private static String dotted(long address) {
    return (address >> 24)
        + "."
        + (address >> 16 & 255)
        + "."
        + (address >> 8 & 255)
        + "."
        + (address & 255);
  }

  /** Reads hexadecimal after 0x, octal after 0, else decimal; -1 if it is none of them. */
  private static long number(String part) {
    if (part.startsWith("0x")) {
      return number(part, 2, 16);
    }
    return part.length() > 1 && part.startsWith("0") ? number(part, 1, 8) : number(part, 0, 10);
  }

  private static long number(String part, int from, int radix) {
    if (part.isEmpty()) {
      return -1;
    }
    long number = 0;
    for (int i = from; i < part.length(); i++) {
      int digit = Character.digit(part.charAt(i), radix);
      if (digit < 0) {
        return -1;
      }
      number = Math.min(number * radix + digit, TOO_LARGE);
    }
    return number;
  }
}
