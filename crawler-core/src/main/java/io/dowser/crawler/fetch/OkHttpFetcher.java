package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.google.common.base.Splitter;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import io.dowser.crawler.internal.access.CookieEscapes;
import io.dowser.crawler.internal.access.CookieStore;
import io.dowser.crawler.internal.access.DigestAccounts;
import io.dowser.crawler.internal.access.HostProxies;
import io.dowser.crawler.internal.access.LoginCookies;
import io.dowser.crawler.internal.access.SiteHeaders;
import io.dowser.crawler.internal.types.MediaTypes;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import okhttp3.CookieJar;
import okhttp3.Credentials;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Fetches pages over HTTP with OkHttp.
 *
 * <p>One call is one request: no redirect is followed, nothing is repeated, and no response is
 * cached. One exception: a GET whose kept connection the server closes before it responds is sent
 * once more, on a new connection (RFC 9112, section 9.3.1). No cookie is kept and no password is
 * sent, unless {@link Builder#cookies}, {@link Builder#login}, {@link Builder#credentials}, {@link
 * Builder#digestCredentials}, {@link Builder#bearerToken}, {@link Builder#header(String, String,
 * String)} or {@link Builder#client} say so. The body is truncated at a number of decoded bytes,
 * and the whole call at a time limit; what was received by then is a page, with its {@link
 * io.dowser.crawler.api.FetchResult.Truncation}. Compression with gzip is asked for; a compressed
 * page also has {@linkplain io.dowser.crawler.api.Body#gzipped the bytes that came}, if they are
 * complete, one gzip member, and no more than a page may have. A body of several members is decoded
 * whole, and what follows the last one is ignored.
 *
 * <p>Responses become results as follows: 200 to 299 is a page, or a failure if its content type is
 * not accepted or its compression was not offered; 304 to a conditional request is not modified;
 * 301, 302, 303, 307 and 308 with a {@code Location} are redirects, and so is a page with a header
 * {@code Refresh} that leads to another URL within five seconds; 400 and more are failures, worth
 * retrying at 408, 425, 429, 500, 502, 503 and 504; any other status is a failure of the protocol.
 *
 * <p>Only addresses of the public Internet are connected to, unless others are allowed; see {@link
 * Builder#addressRules}. The fetcher's own client uses no proxy. For a robots.txt 500 KiB are read
 * and for a sitemap 10 MiB, of whatever content type.
 *
 * <p>Fetching blocks the calling thread. An interrupted thread leaves {@link #fetch} within a few
 * hundredths of a second, except during a lookup of a host name, which Java cannot interrupt. The
 * total time limit does not shorten that lookup either.
 *
 * <p>Thread-safe.
 */
public final class OkHttpFetcher implements Fetcher, AddressRules.Lookup, Resumable {

  private final boolean ownsClient;
  private final RequestMaker requests;
  private final Calls calls;
  private final HostResolver hostResolver;
  private final Map<String, LoginSession> logins = new HashMap<>();
  private final CookieStore cookies = new CookieStore(InstantSource.system());
  private final boolean keepsCookies;

  private OkHttpFetcher(Builder builder) {
    ownsClient = builder.client == null;
    OkHttpClient given = builder.client == null ? ClientRules.own() : builder.client;
    FetchLimits limits = builder.limitsFor(given);
    requests = builder.requests.build(builder.types);
    AddressRules addresses = builder.addressRules();
    keepsCookies = builder.keepCookies;
    OkHttpClient client =
        ClientRules.impose(given, limits, builder.longIdle, addresses, builder.accounts);
    if (builder.usesCookies()) {
      client = ClientRules.withCookies(client, builder.jar(cookies));
    }
    if (client.cookieJar() != CookieJar.NO_COOKIES) {
      client = client.newBuilder().addNetworkInterceptor(CookieEscapes::intercept).build();
    }
    client = HostProxies.applyTo(client, requests.hostRules());
    hostResolver = HostResolver.of(given, addresses);
    calls =
        new Calls(
            new PooledClients(client, builder.connections),
            requests,
            new ResponseReader(limits, requests.sites(), client.cookieJar()));
    CookieJar jar = client.cookieJar();
    builder.logins.forEach((site, login) -> logins.put(site, new LoginSession(login, calls, jar)));
  }

  /**
   * Logs in where {@link Builder#login} says so, one site after the other.
   *
   * @param delays the delay of a URL's host between two requests
   * @throws io.dowser.crawler.api.CrawlException if a login did not work
   */
  @Override
  public void start(Function<CrawlUrl, Duration> delays) throws InterruptedException {
    for (LoginSession login : logins.values()) {
      login.start(delays);
    }
  }

  /** Saves the cookies if {@link Builder#keepCookies} says so. */
  @Override
  public void save(StateWriter out) throws IOException {
    cookies.save(out, keepsCookies);
  }

  /** Restores the cookies if {@link Builder#keepCookies} says so. */
  @Override
  public void restore(StateReader in) throws IOException {
    cookies.restore(in, keepsCookies);
  }

  /**
   * Starts with the defaults.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Sends one request and reads the response. If the page is logged out, logs in again and repeats
   * the request.
   *
   * @param request the request to send
   * @return the result; any error on the way is a {@link Failed}
   * @throws InterruptedException if the calling thread was interrupted before or during the call
   * @throws IllegalStateException if the fetcher is closed
   */
  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    HttpUrl url = parsed(request.url());
    if (url == null) {
      return Failed.of(request.url(), FailureReason.PROTOCOL, "not a URL that can be asked for");
    }
    LoginSession login = logins.get(request.url().origin());
    return login == null ? calls.send(request, url, null, () -> true) : login.fetch(request, url);
  }

  /** The parser promises to throw nothing, but some IPv6 addresses are too long for it. */
  private static @Nullable HttpUrl parsed(CrawlUrl url) {
    try {
      return HttpUrl.parse(url.toString());
    } catch (RuntimeException e) {
      return null;
    }
  }

  /**
   * {@return the name in the user agent: its first word, or the one behind {@code compatible;} if
   * that is {@code Mozilla}; a lower-case name, {@code dowser} by default} It does not know of an
   * interceptor that sends another user agent.
   */
  @Override
  public String productToken() {
    return requests.productToken();
  }

  /**
   * {@return the {@code User-Agent} that is sent, unless the rules of a host have another one} For
   * fetchers that send further requests in addition to this one's.
   */
  public String userAgent() {
    return requests.userAgent();
  }

  /**
   * Looks up a host with the name service that is used for fetching.
   *
   * @param host a name, or an address as a URL writes it
   * @return its addresses, empty if a proxy of the caller looks up names
   * @throws UnknownHostException if the host has no address
   */
  @Override
  public List<InetAddress> addressesOf(String host) throws UnknownHostException {
    boolean proxied =
        HostRules.forHost(requests.hostRules(), host)
            .proxy()
            .filter(proxy -> !proxy.equals(HostRules.NO_PROXY))
            .isPresent();
    return proxied ? List.of() : hostResolver.addressesOf(host);
  }

  /**
   * {@return the kind of an address that the address rules refuse, or empty if it is allowed}
   * Nothing is refused here if sockets or a proxy of the caller connect.
   *
   * @param host the host that it belongs to
   * @param address one of its addresses
   */
  @Override
  public Optional<AddressRules.Kind> refusalOf(String host, InetAddress address) {
    return hostResolver.refusalOf(host, address);
  }

  /**
   * Closes the connections of this fetcher and ends its thread. A client that was given to the
   * builder is not affected. A second call does nothing.
   */
  @Override
  public void close() {
    calls.close();
    if (ownsClient) {
      calls.shutDown();
    }
  }

  /**
   * Builds an {@link OkHttpFetcher}. Each call checks its arguments, and throws an {@link
   * IllegalStateException} if a call before has set the same. Not thread-safe.
   */
  public static final class Builder {

    /** Zou et al. (2009) keep the first 10 KB of a page. */
    private static final int PAPER_BYTES = 10_240;

    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_RATIO = 1_000_000;
    private static final Splitter COMMA = Splitter.on(',').trimResults().omitEmptyStrings();

    private enum Profile {
      RECOMMENDED,
      PAPER
    }

    private final SettingCalls calls = new SettingCalls();
    private final RequestMaker.Draft requests = new RequestMaker.Draft();
    private final DigestAccounts accounts = new DigestAccounts();
    private final Map<String, FormLogin> logins = new TreeMap<>();
    private final Map<String, Integer> bytesByType = new TreeMap<>();
    private @Nullable AcceptedTypes types;
    private int connections = FetchLimits.USUAL_CONNECTIONS;
    private boolean cookies;
    private boolean keepCookies;
    private int maxBytes = FetchLimits.DEFAULT.maxBytes();
    private int maxRatio = FetchLimits.DEFAULT.maxRatio();
    private @Nullable Duration connect;
    private @Nullable Duration read;
    private @Nullable Duration total;
    private @Nullable OkHttpClient client;
    private @Nullable AddressRules addresses;
    private Duration longIdle = IdleConnectionCheck.LONG_IDLE;

    private Builder() {}

    private Builder set(String name, Runnable assignment) {
      calls.set(name, assignment);
      return this;
    }

    /** Sets the defaults of a crawl, then what the settings of its fetcher set. */
    private Builder of(Settings settings, int connectionsByDefault) {
      connections = connectionsByDefault;
      maxBytes = usualBytes(settings);
      calls.set(settings, this::readAll);
      return this;
    }

    private static int usualBytes(Settings settings) {
      String summary = "default of maxBytes: 10240 in the profile paper, as in Zou et al. 2009";
      Profile profile = settings.choice("profile", Profile.RECOMMENDED, summary);
      return profile == Profile.PAPER ? PAPER_BYTES : FetchLimits.DEFAULT.maxBytes();
    }

    private void readAll(Settings settings) {
      read(settings);
      String languages =
          settings.text(
              "acceptLanguage",
              "*",
              "visible ASCII characters and spaces",
              "the header Accept-Language");
      String accepted =
          settings.text(
              "acceptedTypes",
              "",
              "media types with commas between them",
              "types of responses that are read; by default those of the page analyzers");
      ifGiven(settings, "acceptLanguage", () -> setLanguages(languages));
      ifGiven(
          settings, "acceptedTypes", () -> types = AcceptedTypes.of(COMMA.splitToList(accepted)));
    }

    private static void ifGiven(Settings settings, String name, Runnable assignment) {
      try {
        if (settings.asMap().containsKey(name)) {
          assignment.run();
        }
      } catch (IllegalArgumentException e) {
        String value = settings.asMap().getOrDefault(name, "");
        throw new SettingException(name, value, requireNonNull(e.getMessage()));
      }
    }

    private void setLanguages(String languages) {
      requests.set("Accept-Language", "acceptLanguage", languages);
    }

    private void read(Settings settings) {
      connections =
          settings.integer(
              "connections",
              connections,
              1,
              MOST_CONNECTIONS,
              "expected number of concurrent fetches; by default the workers of the crawl");
      maxBytes =
          settings.integer(
              "maxBytes",
              maxBytes,
              1,
              FetchLimits.MOST_BYTES,
              "maximum size of a response in bytes");
      maxRatio =
          settings.integer(
              "maxRatio",
              maxRatio,
              1,
              MOST_RATIO,
              "maximum number of bytes for each compressed one");
      cookies = settings.flag("cookies", cookies, "send cookies back to their hosts");
      keepCookies =
          settings.flag("keepCookies", keepCookies, "keep cookies in the directory of the crawl");
      FetchLimits usual = FetchLimits.DEFAULT;
      connect =
          timeout(settings, "connectTimeout", connect, usual.connect(), "time limit to connect");
      read = timeout(settings, "readTimeout", read, usual.read(), "time limit between two bytes");
      total = timeout(settings, "totalTimeout", total, usual.total(), "time limit of a fetch");
    }

    /** Reads a timeout; one that was not set is that of the client. */
    private static @Nullable Duration timeout(
        Settings settings,
        String name,
        @Nullable Duration before,
        Duration byDefault,
        String summary) {
      Duration now =
          settings.duration(
              name,
              before == null ? byDefault : before,
              FetchLimits.LEAST,
              FetchLimits.MOST,
              summary);
      return settings.asMap().containsKey(name) ? now : before;
    }

    /**
     * Sets the {@code User-Agent}. A polite one includes an address for complaints.
     *
     * @param name visible ASCII characters and spaces; {@code Dowser/} and the version by default
     * @return this builder
     * @throws IllegalArgumentException if it is blank or holds other characters
     */
    public Builder userAgent(String name) {
      return set("userAgent", () -> requests.set(RequestMaker.USER_AGENT, "userAgent", name));
    }

    /**
     * Sets the preferred languages.
     *
     * @param languages the header {@code Accept-Language}; {@code *} by default, so that each
     *     server chooses the language
     * @return this builder
     * @throws IllegalArgumentException if it is blank or holds other than visible ASCII characters
     *     and spaces
     */
    public Builder acceptLanguage(String languages) {
      return set("acceptLanguage", () -> setLanguages(languages));
    }

    /**
     * Adds a header to every request to every host.
     *
     * @param name a header name, such as {@code From}; headers that the fetcher or the connection
     *     sets are refused, and so are {@code Authorization} and {@code Cookie}, which are for
     *     {@link #credentials} and {@link #header(String, String, String)}
     * @param value visible ASCII characters and spaces
     * @return this builder
     * @throws IllegalArgumentException if the name is not a header name or not allowed, or the
     *     value is blank or holds other characters
     */
    public Builder header(String name, String value) {
      return set("header " + name.toLowerCase(Locale.ROOT), () -> requests.setExtra(name, value));
    }

    /**
     * Adds a header to every request to one host, robots.txt included, and to no other: a redirect
     * to another scheme, host or port is requested without it. The value is in no message, event or
     * archive, and not in a crawl's directory, so it must be set again for a resume.
     *
     * @param host a name or address, for https only, with its port if that is not 443; or with a
     *     scheme, such as {@code http://intranet.example:8080}. Other names, also those below this
     *     one, do not get the header
     * @param name a header name, such as {@code Cookie} or {@code X-Api-Key}
     * @param value visible ASCII characters and spaces
     * @return this builder
     * @throws IllegalArgumentException if the host is none, the name is not a header name or not
     *     allowed, or the value is blank or holds other characters
     */
    public Builder header(String host, String name, String value) {
      requests.setFor(host, name, value);
      return this;
    }

    /**
     * Sets a user name and a password for HTTP Basic on one host, and no other. They are sent with
     * every request to it; see {@link #header(String, String, String)}.
     *
     * @param host as there
     * @param user a name without colon
     * @param password any text, encoded in UTF-8
     * @return this builder
     * @throws IllegalArgumentException if the host is none, or the user is empty or has a colon
     */
    public Builder credentials(String host, String user, String password) {
      if (user.isEmpty() || user.indexOf(':') >= 0) {
        throw new IllegalArgumentException("user must be a name without colon");
      }
      return header(host, "Authorization", Credentials.basic(user, password, UTF_8));
    }

    /**
     * Sets rules for some hosts: headers, user agent and proxy. The other fields of the rules are
     * for a crawl. Headers of {@link #header(String, String, String)} precede those of rules.
     *
     * @param pattern {@code www.example.org}, or {@code *.example.org} for it and all hosts below
     *     it
     * @param rules the rules of each matching host
     * @return this builder
     * @throws IllegalArgumentException if the pattern is none, or {@link #header(String, String)}
     *     refuses a header
     */
    public Builder hostRules(String pattern, HostRules rules) {
      rules.headers().forEach(RequestMaker.Draft::checkForMany);
      String hosts = HostRules.pattern(pattern);
      return set("hostRules of " + hosts, () -> requests.hostRules.put(hosts, rules));
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
     * @throws IllegalArgumentException if the host is none, or the user is empty or has other
     *     characters
     */
    public Builder digestCredentials(String host, String user, String password) {
      if (!user.matches("[ -9;-~]+")) {
        throw new IllegalArgumentException("user must be ASCII characters without colon");
      }
      accounts.add(SiteHeaders.site(host), user, password);
      return this;
    }

    /**
     * Sets a bearer token (RFC 6750), which is sent with every request to one host, and to no
     * other; see {@link #header(String, String, String)}.
     *
     * @param host as there
     * @param token visible ASCII characters
     * @return this builder
     * @throws IllegalArgumentException if the host is none, or the token is blank or holds other
     *     characters
     */
    public Builder bearerToken(String host, String token) {
      requests.setFor(host, "Authorization", token.isBlank() ? "" : "Bearer " + token.strip());
      return this;
    }

    /**
     * Sets a login to a site by a form, before the crawl and again when the session has ended. The
     * cookies of the site are kept. Unless {@link #cookies} or a given client with a cookie jar
     * keeps them, they are sent to that scheme, host and port alone, whatever domain they name. A
     * crawl whose fetcher cannot log in ends before its first fetch, with a {@link
     * io.dowser.crawler.api.CrawlException} that names the login page and the problem. After a
     * transient failure, such as 503, it retries up to three times: 2, 4 and 8 delays later. A
     * fetcher without a crawl logs in before the first page of the site.
     *
     * @param login the description of the login
     * @return this builder
     * @throws IllegalStateException if there is a login for the same scheme, host and port
     */
    public Builder login(FormLogin login) {
      String site = login.page().origin();
      return set("login to " + site, () -> logins.put(site, login));
    }

    /**
     * Sets whether cookies are kept and sent back, to the hosts that they are for (RFC 6265). Each
     * fetcher has its own cookies. A fetcher that keeps cookies removes the header {@code
     * Set-Cookie} from pages, so that no archive has their values.
     *
     * @param enabled by default false: only sites with a {@link #login} set cookies
     * @return this builder
     */
    public Builder cookies(boolean enabled) {
      calls.set("cookies", enabled, this::read);
      return this;
    }

    /**
     * Sets whether {@link #cookies} are kept and also saved in the directory of a crawl, and
     * restored when it resumes. They are secrets, and are readable there. A {@link #login} with a
     * sign of {@link FormLogin.Builder#loggedOut} is then left out until a page is logged out.
     *
     * @param enabled by default false
     * @return this builder
     */
    public Builder keepCookies(boolean enabled) {
      calls.set("keepCookies", enabled, this::read);
      return this;
    }

    /**
     * Sets the content types of pages. Unless this is set, these are the {@linkplain
     * io.dowser.crawler.api.FetchRequest#types types of the request}, in a crawl those of all page
     * analyzers; without any, HTML, XHTML and plain text. Responses without a type, or with a
     * generic one, are always accepted. XML is not accepted by default, because feeds and data
     * outnumber pages in it. Links to files of types that no page analyzer reads are not queued,
     * even if they are accepted here, unless {@link
     * io.dowser.crawler.traps.TrapRules.Builder#skipUnreadTypes} is off.
     *
     * @param contentTypes such as {@code text/html}, without parameters; at least one
     * @return this builder
     * @throws IllegalArgumentException if there are none or one is not a content type
     */
    public Builder acceptedTypes(Collection<String> contentTypes) {
      return set("acceptedTypes", () -> types = AcceptedTypes.of(contentTypes));
    }

    /**
     * Limits the body of pages of all types that have no separate limit.
     *
     * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824; 1,048,576 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder maxBytes(int bytes) {
      calls.set("maxBytes", bytes, this::read);
      return this;
    }

    /**
     * Limits the body of pages of one content type. Unless this is set, the limit is that of the
     * {@linkplain io.dowser.crawler.api.FetchRequest#types types of the request}.
     *
     * @param contentType such as {@code application/pdf}, without parameters; accepted only if
     *     {@link #acceptedTypes} includes it
     * @param bytes decoded bytes that are kept of a page, 1 to 1,073,741,824
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits, or is no content type
     */
    public Builder maxBytes(String contentType, int bytes) {
      AcceptedTypes.of(List.of(contentType)); // checks it
      String type = MediaTypes.essence(contentType);
      Checks.within("maxBytes", bytes, 1, FetchLimits.MOST_BYTES);
      return set("maxBytes of " + type, () -> bytesByType.put(type, bytes));
    }

    /**
     * Limits the growth of a compressed body; the first 262,144 bytes are always inflated.
     *
     * @param ratio bytes that one byte on the network may become, 1 to 1,000,000; 100 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder maxRatio(int ratio) {
      calls.set("maxRatio", ratio, this::read);
      return this;
    }

    /**
     * Limits the time to connect.
     *
     * @param timeout 1 ms to 1 h; 10 s by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder connectTimeout(Duration timeout) {
      calls.set("connectTimeout", timeout, this::read);
      return this;
    }

    /**
     * Limits each wait for more bytes.
     *
     * @param timeout 1 ms to 1 h; 15 s by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder readTimeout(Duration timeout) {
      calls.set("readTimeout", timeout, this::read);
      return this;
    }

    /**
     * Limits the time of a whole fetch.
     *
     * @param timeout 1 ms to 1 h; 60 s by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within these limits
     */
    public Builder totalTimeout(Duration timeout) {
      calls.set("totalTimeout", timeout, this::read);
      return this;
    }

    /**
     * Shares the name service, proxy, sockets, certificates, protocols, interceptors, cookie jar
     * and authenticators of a client. Fetchers that share a client share its cookies; {@code
     * client.newBuilder().cookieJar(...)} keeps them apart.
     *
     * <p>The authenticator is called after a 401 response, once a fetch, which is then two
     * requests, one right after the other. A crawl reaches hosts of strangers: return null unless
     * the request's host is the one that the password is for. Its credentials of the schemes Basic
     * and Bearer are kept for the scheme, host and port as long as this fetcher is open, and sent
     * with later requests. So only one request a site is repeated. The proxy authenticator is
     * called after a 407 response of the proxy.
     *
     * <p>The client's connect, read and call timeouts are used where they differ from OkHttp's
     * defaults, unless this builder sets them. Whatever the client's settings, the fetcher follows
     * no redirect and repeats nothing. It keeps separate connections, see {@link #connections}.
     *
     * @param client neither changed nor closed with the fetcher
     * @return this builder
     * @throws IllegalArgumentException if the client has a cache, or one of its timeouts is out of
     *     the range of this builder
     */
    public Builder client(OkHttpClient client) {
      ClientRules.check(requireNonNull(client, "client"));
      return set("client", () -> this.client = client);
    }

    /**
     * Sets which addresses the fetcher may connect to.
     *
     * <p>The rules apply to every connection of the fetcher's own client, and of a given client
     * without a socket factory and proxy. A client that has one of them is used unchanged, and the
     * caller is responsible for its connections. A proxy that a given client takes from the
     * system's settings must itself be allowed. That proxy then decides which addresses to connect
     * to.
     *
     * @param rules by default {@link AddressRules#PUBLIC}
     * @return this builder
     */
    public Builder addressRules(AddressRules rules) {
      requireNonNull(rules, "addressRules");
      return set("addressRules", () -> addresses = rules);
    }

    /**
     * {@return the {@linkplain OkHttpFetcher#productToken product token} of what was set so far}
     */
    public String productToken() {
      return requests.build(types).productToken();
    }

    /** Refuses what a crawl sets for all its fetchers in another place. */
    void refuseSettingsOfCrawls() {
      List<String> found = new ArrayList<>();
      if (requests.hasUserAgent()) {
        found.add("userAgent (set Politeness.userAgent)");
      }
      if (addresses != null) {
        found.add("addressRules (set Politeness.addressRules)");
      }
      if (!requests.hostRules.isEmpty()) {
        found.add("hostRules (set Politeness.hostRules)");
      }
      if (client != null) {
        found.add("client (set Means.httpClient)");
      }
      if (!found.isEmpty()) {
        throw new IllegalArgumentException(
            "http must set what no other setting of the crawl sets, but sets "
                + String.join(" and ", found));
      }
    }

    /** Returns the address rules; refuses rules that the client cannot enforce. */
    private AddressRules addressRules() {
      if (addresses != null && client != null && !ClientRules.isGuardable(client)) {
        throw new IllegalArgumentException(
            "addressRules cannot be combined with a client that has a socket factory or proxy;"
                + " set that client's socketFactory to addressRules.socketFactory() instead");
      }
      return addresses == null ? AddressRules.PUBLIC : addresses;
    }

    /**
     * Sets the expected number of concurrent fetches. For each, up to 16 idle connections are kept
     * for a minute, at least 256 in all, because a crawl returns to each host after a while.
     *
     * @param fetches 1 to 10,000; 20 by default
     * @return this builder
     * @throws IllegalArgumentException if it is not within 1 and 10,000
     */
    public Builder connections(int fetches) {
      calls.set("connections", fetches, this::read);
      return this;
    }

    /** Returns whether any site may set cookies. */
    private boolean usesCookies() {
      return cookies || keepCookies || !logins.isEmpty();
    }

    /** Selects the cookies of all sites, or those of sites with a login. */
    private CookieJar jar(CookieStore all) {
      return cookies || keepCookies ? all : LoginCookies.of(logins.keySet());
    }

    /** Settings made here precede those of the client. */
    private FetchLimits limitsFor(OkHttpClient client) {
      FetchLimits others = FetchLimits.of(client);
      return new FetchLimits(
          maxBytes,
          Map.copyOf(bytesByType),
          maxRatio,
          requireNonNullElse(connect, others.connect()),
          requireNonNullElse(read, others.read()),
          requireNonNullElse(total, others.total()));
    }

    /** Sets the idle time after which a kept connection is checked. */
    Builder longIdle(Duration idleTime) {
      longIdle = idleTime;
      return this;
    }

    /**
     * Creates the fetcher.
     *
     * @return a new fetcher, to be closed
     * @throws IllegalArgumentException if address rules are combined with a client that they cannot
     *     guard, {@link #cookies} or {@link #keepCookies} with a client that has a cookie jar, or a
     *     header {@code Cookie} with one of these or a login
     * @throws IllegalStateException if the class path has another version of OkHttp or okio than is
     *     needed
     */
    public OkHttpFetcher build() {
      LibraryProbe.check();
      boolean hasJar = client != null && client.cookieJar() != CookieJar.NO_COOKIES;
      if (hasJar && (cookies || keepCookies)) {
        throw new IllegalArgumentException(
            "cookies and keepCookies cannot be combined with a client that has a cookie jar");
      }
      if (hasJar || usesCookies()) {
        requests.checkWithJar();
      }
      return new OkHttpFetcher(this);
    }
  }

  /**
   * Creates {@link OkHttpFetcher}s by the name {@code okhttp}.
   *
   * <p>docs/settings.md lists the settings. The robot's name and the allowed addresses are settings
   * of the crawl.
   */
  public static final class Provider implements FetcherProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "okhttp";
    }

    @Override
    public Fetcher create(Settings settings, CrawlContext context) {
      return builder(settings, context).build();
    }

    /**
     * Creates a builder of a fetcher for a crawl, with the crawl's settings for all fetchers over
     * HTTP, such as logins, and the given settings. A provider of a fetcher that works with an
     * {@link OkHttpFetcher} begins with this.
     *
     * @param settings see the class; absent ones have their defaults
     * @param context the context of the crawl
     * @return a builder, on which more can be set
     * @throws SettingException if a value is not allowed
     */
    public static Builder builder(Settings settings, CrawlContext context) {
      HttpSettings crawl = context.shared().get(HttpSettings.class, HttpSettings::none);
      Builder builder = OkHttpFetcher.builder().of(settings, crawl.connections());
      crawl.applyTo(builder);
      return builder;
    }
  }
}
