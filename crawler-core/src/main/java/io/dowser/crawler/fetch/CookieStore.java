package io.dowser.crawler.fetch;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;

/**
 * The cookies of one fetcher, by the rules of RFC 6265. Bounded: of the domains, the one that was
 * longest not requested is forgotten first, and of a domain's cookies the oldest. Thread-safe.
 */
final class CookieStore implements CookieJar {

  private static final int FORMAT = 1;
  private static final int MAX_DOMAINS = 1_000;
  private static final int MAX_PER_DOMAIN = 50; // RFC 6265, section 6.1
  private static final int MAX_LENGTH = 4_096;

  private final InstantSource clock;
  private final Map<String, Map<String, Cookie>> domains = bounded(MAX_DOMAINS, true);

  /** Starts without cookies. */
  CookieStore(InstantSource clock) {
    this.clock = clock;
  }

  private static <V> Map<String, V> bounded(int most, boolean byAccess) {
    return new LinkedHashMap<>(16, 0.75f, byAccess) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > most;
      }
    };
  }

  @Override
  public synchronized void saveFromResponse(HttpUrl url, List<Cookie> cookies) {
    cookies.forEach(this::put);
  }

  private void put(Cookie cookie) {
    Map<String, Cookie> own =
        domains.computeIfAbsent(cookie.domain(), key -> bounded(MAX_PER_DOMAIN, false));
    String key = cookie.name() + " " + cookie.path() + " " + cookie.hostOnly();
    own.remove(key);
    boolean fits = cookie.name().length() + cookie.value().length() <= MAX_LENGTH;
    if (fits && cookie.expiresAt() > clock.millis()) {
      own.put(key, cookie);
    }
  }

  @Override
  public synchronized List<Cookie> loadForRequest(HttpUrl url) {
    List<Cookie> matching = new ArrayList<>();
    for (String domain = url.host(); !domain.isEmpty(); domain = above(domain)) {
      Map<String, Cookie> own = domains.getOrDefault(domain, Map.of());
      own.values().removeIf(cookie -> cookie.expiresAt() <= clock.millis());
      own.values().stream().filter(cookie -> cookie.matches(url)).forEach(matching::add);
    }
    return matching;
  }

  private static String above(String domain) {
    int dot = domain.indexOf('.');
    return dot < 0 ? "" : domain.substring(dot + 1);
  }

  /** Writes all cookies, with their values, or none. */
  synchronized void save(StateWriter out, boolean withCookies) throws IOException {
    List<Cookie> all =
        withCookies
            ? domains.values().stream().flatMap(own -> own.values().stream()).toList()
            : List.of();
    out.section("cookies", FORMAT);
    out.writeInt(all.size());
    for (Cookie cookie : all) {
      out.writeText(urlHost(cookie.domain()));
      out.writeText(cookie.toString());
    }
  }

  private static String urlHost(String domain) {
    return domain.indexOf(':') < 0 ? domain : "[" + domain + "]";
  }

  /** Replaces all cookies, if any are wanted. */
  synchronized void restore(StateReader in, boolean withCookies) throws IOException {
    domains.clear();
    in.section("cookies", FORMAT);
    int count = in.readCount("number of cookies");
    for (int i = 0; i < count; i++) {
      HttpUrl site = HttpUrl.parse("https://" + in.readText() + "/");
      String text = in.readText();
      Cookie cookie = site == null ? null : Cookie.parse(site, text);
      if (cookie != null && withCookies) {
        put(cookie);
      }
    }
  }
}
