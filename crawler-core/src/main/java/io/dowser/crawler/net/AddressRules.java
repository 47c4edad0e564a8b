package io.dowser.crawler.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Consumer;
import javax.net.SocketFactory;

/**
 * The addresses that a fetcher may connect to: those of the public Internet, and those that are
 * allowed by name or number.
 *
 * <p>A crawl runs within a private network and follows links that strangers wrote. So loopback,
 * private, link-local, shared, documentation, multicast and reserved addresses are refused, for
 * IPv4 and IPv6, in whatever notation and behind whatever name; see {@link Kind}. The rules are
 * checked when a socket connects, with the resolved address. So a name that resolves differently
 * the second time does not evade them.
 *
 * <p>Immutable and thread-safe.
 */
public final class AddressRules {

  /** The public Internet only. */
  public static final AddressRules PUBLIC = new AddressRules(List.of(), Set.of(), false);

  /** Every address; for crawls whose seeds and links are all trusted, or that a firewall guards. */
  public static final AddressRules ANY = new AddressRules(List.of(), Set.of(), true);

  private static final String PUBLIC_WORD = "public";
  private static final String ANY_WORD = "any";

  private final List<Cidr> allowedBlocks;
  private final Set<String> allowedHosts;
  private final boolean any;

  private AddressRules(List<Cidr> allowedBlocks, Set<String> allowedHosts, boolean any) {
    this.allowedBlocks = List.copyOf(allowedBlocks);
    this.allowedHosts = Set.copyOf(allowedHosts);
    this.any = any;
  }

  /**
   * Returns rules that allow some addresses in addition to those of the public Internet.
   *
   * @param blocksAndHosts blocks such as {@code 10.1.0.0/16} or {@code fd00::/8}, single addresses
   *     such as {@code 127.0.0.1}, and host names such as {@code localhost}; a host name allows all
   *     addresses of exactly that name, not of names below it
   * @return the rules
   * @throws IllegalArgumentException if one of them is neither a block, an address nor a host name
   */
  public static AddressRules publicAnd(String... blocksAndHosts) {
    return publicAnd(List.of(blocksAndHosts));
  }

  /**
   * Returns rules that allow some addresses in addition to those of the public Internet.
   *
   * @param blocksAndHosts see {@link #publicAnd(String...)}
   * @return the rules
   * @throws IllegalArgumentException if one of them is neither a block, an address nor a host name
   */
  public static AddressRules publicAnd(Collection<String> blocksAndHosts) {
    var blocks = new ArrayList<Cidr>();
    var hosts = new LinkedHashSet<String>();
    for (String text : blocksAndHosts) {
      if (isNumeric(text)) {
        blocks.add(Cidr.parse(text));
      } else {
        hosts.add(host(text));
      }
    }
    return new AddressRules(blocks, hosts, false);
  }

  /**
   * Parses the text of {@link #toString}.
   *
   * @param text {@code any}, or {@code public} and the other allowed blocks and hosts, separated by
   *     commas
   * @return the rules
   * @throws IllegalArgumentException if it begins with another word, or one of the others is
   *     neither a block, an address nor a host name
   */
  public static AddressRules parse(String text) {
    List<String> words = List.of(text.split(", *"));
    if (words.equals(List.of(ANY_WORD))) {
      return ANY;
    }
    if (!words.get(0).equals(PUBLIC_WORD)) {
      throw new IllegalArgumentException(
          "address rules must be any, public, or public with a list, but were '" + text + "'");
    }
    return publicAnd(words.subList(1, words.size()));
  }

  /** No host name has a number as its last label, so such text is meant as an address. */
  private static boolean isNumeric(String text) {
    return text.indexOf(':') >= 0
        || text.indexOf('/') >= 0
        || text.substring(text.lastIndexOf('.') + 1).matches("[0-9]+");
  }

  private static String host(String text) {
    String lowerCase = text.toLowerCase(Locale.ROOT);
    if (!lowerCase.matches(
        "[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")) {
      throw new IllegalArgumentException(
          "an allowed host must be a name such as intranet.example.org, but was '" + text + "'");
    }
    return lowerCase;
  }

  /**
   * Returns the kind of an address that may not be connected to.
   *
   * @param address a resolved address
   * @return its kind, or empty if it may be connected to
   */
  public Optional<Kind> refusal(InetAddress address) {
    Kind kind = any ? null : SpecialAddresses.kindOf(address);
    return kind == null || isAllowed(address) ? Optional.empty() : Optional.of(kind);
  }

  /**
   * Returns a factory of sockets that connect only to allowed addresses.
   *
   * @return a factory for a client of the caller; its sockets use no proxy, and throw a {@link
   *     ForbiddenAddressException}
   */
  public SocketFactory socketFactory() {
    return socketFactory(address -> {});
  }

