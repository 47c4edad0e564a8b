package io.dowser.crawler.fetch;

import com.google.common.net.InetAddresses;
import io.dowser.crawler.net.AddressLookup;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import okhttp3.Dns;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Looks hosts up as a client does; without a name service, that is a proxy's business. */
record HostResolver(@Nullable Dns dns, AddressRules rules) implements AddressLookup {

  static HostResolver of(@Nullable OkHttpClient given, AddressRules addresses) {
    if (given == null) {
      return new HostResolver(Dns.SYSTEM, addresses);
    }
    Proxy proxy = given.proxy();
    boolean direct = proxy == null || proxy.type() == Proxy.Type.DIRECT;
    AddressRules rules = ClientRules.isGuardable(given) ? addresses : AddressRules.ANY;
    return new HostResolver(direct ? given.dns() : null, rules);
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
