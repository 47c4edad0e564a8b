package io.dowser.crawler.internal.access;

import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Selects the proxy of each host by its rules, or as a client would without rules. */
public final class HostProxies extends ProxySelector {

  private final Map<String, HostRules> rules;
  private final @Nullable Proxy proxy;
  private final ProxySelector selector;

  private HostProxies(Map<String, HostRules> rules, OkHttpClient client) {
    this.rules = rules;
    this.proxy = client.proxy();
    this.selector = client.proxySelector();
  }

  /** Applies the proxies of rules to a client, if any rule has one. */
  public static OkHttpClient applyTo(OkHttpClient client, Map<String, HostRules> rules) {
    return rules.values().stream().noneMatch(each -> each.proxy().isPresent())
        ? client
        : new HostProxies(rules, client).apply(client);
  }

  private OkHttpClient apply(OkHttpClient client) {
    return client
        .newBuilder()
        .proxy(null)
        .proxySelector(this)
        .addInterceptor(
            chain -> {
              refuseDirect(chain.request().url());
              return chain.proceed(chain.request());
            })
        .build();
  }

  /**
   * Refuses to bypass a proxy: OkHttp asks no selector about hosts that {@link URI} does not
   * accept, such as a_b.test.
   */
  private void refuseDirect(HttpUrl url) throws IOException {
    boolean isProxied =
        proxyOf(url.host()).map(each -> each.type() != Proxy.Type.DIRECT).orElse(false);
    if (isProxied && url.uri().getHost() == null) {
      throw new ProtocolException("the host has a proxy, but its name cannot be used with one");
    }
  }

  /** Returns the proxy of a host by its rules or of the client, if there is one. */
  private Optional<Proxy> proxyOf(String host) {
    return HostRules.forHost(rules, host)
        .proxy()
        .map(HostProxies::of)
        .or(() -> Optional.ofNullable(proxy));
  }

  @Override
  public List<Proxy> select(URI uri) {
    String host = uri.getHost() == null ? "" : uri.getHost();
    return proxyOf(host).map(List::of).orElseGet(() -> selector.select(uri));
  }

  private static Proxy of(String text) {
    int colon = text.lastIndexOf(':');
    return text.equals(HostRules.NO_PROXY)
        ? Proxy.NO_PROXY
        : new Proxy(
            Proxy.Type.HTTP,
            InetSocketAddress.createUnresolved(
                text.substring(0, colon), Integer.parseInt(text.substring(colon + 1))));
  }

  @Override
  public void connectFailed(URI uri, SocketAddress address, IOException error) {}
}
