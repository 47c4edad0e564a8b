package io.dowser.crawler.fetch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Authenticator;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import org.jspecify.annotations.Nullable;

/** What every HTTP client of a fetcher keeps to. */
final class ClientRules {

  private ClientRules() {}

  static OkHttpClient impose(@Nullable OkHttpClient given, Limits limits, Duration longIdle) {
    OkHttpClient.Builder builder = given == null ? own() : given.newBuilder();
    builder
        .followRedirects(false)
        .followSslRedirects(false)
        .retryOnConnectionFailure(false)
        .authenticator(Authenticator.NONE)
        .proxyAuthenticator(Authenticator.NONE)
        .cookieJar(CookieJar.NO_COOKIES)
        .cache(null)
        .connectTimeout(limits.connect())
        .readTimeout(limits.read())
        .writeTimeout(limits.read())
        .callTimeout(0, TimeUnit.MILLISECONDS); // the fetcher's own watch sees to that
    // Outermost on the network, innermost around the rest: nothing that the caller put into the
    // client gets to see a hidden status.
    builder.networkInterceptors().add(0, StatusMask::hide);
    builder.networkInterceptors().add(1, new IdleConnectionCheck(longIdle));
    return builder.addInterceptor(StatusMask::restore).build();
  }

  /**
   * Speaks HTTP/1.1 only: OkHttp gives each HTTP/2 connection a thread of its own, and a crawl that
   * is polite to each host has hundreds of connections but nothing to multiplex on them.
   */
  private static OkHttpClient.Builder own() {
    return new OkHttpClient.Builder().protocols(List.of(Protocol.HTTP_1_1));
  }
}
