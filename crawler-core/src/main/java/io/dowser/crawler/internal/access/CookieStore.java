package io.dowser.crawler.internal.access;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * The cookies of one fetcher, by the rules of RFC 6265. Bounded in number and in characters: evicts
 * the domain that was least recently requested first, and the oldest cookie of a domain.
 * Thread-safe.
 */
public final class CookieStore implements CookieJar {

  private static final int FORMAT = 1;
  private static final int MAX_DOMAINS = 1_000;
  private static final int MAX_PER_DOMAIN = 50; // RFC 6265, section 6.1

  /** The longest cookie with its attributes (RFC 6265, section 6.1). */
  private static final int MAX_LENGTH = 4_096;

  /** The limit of all cookies together; two bytes each at most. */
  private static final int MAX_CHARACTERS = 2_097_152;

  private final InstantSource clock;
  private final Map<String, Map<String, Cookie>> domains = new LinkedHashMap<>(16, 0.75f, true);
  private int characters;

  /** Creates an empty store. */
  public CookieStore(InstantSource clock) {
    this.clock = clock;
  }

  /** Returns the length of all cookies. */
  public synchronized int characters() {
    return characters;
  }

  @Override
  public synchronized void saveFromResponse(HttpUrl url, List<Cookie> cookies) {
    cookies.forEach(this::put);
  }

  private void put(Cookie cookie) {
    Map<String, Cookie> own =
        domains.computeIfAbsent(cookie.domain(), key -> new LinkedHashMap<>());
    String key = cookie.name() + " " + cookie.path() + " " + cookie.hostOnly();
    forget(own.remove(key));
    if (length(cookie) <= MAX_LENGTH && cookie.expiresAt() > clock.millis()) {
      own.put(key, cookie);
      characters += length(cookie);
    }
    if (own.size() > MAX_PER_DOMAIN) {
      forget(own.remove(own.keySet().iterator().next()));
    }
    if (own.isEmpty()) {
      domains.remove(cookie.domain());
    }
    while (domains.size() > MAX_DOMAINS || characters > MAX_CHARACTERS) {
      String eldest = domains.keySet().iterator().next();
      requireNonNull(domains.remove(eldest)).values().forEach(this::forget);
    }
  }

  private void forget(@Nullable Cookie cookie) {
    characters -= cookie == null ? 0 : length(cookie);
  }

  private static int length(Cookie cookie) {
    return cookie.name().length()
        + cookie.value().length()
        + cookie.domain().length()
        + cookie.path().length();
  }

  @Override
  public synchronized List<Cookie> loadForRequest(HttpUrl url) {
    List<Cookie> matching = new ArrayList<>();
    for (String domain = url.host(); !domain.isEmpty(); domain = above(domain)) {
      for (Iterator<Cookie> own = domains.getOrDefault(domain, Map.of()).values().iterator();
          own.hasNext(); ) {
        Cookie cookie = own.next();
        if (cookie.expiresAt() <= clock.millis()) {
          own.remove();
          forget(cookie);
        } else if (cookie.matches(url)) {
          matching.add(cookie);
        }
      }
    }
    return matching;
  }

  private static String above(String domain) {
    int dot = domain.indexOf('.');
    return dot < 0 ? "" : domain.substring(dot + 1);
  }

  /** Writes all cookies, with their values, or none. */
  public synchronized void save(StateWriter out, boolean withCookies) throws IOException {
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
  public synchronized void restore(StateReader in, boolean withCookies) throws IOException {
    domains.clear();
    characters = 0;
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
