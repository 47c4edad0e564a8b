package io.dowser.crawler.net;

import com.google.common.net.InetAddresses;
import java.math.BigInteger;
import java.util.Objects;

/** A block of addresses, such as {@code 10.0.0.0/8}. Immutable. */
final class Cidr {

  private final int length;
  private final BigInteger network;
  private final int rest;
  private final String text;

  /** The bits of the network, and the number of the bits that follow them in an address. */
  private Cidr(int length, BigInteger network, int rest, String text) {
    this.length = length;
    this.network = network;
    this.rest = rest;
    this.text = text;
  }

  /** Parses a block or a single address; refuses other text, and bits behind the prefix. */
  static Cidr parse(String text) {
    int slash = text.indexOf('/');
    String address = slash < 0 ? text : text.substring(0, slash);
    if (!InetAddresses.isInetAddress(address)) {
      throw refused(text);
    }
    byte[] bytes = bytes(address);
    int prefix = slash < 0 ? bytes.length * 8 : prefix(text, slash + 1, bytes.length * 8);
    var network = new BigInteger(1, bytes);
    int rest = bytes.length * 8 - prefix;
    if (network.signum() != 0 && network.getLowestSetBit() < rest) {
      throw refused(text);
    }
    return new Cidr(bytes.length, network.shiftRight(rest), rest, text);
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
    String digits = text.substring(from);
    int prefix = digits.matches("[0-9]{1,3}") ? Integer.parseInt(digits) : most + 1;
    if (prefix > most) {
      throw refused(text);
    }
    return prefix;
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "an address block must be like 10.0.0.0/8 or fd00::/8 or a single address, but was '"
            + text
            + "'");
  }

  boolean contains(byte[] address) {
    return address.length == length && new BigInteger(1, address).shiftRight(rest).equals(network);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cidr that
        && length == that.length
        && rest == that.rest
        && network.equals(that.network);
  }

  @Override
  public int hashCode() {
    return Objects.hash(length, rest, network);
  }

  @Override
  public String toString() {
    return text;
  }
}
