package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNullElse;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.access.CookieStore;
import io.dowser.crawler.internal.access.DigestAccounts;
import io.dowser.crawler.internal.access.LoginCookies;
import io.dowser.crawler.internal.access.SiteHeaders;
import io.dowser.crawler.internal.types.MediaTypes;
import io.dowser.crawler.url.HostRules;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import okhttp3.CookieJar;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a fetcher for limits and for the headers of requests and responses. Each call
 * checks its arguments, and throws an {@link IllegalArgumentException} if the same was set before.
 * Not thread-safe.
 *
 * @param <B> the builder
 */
abstract class FetchSettings<B extends FetchSettings<B>> {

  final RequestMaker.Draft requests = new RequestMaker.Draft();
  @Nullable AcceptedTypes types;
  final DigestAccounts accounts = new DigestAccounts();
  final Map<String, FormLogin> logins = new TreeMap<>();
  int connections = FetchLimits.USUAL_CONNECTIONS;
  boolean cookies;
  boolean keepCookies;
  private final Set<String> given = new HashSet<>();
  private final Map<String, Integer> bytesByType = new TreeMap<>();
  private int maxBytes = FetchLimits.DEFAULT.maxBytes();
  private int maxRatio = FetchLimits.DEFAULT.maxRatio();
  private @Nullable Duration connect;
  private @Nullable Duration read;
  private @Nullable Duration total;

  abstract B self();

  /** Sets what was not set before; another call would discard it. */
  final B set(String name, Runnable assignment) {
    if (given.contains(name)) {
      throw new IllegalArgumentException(name + " was set before; set it once");
    }
    assignment.run();
    given.add(name);
    return self();
  }

  /** Sets defaults in place of the usual ones, which can be set once more. */
  final void defaults(int connectionsByDefault, int maxBytesByDefault) {
    connections = connectionsByDefault;
    maxBytes = maxBytesByDefault;
  }

  /**
   * Sets the {@code User-Agent}. A polite one includes an address for complaints.
   *
   * @param name visible ASCII characters and spaces; {@code Dowser/} and the version by default
   * @return this builder
   * @throws IllegalArgumentException if it is blank or holds other characters
   */
  public B userAgent(String name) {
    return set("userAgent", () -> requests.set(RequestMaker.USER_AGENT, "userAgent", name));
  }

  /**
   * Sets the preferred languages.
   *
   * @param languages the header {@code Accept-Language}; {@code *} by default, so that each server
   *     chooses the language
   * @return this builder
   * @throws IllegalArgumentException if it is blank or holds other than visible ASCII characters
   *     and spaces
   */
  public B acceptLanguage(String languages) {
    return set(
        "acceptLanguage", () -> requests.set("Accept-Language", "acceptLanguage", languages));
  }

  /**
   * Adds a header to every request to every host.
   *
   * @param name a header name, such as {@code From}; headers that the fetcher or the connection
   *     sets are refused, and so are {@code Authorization} and {@code Cookie}, which are for {@link
   *     #credentials} and {@link #header(String, String, String)}
   * @param value visible ASCII characters and spaces
   * @return this builder
   * @throws IllegalArgumentException if the name is not a header name or not allowed, or the value
   *     is blank or holds other characters
   */
  public B header(String name, String value) {
    requests.setExtra(name, value);
    return self();
  }

  /**
   * Adds a header to every request to one host, robots.txt included, and to no other: a redirect to
   * another scheme, host or port is requested without it. The value is in no message, event or
   * archive, and not in a crawl's directory, so it must be set again for a resume.
   *
   * @param host a name or address, for https only, with its port if that is not 443; or with a
   *     scheme, such as {@code http://intranet.example:8080}. Other names, also those below this
   *     one, do not get the header
   * @param name a header name, such as {@code Cookie} or {@code X-Api-Key}
   * @param value visible ASCII characters and spaces
   * @return this builder
   * @throws IllegalArgumentException if the host is none or has that header already, the name is
   *     not a header name or not allowed, or the value is blank or holds other characters
   */
  public B header(String host, String name, String value) {
    requests.setFor(host, name, value);
    return self();
  }

