package io.dowser.crawler.fetch;

import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Selects the proxy of each host by its rules, or as a client would without rules. */
final class HostProxies extends ProxySelector {

  private final Map<String, HostRules> rules;
  private final @Nullable Proxy proxy;
  private final ProxySelector selector;

  private HostProxies(Map<String, HostRules> rules, OkHttpClient client) {
    this.rules = rules;
    this.proxy = client.proxy();
    this.selector = client.proxySelector();
  }

  /** Applies the proxies of rules to a client, if any rule has one. */
  static OkHttpClient applyTo(OkHttpClient client, Map<String, HostRules> rules) {
    return rules.values().stream().noneMatch(each -> each.proxy().isPresent())
        ? client
        : client.newBuilder().proxy(null).proxySelector(new HostProxies(rules, client)).build();
  }

  @Override
  public List<Proxy> select(URI uri) {
    String host = uri.getHost() == null ? "" : uri.getHost();
    return HostRules.forHost(rules, host)
        .proxy()
        .map(HostProxies::of)
        .orElseGet(() -> proxy == null ? selector.select(uri) : List.of(proxy));
  }

  private static List<Proxy> of(String text) {
    int colon = text.lastIndexOf(':');
    return text.equals(HostRules.NO_PROXY)
        ? List.of(Proxy.NO_PROXY)
        : List.of(
            new Proxy(
                Proxy.Type.HTTP,
                InetSocketAddress.createUnresolved(
                    text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)))));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException error) {}
}
