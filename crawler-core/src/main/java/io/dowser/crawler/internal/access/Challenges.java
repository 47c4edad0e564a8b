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
 * Lets the authenticator of a caller's client answer a challenge, once a fetch, so that one fetch
 * is at most two requests.
 *
 * <p>What it answers of the schemes Basic and Bearer is sent to the same site (scheme, host and
 * port) from then on without being asked for, so that this happens once a site; what other schemes
 * answer fits one request. Thread-safe.
 */
public final class Challenges implements Authenticator, Interceptor {

  private static final String HEADER = "Authorization";

  private final Authenticator asked;
  private final Map<String, String> answers = new ConcurrentHashMap<>();

  public Challenges(Authenticator asked) {
    this.asked = asked;
  }

  /** Sends what the site has accepted before; a request with a header of its own stays as it is. */
  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    String answer = answers.get(SiteHeaders.site(request.url()));
    return chain.proceed(
        answer == null || request.header(HEADER) != null ? request : with(answer, request));
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
    boolean fromHere = sent != null && sent.equals(answers.get(site));
    Request next = asked.authenticate(route, fromHere ? asIfFirst(response) : response);
    String answer = next == null ? null : checked(next, refused).header(HEADER);
    if (fromHere && (answer == null || answer.equals(sent))) {
      return null; // the site refuses it now
    }
    if (answer != null && isForAllRequests(answer)) {
      answers.put(site, answer);
    }
    return next;
  }

  /** Returns whether this fetch was answered before; the challenge of a proxy does not count. */
  static boolean isSecond(Response response) {
    Response prior = response.priorResponse();
    return prior != null && (prior.code() == response.code() || isSecond(prior));
  }

  /** Authenticators give up if the request that was refused had an answer of theirs already. */
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

  private static boolean isForAllRequests(String answer) {
    String lowerCase = answer.toLowerCase(Locale.ROOT);
    return lowerCase.startsWith("basic ") || lowerCase.startsWith("bearer ");
  }

  private static Request with(String answer, Request request) {
    return request.newBuilder().header(HEADER, answer).build();
  }
}
