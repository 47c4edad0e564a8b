package io.dowser.crawler.internal.access;

import com.google.common.base.CharMatcher;
import java.io.IOException;
import java.util.Locale;
import java.util.regex.Pattern;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Keeps cookies whose values have characters beyond ASCII, and sends them as they came (RFC 6265,
 * sections 5.2 and 5.4). OkHttp drops such cookies, so they are escaped between the network and its
 * cookie jar.
 */
public final class CookieEscapes {

  private static final Pattern ESCAPE = Pattern.compile("\\{U\\+([0-9A-F]{4})}");

  private CookieEscapes() {}

  /** A network interceptor. */
  public static Response intercept(Interceptor.Chain chain) throws IOException {
    Request request = chain.request();
    Response response = chain.proceed(unescaped(request));
    Headers headers = response.headers();
    for (String cookie : headers.values("Set-Cookie")) {
      if (!CharMatcher.ascii().matchesAllOf(cookie)) {
        return response.newBuilder().request(request).headers(escaped(headers)).build();
      }
    }
    return response;
  }

  private static Request unescaped(Request request) {
    String cookies = request.header("Cookie");
    if (cookies == null || !ESCAPE.matcher(cookies).find()) {
      return request;
    }
    String sent =
        ESCAPE
            .matcher(cookies)
            .replaceAll(escape -> "" + (char) Integer.parseInt(escape.group(1), 16));
    Headers headers =
        request
            .headers()
            .newBuilder()
            .removeAll("Cookie")
            .addUnsafeNonAscii("Cookie", sent)
            .build();
    return request.newBuilder().headers(headers).build();
  }

  private static Headers escaped(Headers headers) {
    var escaped = new Headers.Builder();
    for (int i = 0; i < headers.size(); i++) {
      String value = headers.value(i);
      boolean isCookie = headers.name(i).equalsIgnoreCase("Set-Cookie");
      escaped.addUnsafeNonAscii(headers.name(i), isCookie ? escaped(value) : value);
    }
    return escaped.build();
  }

  private static String escaped(String cookie) {
    var escaped = new StringBuilder(cookie.length());
    for (int i = 0; i < cookie.length(); i++) {
      char c = cookie.charAt(i);
      escaped.append(
          c < 0x80 ? String.valueOf(c) : String.format(Locale.ROOT, "{U+%04X}", (int) c));
    }
    return escaped.toString();
  }
}
