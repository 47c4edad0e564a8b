package io.dowser.crawler.net;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.util.Arrays;

/** A block of addresses, such as {@code 10.0.0.0/8}. Immutable. */
final class Cidr {

  private final byte[] network;
  private final int prefix;
  private final String text;

  private Cidr(byte[] network, int prefix, String text) {
    this.network = network;
    this.prefix = prefix;
    this.text = text;
  }

  /**
   * Reads a block, or a single address.
   *
   * @throws IllegalArgumentException if it is neither, or has bits behind its prefix
   */
  static Cidr parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    if (!InetAddresses.isInetAddress(address)) {
      throw refused(text);
    }
    byte[] bytes = bytes(address);
    int prefix = slash < 0 ? bytes.length * 8 : prefix(text, slash + 1, bytes.length * 8);
    if (!endsWithZeros(bytes, prefix)) {
      throw refused(text);
    }
    return new Cidr(bytes, prefix, text);
  }

  /** An address that Java would turn into IPv4 keeps its sixteen bytes here. */
  private static byte[] bytes(String address) {
    byte[] bytes = InetAddresses.forString(address).getAddress();
    if (bytes.length == 4 && address.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "an address must be written as IPv4 if it is one, but was '" + address + "'");
    }
    return bytes;
  }

  private static int prefix(String text, int from, int most) {
    int value = 0;
    if (from == text.length() || text.length() - from > 3) {
      throw refused(text);
    }
    for (int i = from; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw refused(text);
      }
      value = 10 * value + digit;
    }
    if (value > most) {
      throw refused(text);
    }
    return value;
  }

  private static boolean endsWithZeros(byte[] bytes, int from) {
    for (int bit = from; bit < bytes.length * 8; bit++) {
      if ((bytes[bit >> 3] >> (7 - (bit & 7)) & 1) != 0) {
        return false;
      }
    }
    return true;
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "an address block must be like 10.0.0.0/8 or fd00::/8 or a single address, but was '"
            + text
            + "'");
  }

  boolean contains(InetAddress address) {
    return contains(address.getAddress());
  }

  boolean contains(byte[] address) {
    if (address.length != network.length) {
      return false;
    }
    int whole = prefix >> 3;
    for (int i = 0; i < whole; i++) {
      if (address[i] != network[i]) {
        return false;
      }
    }
    int rest = prefix & 7;
    return rest == 0 || ((address[whole] ^ network[whole]) & 0xFF) >> (8 - rest) == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cidr that
        && prefix == that.prefix
        && Arrays.equals(network, that.network);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(network) + prefix;
  }

  @Override
  public String toString() {
    return text;
  }
}
