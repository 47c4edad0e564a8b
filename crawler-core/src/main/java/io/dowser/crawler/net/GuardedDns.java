package io.dowser.crawler.net;

import static java.util.Objects.requireNonNull;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * Looks hosts up and leaves out addresses that must not be connected to, as long as there are
 * others. It spares attempts that {@link GuardedSockets} would refuse, and guards nothing by
 * itself: OkHttp does not ask it about addresses written as numbers.
 *
 * <p>Thread-safe.
 */
public final class GuardedDns implements Dns {

  private final Dns dns;
  private final AddressRules rules;

  /**
   * Creates a name service.
   *
   * @param dns who looks up
   * @param rules which addresses may be connected to
   */
  public GuardedDns(Dns dns, AddressRules rules) {
    this.dns = requireNonNull(dns, "dns");
    this.rules = requireNonNull(rules, "rules");
  }

  /**
   * Looks a host up.
   *
   * @param hostname the host
   * @return its addresses that may be connected to; all of them if there are none such, so that the
   *     caller learns the reason
   * @throws UnknownHostException if the host has no address
   */
  @Override
  public List<InetAddress> lookup(String hostname) throws UnknownHostException {
    List<InetAddress> all = dns.lookup(hostname);
    if (rules.allowsHost(hostname)) {
      return all;
    }
    List<InetAddress> open =
        all.stream().filter(address -> rules.refusal(address).isEmpty()).toList();
    return open.isEmpty() ? all : open;
  }
}
