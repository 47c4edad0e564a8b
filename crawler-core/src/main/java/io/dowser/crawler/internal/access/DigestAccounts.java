package io.dowser.crawler.internal.access;

import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Authenticator;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

/**
 * Answers challenges of HTTP Digest for the sites that have an account here. A nonce is used again
 * without another challenge, so that one request per nonce is repeated. Thread-safe.
 */
public final class DigestAccounts implements Authenticator, Interceptor {

  private static final String HEADER = "Authorization";
  private static final int CLIENT_NONCE_BYTES = 16;

  public record Account(String user, String password) {}

  /** The challenge of a site, and the number of uses of its nonce. */
  private record Nonce(Account account, DigestChallenge challenge, AtomicInteger uses) {}

  private final Map<String, Account> accounts;
  private final Map<String, Nonce> nonces = new ConcurrentHashMap<>();
  private final SecureRandom random = new SecureRandom();
  private final Authenticator others;

  public DigestAccounts() {
    this(new ConcurrentHashMap<>(), Authenticator.NONE);
  }

  private DigestAccounts(Map<String, Account> accounts, Authenticator others) {
    this.accounts = accounts;
    this.others = others;
  }

  /** Adds the account of a site, see {@link SiteHeaders#site}. */
  public void add(String site, String user, String password) {
    String key = SiteHeaders.site(HttpUrl.get(site));
    if (accounts.putIfAbsent(key, new Account(user, password)) != null) {
      throw new IllegalStateException("credentials of " + site + " were set before; set them once");
    }
  }

  /** Returns these accounts for one client, whose authenticator answers all other sites. */
  public DigestAccounts with(Authenticator authenticator) {
    return new DigestAccounts(Map.copyOf(accounts), authenticator);
  }

  public boolean isEmpty() {
    return accounts.isEmpty();
  }

  /**
   * Sends credentials for the latest challenge of the site; a request that already has the header
   * stays as it is.
   */
  @Override
  public Response intercept(Chain chain) throws IOException {
    Request request = chain.request();
    Nonce nonce = nonces.get(SiteHeaders.site(request.url()));
    return chain.proceed(
        nonce == null || request.header(HEADER) != null ? request : authorized(request, nonce));
  }

  @Override
  public @Nullable Request authenticate(@Nullable Route route, Response response)
      throws IOException {
    String site = SiteHeaders.site(response.request().url());
    Account account = accounts.get(site);
    if (account == null) {
      return others.authenticate(route, response);
    }
    DigestChallenge challenge = DigestChallenge.of(response.challenges()).orElse(null);
    String sent = response.request().header(HEADER);
    if (Challenges.isSecond(response) || challenge == null || challenge.refuses(sent)) {
      return null;
    }
    var nonce = new Nonce(account, challenge, new AtomicInteger());
    nonces.put(site, nonce);
    return authorized(response.request(), nonce);
  }

  private Request authorized(Request request, Nonce nonce) {
    byte[] bytes = new byte[CLIENT_NONCE_BYTES];
    random.nextBytes(bytes);
    int use = nonce.uses.incrementAndGet();
    String clientNonce = HexFormat.of().formatHex(bytes);
    String credentials = nonce.challenge.credentials(nonce.account, request, clientNonce, use);
    return request.newBuilder().header(HEADER, credentials).build();
  }
}
