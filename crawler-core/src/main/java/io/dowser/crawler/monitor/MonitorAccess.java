package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.io.BaseEncoding;
import com.sun.net.httpserver.HttpExchange;
import io.dowser.crawler.internal.server.OwnAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;

/**
 * Checks the access to a monitor. Immutable and thread-safe.
 *
 * <p>The host and the origin of a request must be those of the monitor, see {@link OwnAddress}.
 * Requests that change a crawl need a secret that only the monitor's page has, or the token in a
 * header.
 */
final class MonitorAccess {

  static final String SECRET_HEADER = "X-Monitor-Secret";
  private static final int SECRET_BYTES = 24;

  private final OwnAddress address;
  private final String token;
  private final String cookie;
  private final String secret;

  /**
   * Creates the rules.
   *
   * @param token none is needed if it is empty
   */
  MonitorAccess(OwnAddress address, String token) {
    this.address = address;
    this.token = token;
    this.cookie =
        "dowser-monitor-" + address.listens().getPort() + "=" + token; // ports share cookies
    byte[] random = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(random);
    this.secret = BaseEncoding.base64Url().encode(random);
  }

  /** Returns the secret that our page sends with each change. */
  String secret() {
    return secret;
  }

  /** Returns whether the request names us. */
  boolean isForUs(HttpExchange request) {
    return address.isNamedBy(request);
  }

  /** Returns whether the browser or program knows the token, if there is one. */
  boolean isKnown(HttpExchange request) {
    return token.isEmpty()
        || isProgram(request)
        || request.getRequestHeaders().getOrDefault("Cookie", List.of()).stream()
            .flatMap(header -> List.of(header.split(";\\s*")).stream())
            .anyMatch(given -> areEqual(given, cookie));
  }

  /** Returns whether the request has the token in its query, and makes the browser remember it. */
  boolean introduces(HttpExchange request) {
    String query = request.getRequestURI().getRawQuery();
    if (token.isEmpty() || query == null || !areEqual(query, "token=" + token)) {
      return false;
    }
    boolean secure =
        address.publicOrigin().filter(origin -> origin.startsWith("https:")).isPresent();
    request
        .getResponseHeaders()
        .add(
            "Set-Cookie",
            cookie + "; Path=/; HttpOnly; SameSite=Strict" + (secure ? "; Secure" : ""));
    return true;
  }

  /** Returns whether a program has sent the token; no page of another site can send this header. */
  private boolean isProgram(HttpExchange request) {
    String given = request.getRequestHeaders().getFirst("Authorization");
    return !token.isEmpty() && given != null && areEqual(given, "Bearer " + token);
  }

  /** Returns whether a change is asked for by our own page, or by a program. */
  boolean mayChange(HttpExchange request) {
    String given = request.getRequestHeaders().getFirst(SECRET_HEADER);
    return address.isOriginOf(request)
        && (isProgram(request) || (given != null && areEqual(given, secret)));
  }

  /** Compares secrets in a time that does not depend on where they differ. */
  private static boolean areEqual(String a, String b) {
    return MessageDigest.isEqual(a.getBytes(UTF_8), b.getBytes(UTF_8));
  }
}