  /**
   * Sets a user name and a password for HTTP Basic on one host, and no other. They are sent with
   * every request to it; see {@link #header(String, String, String)}.
   *
   * @param host as there
   * @param user a name without colon
   * @param password any text, encoded in UTF-8
   * @return this builder
   * @throws IllegalArgumentException if the host is none or has credentials already, or the user is
   *     empty or has a colon
   */
  public B credentials(String host, String user, String password) {
    if (user.isEmpty() || user.indexOf(':') >= 0) {
      throw new IllegalArgumentException("user must be a name without colon");
    }
    return header(host, "Authorization", Credentials.basic(user, password, UTF_8));
  }

  /**
   * Sets rules for some hosts: headers, user agent and proxy. The other fields of the rules are for
   * a crawl. Headers of {@link #header(String, String, String)} precede those of rules.
   *
   * @param pattern {@code www.example.org}, or {@code *.example.org} for it and all hosts below it
   * @param rules the rules of each matching host
   * @return this builder
   * @throws IllegalArgumentException if the pattern is none or has rules already, or {@link
   *     #header(String, String)} refuses a header
   */
  public B hostRules(String pattern, HostRules rules) {
    rules.headers().forEach(RequestMaker.Draft::checkForMany);
    if (requests.hostRules.putIfAbsent(HostRules.pattern(pattern), rules) != null) {
      throw new IllegalArgumentException("rules of " + pattern + " were set before; set them once");
    }
    return self();
  }

  /**
   * Sets a user name and a password for HTTP Digest (RFC 7616, with MD5 or SHA-256) on one host,
   * and no other; see {@link #header(String, String, String)}. The password itself is never sent.
   * The first request, and one after each nonce that the host withdraws, are two requests.
   *
   * @param host as there
   * @param user a name without colon, of ASCII characters
   * @param password any text, encoded in UTF-8
   * @return this builder
   * @throws IllegalArgumentException if the host is none or has such credentials already, or the
   *     user is empty or has other characters
   */
  public B digestCredentials(String host, String user, String password) {
    if (!user.matches("[ -9;-~]+")) {
      throw new IllegalArgumentException("user must be ASCII characters without colon");
    }
    accounts.add(SiteHeaders.site(host), user, password);
    return self();
  }

  /**
   * Sets a bearer token (RFC 6750), which is sent with every request to one host, and to no other;
   * see {@link #header(String, String, String)}.
   *
   * @param host as there
   * @param token visible ASCII characters
   * @return this builder
   * @throws IllegalArgumentException if the host is none or has credentials already, or the token
   *     is blank or holds other characters
   */
  public B bearerToken(String host, String token) {
    requests.setFor(host, "Authorization", token.isBlank() ? "" : "Bearer " + token.strip());
    return self();
  }

  /**
   * Sets a login to a site by a form, before the crawl and again when the session has ended. The
   * cookies of the site are kept. Unless {@link #cookies} or a given client with a cookie jar keeps
   * them, they are sent to that scheme, host and port alone, whatever domain they name. A crawl
   * whose fetcher cannot log in ends before its first fetch, with a {@link
   * io.dowser.crawler.api.CrawlException} that names the login page and the problem. After a
   * transient failure, such as 503, it retries up to three times: 2, 4 and 8 delays later. A
   * fetcher without a crawl logs in before the first page of the site.
   *
   * @param login the description of the login
   * @return this builder
   * @throws IllegalArgumentException if there is a login for the same scheme, host and port
   */
  public B login(FormLogin login) {
    if (logins.putIfAbsent(login.page().origin(), login) != null) {
      throw new IllegalArgumentException(
          "a login for " + login.page().origin() + " was set before; set it once");
    }
    return self();
  }

  /**
   * Sets whether cookies are kept and sent back, to the hosts that they are for (RFC 6265). Each
   * fetcher has its own cookies. A fetcher that keeps cookies removes the header {@code Set-Cookie}
   * from pages, so that no archive has their values.
   *
   * @param enabled by default false: only sites with a {@link #login} set cookies
   * @return this builder
   */
  public B cookies(boolean enabled) {
    return set("cookies", () -> cookies = enabled);
  }

