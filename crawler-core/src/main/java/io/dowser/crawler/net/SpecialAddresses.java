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

  private record Block(Cidr cidr, AddressRules.Kind kind) {}

  private static final List<Block> BLOCKS =
      List.of(
          block("0.0.0.0/8", AddressRules.Kind.ANY_LOCAL),
          block("10.0.0.0/8", AddressRules.Kind.PRIVATE),
          block("100.64.0.0/10", AddressRules.Kind.CARRIER_GRADE_NAT),
          block("127.0.0.0/8", AddressRules.Kind.LOOPBACK),
          block("169.254.0.0/16", AddressRules.Kind.LINK_LOCAL),
          block("172.16.0.0/12", AddressRules.Kind.PRIVATE),
          block("192.0.0.0/24", AddressRules.Kind.RESERVED),
          block("192.0.2.0/24", AddressRules.Kind.DOCUMENTATION),
          block("192.31.196.0/24", AddressRules.Kind.RESERVED),
          block("192.52.193.0/24", AddressRules.Kind.RESERVED),
          block("192.88.99.0/24", AddressRules.Kind.TRANSITION),
          block("192.168.0.0/16", AddressRules.Kind.PRIVATE),
          block("192.175.48.0/24", AddressRules.Kind.RESERVED),
          block("198.18.0.0/15", AddressRules.Kind.BENCHMARKING),
          block("198.51.100.0/24", AddressRules.Kind.DOCUMENTATION),
          block("203.0.113.0/24", AddressRules.Kind.DOCUMENTATION),
          block("224.0.0.0/4", AddressRules.Kind.MULTICAST),
          block("240.0.0.0/4", AddressRules.Kind.RESERVED),
          block("::/128", AddressRules.Kind.ANY_LOCAL),
          block("::1/128", AddressRules.Kind.LOOPBACK),
          block("::/96", AddressRules.Kind.TRANSITION), // IPv4-compatible, given up long ago
          block("::ffff:0:0:0/96", AddressRules.Kind.TRANSITION), // IPv4-translated, RFC 2765
          block("64:ff9b:1::/48", AddressRules.Kind.TRANSITION),
          block("100::/64", AddressRules.Kind.RESERVED),
          block("100:0:0:1::/64", AddressRules.Kind.RESERVED),
          block("2001:2::/48", AddressRules.Kind.BENCHMARKING),
          block("2001:db8::/32", AddressRules.Kind.DOCUMENTATION),
          block("2001::/32", AddressRules.Kind.TRANSITION), // Teredo
          block("2001::/23", AddressRules.Kind.RESERVED),
          block("2620:4f:8000::/48", AddressRules.Kind.RESERVED),
          block("3fff::/20", AddressRules.Kind.DOCUMENTATION),
          block("5f00::/16", AddressRules.Kind.RESERVED),
          block("fc00::/7", AddressRules.Kind.PRIVATE),
          block("fe80::/10", AddressRules.Kind.LINK_LOCAL),
          block("fec0::/10", AddressRules.Kind.PRIVATE),
          block("ff00::/8", AddressRules.Kind.MULTICAST),
          block("::/3", AddressRules.Kind.RESERVED),
          block("4000::/2", AddressRules.Kind.RESERVED),
          block("8000::/1", AddressRules.Kind.RESERVED));

  private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");
  private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");

  private SpecialAddresses() {}

  private static Block block(String cidr, AddressRules.Kind kind) {
    return new Block(Cidr.parse(cidr), kind);
  }

  /** Reports what an address is for, or null if it is of the public Internet. */
  static AddressRules.@Nullable Kind kindOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    AddressRules.Kind kind = kindOf(inherited(bytes));
    return kind == null && isIsatap(bytes) ? kindOf(Arrays.copyOfRange(bytes, 12, 16)) : kind;
  }

  private static AddressRules.@Nullable Kind kindOf(byte[] bytes) {
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
