package io.dowser.crawler.fetch;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Looks up hosts as a client does. Without a name service ({@code dns}), a proxy or a socket
 * factory with unknown rules does so.
 */
record HostResolver(@Nullable Dns dns, AddressRules rules) implements AddressRules.Lookup {

  private static final HostResolver UNKNOWN = new HostResolver(null, AddressRules.ANY);

  static HostResolver of(OkHttpClient given, AddressRules addresses) {
    if (ClientRules.isGuardable(given)) {
      return new HostResolver(given.dns(), addresses);
    }
    return ClientRules.isDirect(given)
        ? AddressRules.of(given.socketFactory())
            .map(rules -> new HostResolver(given.dns(), rules))
            .orElse(UNKNOWN)
        : UNKNOWN;
  }

  @Override
  public List<InetAddress> addressesOf(String host) throws UnknownHostException {
    if (dns == null) {
      return List.of();
    }
    boolean literal = InetAddresses.isUriInetAddress(host);
    return literal ? List.of(InetAddresses.forUriString(host)) : List.copyOf(dns.lookup(host));
  }

  @Override
  public Optional<AddressRules.Kind> refusalOf(String host, InetAddress address) {
    return rules.allowsHost(host) ? Optional.empty() : rules.refusal(address);
  }
}
