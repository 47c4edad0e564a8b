package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.Proxy;
import okhttp3.Interceptor;
import okhttp3.Response;
import okhttp3.Route;

/**
 * Hides statuses from the part of OkHttp that reacts to them by sending another request.
 *
 * <p>OkHttp repeats a request after 503 with {@code Retry-After: 0} even if configured not to
 * repeat, and after 421 on a connection that several hosts share; without a proxy it takes 407 for
 * a malformed response. A status above 999 means nothing to it, and no server can send one. A
 * challenge is not hidden if the caller's client can answer it.
 *
 * @param answersServers whether the client has an authenticator
 * @param answersProxies whether the client has a proxy authenticator
 */
record StatusMask(boolean answersServers, boolean answersProxies) {

  private static final int HIDDEN = 1_000;

  Response hide(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    boolean hidden =
        switch (response.code()) {
          case 401 -> !answersServers;
          case 407 -> !(answersProxies && isFromProxy(chain));
          case 421, 503 -> true;
          default -> false;
        };
    return hidden ? withCode(response, response.code() + HIDDEN) : response;
  }

  /**
   * Returns whether a proxy responded. Through a tunnel, the server responds, and it must not get
   * the proxy's password.
   */
  private static boolean isFromProxy(Interceptor.Chain chain) {
    Route route = requireNonNull(chain.connection(), "a network interceptor has one").route();
    return route.proxy().type() == Proxy.Type.HTTP && !route.requiresTunnel();
  }

  static Response restore(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    return response.code() < HIDDEN ? response : withCode(response, response.code() - HIDDEN);
  }

  private static Response withCode(Response response, int code) {
    return response.newBuilder().code(code).build();
  }
}