  /**
   * {@return the rules of a factory that {@link #socketFactory} has created; empty for any other}
   *
   * @param factory any factory
   */
  public static Optional<AddressRules> of(SocketFactory factory) {
    return factory instanceof GuardedSockets guarded
        ? Optional.of(guarded.rules())
        : Optional.empty();
  }

  /**
   * {@return a factory like {@link #socketFactory()} whose sockets also report the addresses that
   * they connect to}
   *
   * @param connecting receives each allowed address that is about to be connected to; thread-safe
   */
  public SocketFactory socketFactory(Consumer<InetSocketAddress> connecting) {
    return new GuardedSockets(this, connecting);
  }

  /**
   * Throws if a resolved address may not be connected to. The address may have the name that was
   * resolved.
   */
  void check(InetSocketAddress endpoint) throws ForbiddenAddressException {
    InetAddress address = endpoint.getAddress();
    String host = endpoint.getHostString(); // the name that was looked up; looks nothing up itself
    Optional<Kind> refusal = refusal(address);
    if (refusal.isPresent() && !allowsHost(host)) {
      throw new ForbiddenAddressException(host, address, refusal.get());
    }
  }

  /**
   * {@return whether a host is allowed by name, whatever its address}
   *
   * @param host a host name
   */
  public boolean allowsHost(String host) {
    return any || (!allowedHosts.isEmpty() && allowedHosts.contains(host.toLowerCase(Locale.ROOT)));
  }

  /** An allowed IPv4 block also allows the IPv6 addresses that embed its addresses. */
  private boolean isAllowed(InetAddress address) {
    byte[] bytes = address.getAddress();
    byte[] inherited = SpecialAddresses.inherited(bytes);
    for (Cidr block : allowedBlocks) {
      if (block.contains(bytes) || block.contains(inherited)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AddressRules that
        && any == that.any
        && allowedHosts.equals(that.allowedHosts)
        && allowedBlocks.equals(that.allowedBlocks);
  }

  @Override
  public int hashCode() {
    return 31 * allowedHosts.hashCode() + allowedBlocks.hashCode();
  }

  /**
   * {@return the rules as text for {@link #parse}: {@code any}, or {@code public} and the blocks
   * and hosts that are allowed}
   */
  @Override
  public String toString() {
    if (any) {
      return ANY_WORD;
    }
    var words = new StringJoiner(", ").add(PUBLIC_WORD);
    allowedBlocks.forEach(block -> words.add(block.toString()));
    allowedHosts.stream().sorted().forEach(words::add);
    return words.toString();
  }

  /**
   * Looks up the addresses of a host without a connection. With a fetcher that implements this, a
   * crawl groups hosts by the addresses that the fetcher connects to, and a dry run shows the
   * addresses that it would refuse. Thread-safe.
   */
  public interface Lookup {

    /**
     * Looks up a host.
     *
     * @param host a name, or an address as a URL writes it
     * @return its addresses in the order in which they are tried, refused ones included; empty if
     *     they are unknown, because a proxy or a socket factory of the caller connects
     * @throws UnknownHostException if the host has no address
     */
    List<InetAddress> addressesOf(String host) throws UnknownHostException;

    /**
     * {@return the kind of an address that would be refused, or empty if it is allowed}
     *
     * @param host the host that it belongs to
     * @param address one of its addresses
     */
    Optional<Kind> refusalOf(String host, InetAddress address);
  }

  /** A connection was refused, because its target is not an address of the public Internet. */
  public static final class ForbiddenAddressException extends IOException {

    private static final long serialVersionUID = 1L;

    private ForbiddenAddressException(String host, InetAddress address, Kind kind) {
      super(
          "address of "
              + host
              + " must be one of the public Internet or be allowed with addressRules("
              + "AddressRules.publicAnd(\""
              + host
              + "\")), but "
              + address.getHostAddress()
              + " is "
              + kind);
    }
  }

  /** The kind of an address that is not part of the public Internet. */
  public enum Kind {
    /** This machine. */
    LOOPBACK,
    /** No particular address; connecting to it reaches this machine. */
    ANY_LOCAL,
    /** A private network (RFC 1918), or its like in IPv6 (RFC 4193 and the older site-local). */
    PRIVATE,
    /**
     * The local link of a machine (RFC 3927, RFC 4291), where cloud machines find their secrets.
     */
    LINK_LOCAL,
    /** Shared between a provider and its customers (RFC 6598). */
    CARRIER_GRADE_NAT,
    /** For documents and examples only. */
    DOCUMENTATION,
    /** For measuring network devices. */
    BENCHMARKING,
    /** For groups of machines. */
    MULTICAST,
    /** Embeds an IPv4 address in an obsolete way or one that is local to a network. */
    TRANSITION,
    /** Reserved for protocols or future use, including broadcast. */
    RESERVED
  }
}
