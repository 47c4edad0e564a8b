package io.dowser.crawler.fetch;

import io.dowser.crawler.internal.access.Challenges;
import io.dowser.crawler.internal.access.DigestAccounts;
import io.dowser.crawler.internal.access.ProxyChallenges;
import io.dowser.crawler.net.AddressRules;
import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.net.SocketFactory;
import okhttp3.Authenticator;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Response;

/** Configures the HTTP client of a fetcher. */
final class ClientRules {

  private ClientRules() {}

  static OkHttpClient impose(
      OkHttpClient given,
      FetchLimits limits,
      Duration longIdle,
      AddressRules addresses,
      DigestAccounts accounts) {
    OkHttpClient.Builder builder = given.newBuilder();
    if (isGuardable(given)) {
      builder.dns(new GuardedDns(given.dns(), addresses)).socketFactory(addresses.socketFactory());
    }
    builder
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .connectTimeout(limits.connect())
        .readTimeout(limits.read())
        .callTimeout(limits.total());
    // Outermost on the network, innermost around the rest: nothing that the caller put into the
    // client gets to see a hidden status.
    builder.networkInterceptors().add(0, answerChallenges(builder, given, accounts)::hide);
    builder.networkInterceptors().add(1, new IdleConnectionCheck(longIdle));
    builder.networkInterceptors().add(2, WireBytes::intercept);
    return builder.addInterceptor(StatusMask::restore).build();
  }

  /** Limits how often the caller's authenticators are asked for credentials. */
  private static StatusMask answerChallenges(
      OkHttpClient.Builder builder, OkHttpClient given, DigestAccounts accounts) {
    Authenticator server = given.authenticator();
    Authenticator proxy = given.proxyAuthenticator();
    if (server != Authenticator.NONE) {
      var challenges = new Challenges(server);
      builder.authenticator(challenges).addInterceptor(challenges);
      server = challenges;
    }
    if (!accounts.isEmpty()) {
      DigestAccounts digest = accounts.with(server);
      builder.authenticator(digest).addInterceptor(digest);
      server = digest;
    }
    if (proxy != Authenticator.NONE) {
      builder.proxyAuthenticator(new ProxyChallenges(proxy));
    }
    return new StatusMask(server != Authenticator.NONE, proxy != Authenticator.NONE);
  }

  /**
   * Adds cookies, unless the client has its own. Removes them from the response headers, so that
   * they reach no archive. Cookies of outdated responses are not kept, see {@link Calls#send}.
   */
  static OkHttpClient withCookies(OkHttpClient client, CookieJar cookies) {
    boolean hasJar = client.cookieJar() != CookieJar.NO_COOKIES;
    OkHttpClient.Builder builder = client.newBuilder();
    builder.interceptors().add(0, chain -> withoutCookies(chain.proceed(chain.request())));
    builder.addNetworkInterceptor(
        chain -> {
          Response response = chain.proceed(chain.request());
          BooleanSupplier keepsCookies = chain.request().tag(BooleanSupplier.class);
          boolean kept = keepsCookies == null || keepsCookies.getAsBoolean();
          return kept ? response : withoutCookies(response);
        });
    return builder.cookieJar(hasJar ? client.cookieJar() : cookies).build();
  }

  private static Response withoutCookies(Response response) {
    return response.newBuilder().removeHeader("Set-Cookie").build();
  }

  /** Refuses a client with a cache or with timeouts out of range. */
  static void check(OkHttpClient given) {
    if (given.cache() != null) {
      throw new IllegalArgumentException(
          "client must have no cache, because a crawl asks for each page once and again only to"
              + " learn whether it has changed; give client.newBuilder().cache(null).build()");
    }
    FetchLimits.of(given);
  }

  /**
   * Returns whether connections can be guarded: not those of a proxy or of the caller's socket
   * factory.
   */
  static boolean isGuardable(OkHttpClient given) {
    return isDirect(given) && given.socketFactory() == SocketFactory.getDefault();
  }

  static boolean isDirect(OkHttpClient given) {
    Proxy proxy = given.proxy();
    return proxy == null || proxy.type() == Proxy.Type.DIRECT;
  }

  /**
   * Creates a client without a proxy, because the addresses that a proxy connects to cannot be seen
   * here. It speaks HTTP/1.1 only: OkHttp starts a thread for each HTTP/2 connection, and a polite
   * crawl has hundreds of connections but nothing to multiplex on them.
   */
  static OkHttpClient own() {
    return new OkHttpClient.Builder()
        .proxy(Proxy.NO_PROXY)
        .protocols(List.of(Protocol.HTTP_1_1))
        .build();
  }
}
