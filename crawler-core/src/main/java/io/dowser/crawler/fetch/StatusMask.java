package io.dowser.crawler.fetch;

import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Hides statuses from that part of OkHttp which may answer them with a request of its own.
 *
 * <p>OkHttp repeats a request after 503 with {@code Retry-After: 0} even if told not to repeat, and
 * after 421 on a connection that several hosts share; without a proxy it takes 407 for a broken
 * answer. A status above 999 means nothing to it, and none such can come from a server.
 */
final class StatusMask {

  private static final int HIDDEN = 1_000;

  private StatusMask() {}

  static Response hide(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    return switch (response.code()) {
      case 401, 407, 408, 421, 503 -> withCode(response, response.code() + HIDDEN);
      default -> response;
    };
  }

  static Response restore(Interceptor.Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    return response.code() < HIDDEN ? response : withCode(response, response.code() - HIDDEN);
  }

  private static Response withCode(Response response, int code) {
    return response.newBuilder().code(code).build();
  }
}
