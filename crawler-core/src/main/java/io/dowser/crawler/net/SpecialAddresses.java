package io.dowser.crawler.net;

import io.dowser.crawler.net.AddressRules.Kind;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that are not part of the public Internet.
 *
 * <p>Source: the special-purpose address registries of IANA for IPv4 and IPv6 (RFC 6890 and its
 * updates), RFC 5771 for multicast, and the IPv6 address space registry: only 2000::/3 is global
 * unicast, so all others are refused. Blocks that are reachable but have no web sites (AS112, AMT)
 * are refused, too. Addresses that embed an IPv4 address (IPv4-mapped, 6to4 of RFC 3056, the
 * well-known prefix of NAT64 of RFC 6052) are judged by it: networks without IPv4 reach all of it
 * through NAT64. An ISATAP address (RFC 5214) is refused if either its prefix or its IPv4 address
 * is.
 */
final class SpecialAddresses {

  private record Block(Cidr cidr, Kind kind) {}

  /** A block that lies within another one stands before it. */
  private static final List<Block> BLOCKS =
      Stream.of(
              blocks(Kind.ANY_LOCAL, "0.0.0.0/8", "::/128"),
              blocks(Kind.LOOPBACK, "127.0.0.0/8", "::1/128"),
              blocks(Kind.PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
              blocks(Kind.PRIVATE, "fc00::/7", "fec0::/10"),
              blocks(Kind.CARRIER_GRADE_NAT, "100.64.0.0/10"),
              blocks(Kind.LINK_LOCAL, "169.254.0.0/16", "fe80::/10"),
              blocks(Kind.DOCUMENTATION, "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24"),
              blocks(Kind.DOCUMENTATION, "2001:db8::/32", "3fff::/20"),
              blocks(Kind.BENCHMARKING, "198.18.0.0/15", "2001:2::/48"),
              blocks(Kind.MULTICAST, "224.0.0.0/4", "ff00::/8"),
              blocks(Kind.TRANSITION, "192.88.99.0/24", "64:ff9b:1::/48"),
              blocks(Kind.TRANSITION, "::/96"), // IPv4-compatible, given up long ago
              blocks(Kind.TRANSITION, "::ffff:0:0:0/96"), // IPv4-translated, RFC 2765
              blocks(Kind.TRANSITION, "2001::/32"), // Teredo
              blocks(Kind.RESERVED, "192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24"),
              blocks(Kind.RESERVED, "192.175.48.0/24", "240.0.0.0/4", "100::/64"),
              blocks(Kind.RESERVED, "100:0:0:1::/64", "2001::/23", "2620:4f:8000::/48"),
              blocks(Kind.RESERVED, "5f00::/16", "::/3", "4000::/2", "8000::/1"))
          .flatMap(blocks -> blocks)
          .toList();

  private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");
  private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");

  private SpecialAddresses() {}

  private static Stream<Block> blocks(Kind kind, String... cidrs) {
    return Stream.of(cidrs).map(cidr -> new Block(Cidr.parse(cidr), kind));
  }

  /** Returns the kind of an address, or null if it is part of the public Internet. */
  static @Nullable Kind kindOf(InetAddress address) {
    byte[] bytes = address.getAddress();
    Kind kind = kindOf(inherited(bytes));
    return kind == null && isIsatap(bytes) ? kindOf(Arrays.copyOfRange(bytes, 12, 16)) : kind;
  }

  private static @Nullable Kind kindOf(byte[] bytes) {
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
