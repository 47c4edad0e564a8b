package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import com.google.common.base.CharMatcher;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.internal.access.SiteHeaders;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.url.HostRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** Creates HTTP requests that differ only in the URL and the conditions. */
final class RequestMaker {

  private static final CharMatcher PRINTABLE = CharMatcher.inRange(' ', '~');

  static final String USER_AGENT = "User-Agent";
  private static final String DEFAULT_USER_AGENT = "Dowser/" + version();

  private final @Nullable AcceptedTypes types;
  private final Headers headers;
  private final SiteHeaders sites;
  private final Map<String, HostRules> hostRules;

  private RequestMaker(
      @Nullable AcceptedTypes types,
      Headers headers,
      SiteHeaders sites,
      Map<String, HostRules> hostRules) {
    this.types = types;
    this.headers = headers;
    this.sites = sites;
    this.hostRules = hostRules;
  }

  Map<String, HostRules> hostRules() {
    return hostRules;
  }

  SiteHeaders sites() {
    return sites;
  }

  String userAgent() {
    return requireNonNull(headers.get(USER_AGENT));
  }

  String productToken() {
    return RobotsReader.productToken(userAgent());
  }

  /** Returns the types that count as pages: those that were set, else those of the request. */
  AcceptedTypes types(FetchRequest request) {
    if (types != null) {
      return types;
    }
    return request.types().isEmpty()
        ? AcceptedTypes.DEFAULT
        : AcceptedTypes.ofAnalyzers(request.types());
  }

  Request make(FetchRequest request, HttpUrl url) {
    Request.Builder builder = new Request.Builder().url(url).headers(headers);
    builder.header("Accept", types(request).toHeader());
    HostRules rules = HostRules.forHost(hostRules, request.url().host());
    rules.headers().forEach(builder::header);
    rules.userAgent().ifPresent(name -> builder.header(USER_AGENT, name));
    sites.of(request.url()).forEach(builder::header);
    if (request.entityTag().isPresent()) {
      addCondition(builder, "If-None-Match", request.entityTag().get());
    }
    if (request.lastModified().isPresent()) {
      addCondition(builder, "If-Modified-Since", request.lastModified().get());
    }
    return builder.build();
  }

  /**
   * Adds a condition, unless its value cannot be a header: servers write these values, and a
   * request without its condition is still right.
   */
  private static void addCondition(Request.Builder builder, String name, String value) {
    if (isVisible(value)) {
      builder.header(name, value);
    }
  }

  private static boolean isVisible(String value) {
    return !value.isBlank() && PRINTABLE.matchesAllOf(value);
  }

  /** Returns the version that the build wrote, or 0 where the classes were repacked without it. */
  private static String version() {
    try (InputStream in = RequestMaker.class.getResourceAsStream("product.properties")) {
      if (in == null) {
        return "0";
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version", "0");
    } catch (IOException e) {
      throw new UncheckedIOException("product.properties cannot be read", e);
    }
  }

  /** The headers so far. */
  static final class Draft {

    private static final CharMatcher NAME_CHARACTERS =
        CharMatcher.inRange('a', 'z')
            .or(CharMatcher.inRange('A', 'Z'))
            .or(CharMatcher.inRange('0', '9'))
            .or(CharMatcher.anyOf("!#$%&'*+-.^_`|~"));

    /** Set by the fetcher or the connection, or changing the meaning of a response. */
    private static final Set<String> TAKEN =
        Set.of(
            ("user-agent accept accept-language accept-encoding host connection content-length"
                    + " transfer-encoding te upgrade range if-range if-match if-none-match"
                    + " if-modified-since if-unmodified-since expect")
                .split(" "));

    /** Secrets, which must not reach every host. */
    private static final Set<String> FOR_ONE_HOST = Set.of("authorization", "cookie");

    private static final String FOR_PROXIES = "proxy-authorization";

    final Map<String, HostRules> hostRules = new TreeMap<>();
    private final SiteHeaders sites = new SiteHeaders();
    private final Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    Draft() {
      values.put(USER_AGENT, DEFAULT_USER_AGENT);
      values.put("Accept-Language", "*");
    }

    void set(String header, String name, String value) {
      requireNonNull(value, name);
      if (!isVisible(value)) {
        throw new IllegalArgumentException(
            name + " must be visible ASCII characters and spaces, but was '" + value + "'");
      }
      values.put(header, value.strip());
    }

    boolean hasUserAgent() {
      return !DEFAULT_USER_AGENT.equals(values.get(USER_AGENT));
    }

    void setExtra(String header, String value) {
      values.put(header, checkForMany(header, value));
    }

    /** Checks a header for more than one site, and returns its value. */
    static String checkForMany(String header, String value) {
      checkName(header);
      if (FOR_ONE_HOST.contains(header.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "header "
                + header
                + " would be sent to every host; set it for one, by credentials(host, user,"
                + " password) or header(host, name, value)");
      }
      return checkedValue(header, value);
    }

    void setFor(String host, String header, String value) {
      checkName(header);
      sites.add(host, header, checkedValue(header, value));
    }

    /** Refuses a header {@code Cookie} if there is a cookie jar, which would replace it. */
    void checkWithJar() {
      if (sites.have("Cookie")) {
        throw new IllegalArgumentException(
            "header Cookie must not be set with a client that has a cookie jar, cookies(true) or"
                + " login(..): put it into the jar");
      }
    }

    private static void checkName(String header) {
      boolean isName = !header.isEmpty() && NAME_CHARACTERS.matchesAllOf(header);
      String lowerCase = header.toLowerCase(Locale.ROOT);
      if (lowerCase.equals(FOR_PROXIES)) {
        throw new IllegalArgumentException(
            "header " + header + " is for a proxy; give the client a proxyAuthenticator");
      }
      if (!isName || TAKEN.contains(lowerCase)) {
        throw new IllegalArgumentException(
            "header must be the name of a header that the fetcher does not set itself, but was '"
                + header
                + "'");
      }
    }

    /** Refuses a value without repeating it: it may be a secret. */
    private static String checkedValue(String header, String value) {
      if (!isVisible(value)) {
        int place = PRINTABLE.negate().indexIn(value);
        throw new IllegalArgumentException(
            "value of header "
                + header
                + " must be visible ASCII characters and spaces, but "
                + (place < 0 ? "was blank" : "was not at character " + (place + 1)));
      }
      return value.strip();
    }

    RequestMaker build(@Nullable AcceptedTypes types) {
      Headers.Builder headers = new Headers.Builder();
      values.forEach(headers::add);
      return new RequestMaker(types, headers.build(), sites.copy(), Map.copyOf(hostRules));
    }
  }
}
