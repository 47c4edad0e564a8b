package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import okhttp3.Dns;

/**
 * Looks hosts up and leaves out forbidden addresses, as long as there are others. This saves
 * attempts that the sockets of {@link AddressRules} would refuse. It guards nothing by itself:
 * OkHttp does not ask it about addresses written as numbers.
 *
 * <p>Thread-safe.
 */
final class GuardedDns implements Dns {

  private final Dns dns;
  private final AddressRules rules;

  GuardedDns(Dns dns, AddressRules rules) {
    this.dns = requireNonNull(dns, "dns");
    this.rules = requireNonNull(rules, "rules");
  }

  /** Returns all addresses if none may be connected to, so that the caller learns the reason. */
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
