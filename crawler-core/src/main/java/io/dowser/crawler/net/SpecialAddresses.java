package io.dowser.crawler.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that are not of the public Internet.
 *
 * <p>Source: the special-purpose address registries of IANA for IPv4 and IPv6 (RFC 6890 and its
 * updates), RFC 5771 for multicast, and the IPv6 address space registry: only 2000::/3 is global
 * unicast, so all the rest is refused. Blocks that are reachable but have no web sites (AS112, AMT)
 * are refused, too. Addresses that embed an IPv4 address (IPv4-mapped, 6to4 of RFC 3056, the
 * well-known prefix of NAT64 of RFC 6052) are judged by it: networks that have no IPv4 of their own
 * reach all of it through NAT64. An ISATAP address (RFC 5214) is refused if its own prefix is or
 * the IPv4 address in it.
 */
final class SpecialAddresses {

  private record Block(Cidr cidr, AddressKind kind) {}

  private static final List<Block> BLOCKS =
      List.of(
          block("0.0.0.0/8", AddressKind.ANY_LOCAL),
          block("10.0.0.0/8", AddressKind.PRIVATE),
          block("100.64.0.0/10", AddressKind.CARRIER_GRADE_NAT),
          block("127.0.0.0/8", AddressKind.LOOPBACK),
          block("169.254.0.0/16", AddressKind.LINK_LOCAL),
          block("172.16.0.0/12", AddressKind.PRIVATE),
          block("192.0.0.0/24", AddressKind.RESERVED),
          block("192.0.2.0/24", AddressKind.DOCUMENTATION),
          block("192.31.196.0/24", AddressKind.RESERVED),
          block("192.52.193.0/24", AddressKind.RESERVED),
          block("192.88.99.0/24", AddressKind.TRANSITION),
          block("192.168.0.0/16", AddressKind.PRIVATE),
          block("192.175.48.0/24", AddressKind.RESERVED),
          block("198.18.0.0/15", AddressKind.BENCHMARKING),
          block("198.51.100.0/24", AddressKind.DOCUMENTATION),
          block("203.0.113.0/24", AddressKind.DOCUMENTATION),
          block("224.0.0.0/4", AddressKind.MULTICAST),
          block("240.0.0.0/4", AddressKind.RESERVED),
          block("::/128", AddressKind.ANY_LOCAL),
          block("::1/128", AddressKind.LOOPBACK),
          block("::/96", AddressKind.TRANSITION), // IPv4-compatible, given up long ago
          block("::ffff:0:0:0/96", AddressKind.TRANSITION), // IPv4-translated, RFC 2765
          block("64:ff9b:1::/48", AddressKind.TRANSITION),
          block("100::/64", AddressKind.RESERVED),
          block("100:0:0:1::/64", AddressKind.RESERVED),
          block("2001:2::/48", AddressKind.BENCHMARKING),
          block("2001:db8::/32", AddressKind.DOCUMENTATION),
          block("2001::/32", AddressKind.TRANSITION), // Teredo
          block("2001::/23", AddressKind.RESERVED),
          block("2620:4f:8000::/48", AddressKind.RESERVED),
          block("3fff::/20", AddressKind.DOCUMENTATION),
          block("5f00::/16", AddressKind.RESERVED),
          block("fc00::/7", AddressKind.PRIVATE),
          block("fe80::/10", AddressKind.LINK_LOCAL),
          block("fec0::/10", AddressKind.PRIVATE),
          block("ff00::/8", AddressKind.MULTICAST),
          block("::/3", AddressKind.RESERVED),
          block("4000::/2", AddressKind.RESERVED),
          block("8000::/1", AddressKind.RESERVED));

  private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");
  private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");

  private SpecialAddresses() {}

  private static Block block(String cidr, AddressKind kind) {
    return new Block(Cidr.parse(cidr), kind);
  }

  /** Reports what an address is for, or null if it is of the public Internet. */
  static @Nullable AddressKind kindOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    AddressKind kind = kindOf(inherited(bytes));
    return kind == null && isIsatap(bytes) ? kindOf(Arrays.copyOfRange(bytes, 12, 16)) : kind;
  }

  private static @Nullable AddressKind kindOf(byte[] bytes) {
    for (Block block : BLOCKS) {
      if (block.cidr.contains(bytes)) {
        return block.kind;
      }
    }
    return null;
  }

  /** {@code ::5efe:1.2.3.4} or {@code ::200:5efe:1.2.3.4} behind any prefix. */
  private static boolean isIsatap(byte[] address) {
    return address.length == 16
        && (address[8] & ~2) == 0
        && address[9] == 0
        && address[10] == 0x5E
        && address[11] == (byte) 0xFE;
  }

  /** Returns the IPv4 address that an IPv6 address embeds, or the address itself. */
  static byte[] inherited(byte[] address) {
    if (address.length != 16) {
      return address;
    }
    if (SIX_TO_FOUR.contains(address)) {
      return Arrays.copyOfRange(address, 2, 6);
    }
    return NAT64.contains(address) || isMapped(address)
        ? Arrays.copyOfRange(address, 12, 16)
        : address;
  }

  /** {@code ::ffff:1.2.3.4}; Java makes IPv4 of most of these by itself. */
  private static boolean isMapped(byte[] address) {
    for (int i = 0; i < 10; i++) {
      if (address[i] != 0) {
        return false;
      }
    }
    return address[10] == -1 && address[11] == -1;
  }
}
