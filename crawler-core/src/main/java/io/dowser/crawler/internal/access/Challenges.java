package io.dowser.crawler.internal.access;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.Authenticator;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Passes one challenge per fetch to the authenticator of a caller's client, so that a fetch is at
 * most two requests.
 *
 * <p>Credentials of the schemes Basic and Bearer are sent to the same site (scheme, host and port)
 * with every later request, so that a site sends one challenge. Those of other schemes fit one
 * request only. Thread-safe.
 */
public final class Challenges implements Authenticator, Interceptor {

  private static final String HEADER = "Authorization";

  private final Authenticator asked;
  private final Map<String, String> accepted = new ConcurrentHashMap<>();

  public Challenges(Authenticator asked) {
    this.asked = asked;
  }

  /**
   * Sends the credentials that the site has accepted before; a request that already has the header
   * stays as it is.
   */
  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    String credentials = accepted.get(SiteHeaders.site(request.url()));
    return chain.proceed(
        credentials == null || request.header(HEADER) != null
            ? request
            : with(credentials, request));
  }

  @Override
  public @Nullable Request authenticate(@Nullable Route route, Response response)
      throws IOException {
    if (isSecond(response)) {
      return null;
    }
    Request refused = response.request();
    String site = SiteHeaders.site(refused.url());
    String sent = refused.header(HEADER);
    boolean fromHere = sent != null && sent.equals(accepted.get(site));
    Request next = asked.authenticate(route, fromHere ? asIfFirst(response) : response);
    String credentials = next == null ? null : checked(next, refused).header(HEADER);
    if (fromHere && (credentials == null || credentials.equals(sent))) {
      return null; // the site refuses it now
    }
    if (credentials != null && isForAllRequests(credentials)) {
      accepted.put(site, credentials);
    }
    return next;
  }

  /**
   * Returns whether this fetch has answered a challenge before; the challenge of a proxy does not
   * count.
   */
  static boolean isSecond(Response response) {
    Response prior = response.priorResponse();
    return prior != null && (prior.code() == response.code() || isSecond(prior));
  }

  /**
   * Removes the credentials from the refused request, because authenticators give up if they see
   * their own.
   */
  private static Response asIfFirst(Response response) {
    Request bare = response.request().newBuilder().removeHeader(HEADER).build();
    return response.newBuilder().request(bare).build();
  }

  private static Request checked(Request next, Request refused) {
    if (!next.url().equals(refused.url()) || !next.method().equals(refused.method())) {
      throw new IllegalStateException(
          "the client's authenticator must repeat the request that it is asked about");
    }
    return next;
  }

  private static boolean isForAllRequests(String credentials) {
    String lowerCase = credentials.toLowerCase(Locale.ROOT);
    return lowerCase.startsWith("basic ") || lowerCase.startsWith("bearer ");
  }

  private static Request with(String credentials, Request request) {
    return request.newBuilder().header(HEADER, credentials).build();
  }
}
