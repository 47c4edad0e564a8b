package io.dowser.crawler.internal.access;

import java.io.IOException;
import java.util.Objects;
import okhttp3.Authenticator;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Passes a proxy's challenge to the proxy authenticator of a caller's client once per request, and
 * never twice with the same credentials. Thread-safe.
 */
public record ProxyChallenges(Authenticator asked) implements Authenticator {

  private static final String HEADER = "Proxy-Authorization";

  @Override
  public @Nullable Request authenticate(@Nullable Route route, Response response)
      throws IOException {
    if (response.priorResponse() != null) {
      return null;
    }
    Request next = asked.authenticate(route, response);
    String sent = response.request().header(HEADER);
    boolean refused = sent != null && next != null && Objects.equals(next.header(HEADER), sent);
    return refused ? null : next;
  }
}
