package io.dowser.crawler.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/**
 * Reports where a connection would go to, and connects nowhere. A fetcher that implements this lets
 * a crawl group hosts by the very addresses that it connects to, and lets a dry run show which it
 * would refuse. Thread-safe.
 */
public interface AddressLookup {

  /**
   * Looks a host up.
   *
   * @param host a name, or an address as a URL writes it
   * @return its addresses in the order in which they are tried, those that are refused included;
   *     empty if they are not known, because a proxy or a socket factory of the caller's connects
   * @throws UnknownHostException if the host has no address
   */
  List<InetAddress> addressesOf(String host) throws UnknownHostException;

  /**
   * {@return whether an address would be refused; what the address is for, which is why it is
   * refused, or empty if it is not}
   *
   * @param host the host that it belongs to
   * @param address one of its addresses
   */
  Optional<AddressRules.Kind> refusalOf(String host, InetAddress address);
}