  /**
   * Sets whether {@link #cookies} are kept and also saved in the directory of a crawl, and restored
   * when it resumes. They are secrets, and are readable there. A {@link #login} with a sign of
   * {@link FormLogin.Builder#loggedOut} is then left out until a page is logged out.
   *
   * @param enabled by default false
   * @return this builder
   */
  public B keepCookies(boolean enabled) {
    return set("keepCookies", () -> keepCookies = enabled);
  }

  /**
   * Sets the content types of pages. Unless this is set, these are the {@linkplain
   * io.dowser.crawler.api.FetchRequest#types types of the request}, in a crawl those of all page
   * analyzers; without any, HTML, XHTML and plain text. Responses without a type, or with a generic
   * one, are always accepted. XML is not accepted by default, because feeds and data outnumber
   * pages in it. Links to files of types that no page analyzer reads are not queued, even if they
   * are accepted here, unless {@link io.dowser.crawler.traps.TrapRules.Builder#skipUnreadTypes} is
   * off.
   *
   * @param contentTypes such as {@code text/html}, without parameters; at least one
   * @return this builder
   * @throws IllegalArgumentException if there are none or one is not a content type
   */
  public B acceptedTypes(Collection<String> contentTypes) {
    return set("acceptedTypes", () -> types = AcceptedTypes.of(contentTypes));
  }

  /**
   * Limits the body of pages of all types that have no separate limit.
   *
   * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824; 1,048,576 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxBytes(int bytes) {
    return set("maxBytes", () -> maxBytes = checkedBytes(bytes));
  }

  /**
   * Limits the body of pages of one content type. Unless this is set, the limit is that of the
   * {@linkplain io.dowser.crawler.api.FetchRequest#types types of the request}.
   *
   * @param contentType such as {@code application/pdf}, without parameters; accepted only if {@link
   *     #acceptedTypes} includes it
   * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits, or is no content type
   */
  public B maxBytes(String contentType, int bytes) {
    AcceptedTypes.of(List.of(contentType)); // checks it
    String type = MediaTypes.essence(contentType);
    return set("maxBytes of " + type, () -> bytesByType.put(type, checkedBytes(bytes)));
  }

  private static int checkedBytes(int bytes) {
    return Checks.within("maxBytes", bytes, 1, FetchLimits.MOST_BYTES);
  }

  /**
   * Limits the growth of a compressed body; the first 262,144 bytes are always inflated.
   *
   * @param ratio bytes that one byte on the network may become, 1 to 1,000,000; 100 by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B maxRatio(int ratio) {
    return set(
        "maxRatio", () -> maxRatio = Checks.within("maxRatio", ratio, 1, FetchLimits.MOST_RATIO));
  }

  /**
   * Limits the time to connect.
   *
   * @param timeout 1 ms to 1 h; 10 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B connectTimeout(Duration timeout) {
    return set(
        "connectTimeout", () -> connect = FetchLimits.checkedTime("connectTimeout", timeout));
  }

  /**
   * Limits each wait for more bytes.
   *
   * @param timeout 1 ms to 1 h; 15 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B readTimeout(Duration timeout) {
    return set("readTimeout", () -> read = FetchLimits.checkedTime("readTimeout", timeout));
  }

  /**
   * Limits the time of a whole fetch.
   *
   * @param timeout 1 ms to 1 h; 60 s by default
   * @return this builder
   * @throws IllegalArgumentException if it is not within these limits
   */
  public B totalTimeout(Duration timeout) {
    return set("totalTimeout", () -> total = FetchLimits.checkedTime("totalTimeout", timeout));
  }

  /** Returns whether any site may set cookies. */
  final boolean usesCookies() {
    return cookies || keepCookies || !logins.isEmpty();
  }

  /** Selects the cookies of all sites, or those of sites with a login. */
  final CookieJar jar(CookieStore all) {
    return cookies || keepCookies ? all : LoginCookies.of(logins.keySet());
  }

  /** Settings made here precede those of the client. */
  final FetchLimits limitsFor(@Nullable OkHttpClient client) {
    FetchLimits others = FetchLimits.of(client);
    return new FetchLimits(
        maxBytes,
        Map.copyOf(bytesByType),
        maxRatio,
        requireNonNullElse(connect, others.connect()),
        requireNonNullElse(read, others.read()),
        requireNonNullElse(total, others.total()));
  }
}
