package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlUrl;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Caches responses to the requests of pages, except those for documents, so that pages of a site
 * that share a script load it once. In memory, for the pages of one fetcher.
 *
 * <p>Source: RFC 9111, as a shared cache. A response is stored if a GET request without
 * credentials, cookies, range or conditions brought it with status 200, if it is fresh by {@code
 * s-maxage}, {@code max-age} or {@code Expires}, has none of {@code no-store}, {@code no-cache},
 * {@code private} and {@code Set-Cookie}, and varies by nothing that differs between requests of
 * one crawl. Differences: a stale response is not validated but requested again; the age of a
 * response on arrival is that of its {@code Age} header; the pages of each origin have separate
 * responses, as in browsers, so that no site can detect or change the responses to pages of another
 * one.
 *
 * <p>Text is stored as the browser has decoded it, and is returned in UTF-8. Thread-safe.
 */
final class SubresourceCache {

  /** The most bytes of one response. */
  static final int RESPONSE_BYTES = 4 << 20;

  private static final long MOST_BYTES = 16 << 20;
  private static final int BYTES_BESIDE_THE_BODY = 4_096;

  /** About 31 years: the longest lifetime, and an age at which nothing is fresh. */
  private static final long MOST_SECONDS = 1_000_000_000;

  /** Headers of requests whose responses are not for all, or not whole. */
  private static final Set<String> REFUSED =
      Set.of(
          "authorization",
          "cookie",
          "range",
          "cache-control",
          "pragma",
          "if-match",
          "if-none-match",
          "if-modified-since",
          "if-unmodified-since",
          "if-range");

  /** Headers that are alike in all requests of a crawl, or part of the key. */
  private static final Set<String> ALIKE = Set.of("accept-encoding", "user-agent", "origin");

  private static final Pattern DIRECTIVE =
      Pattern.compile("(?:^|,)\\s*([a-z-]+)\\s*(?:=\\s*(?:\"([^\"]*)\"|([^\",\\s]*)))?");

  private final Map<Key, Stored> responses = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /**
   * The key of a response.
   *
   * @param page the origin of the page
   * @param origin the {@code Origin} of the request, or the empty text
   */
  record Key(String page, String url, String origin) {}

  /**
   * A response.
   *
   * @param headers their names are in lower case
   * @param body a {@code network.BytesValue}
   * @param sent the time when the server sent it, on the clock of {@link System#nanoTime}
   * @param lifetime seconds from then on for which it is fresh
   */
  record Stored(Map<String, List<String>> headers, Map<?, ?> body, long sent, long lifetime) {

    /** Returns the seconds since the server sent it. */
    long age() {
      return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - sent);
    }

    private boolean isFresh() {
      return age() < lifetime;
    }

    private long bytes() {
      return BYTES_BESIDE_THE_BODY + 2L * text(body).length();
    }
  }

  /** Returns the key of a request that a stored response may satisfy. */
  static Optional<Key> key(CrawlUrl page, BiDiEvent event) {
    Map<String, List<String>> headers = event.headers("request");
    boolean isPlain =
        event.text("request", "method").equals("GET")
            && headers.keySet().stream().noneMatch(REFUSED::contains)
            && event.list("request", "cookies").isEmpty();
    return isPlain
        ? Optional.of(
            new Key(page.origin(), event.text("request", "url"), joined(headers, "origin")))
        : Optional.empty();
  }

  /** Returns a fresh response. */
  synchronized Optional<Stored> find(Key key) {
    Stored stored = responses.get(key);
    if (stored != null && !stored.isFresh()) {
      remove(key);
      return Optional.empty();
    }
    return Optional.ofNullable(stored);
  }

  /** Returns whether the response of a {@code network.responseCompleted} event may be stored. */
  static boolean isStorable(BiDiEvent event) {
    Map<String, List<String>> headers = event.headers("response");
    return event.number("response", "status") == 200
        && !headers.containsKey("set-cookie")
        && variesByNothing(joined(headers, "vary"))
        && lifetime(headers) > age(headers);
  }

  private static boolean variesByNothing(String vary) {
    return Stream.of(vary.split(",", -1))
        .map(name -> name.strip().toLowerCase(Locale.ROOT))
        .allMatch(name -> name.isEmpty() || ALIKE.contains(name));
  }

  /** Returns the seconds for which a response is fresh, or 0 if it must not be stored. */
  private static long lifetime(Map<String, List<String>> headers) {
    Map<String, String> directives = directives(joined(headers, "cache-control"));
    if (directives.containsKey("no-store")
        || directives.containsKey("no-cache")
        || directives.containsKey("private")) {
      return 0;
    }
    String maxAge = directives.getOrDefault("s-maxage", directives.get("max-age"));
    return maxAge == null ? untilExpiry(headers) : seconds(maxAge, 0);
  }

  private static long age(Map<String, List<String>> headers) {
    return headers.containsKey("age") ? seconds(joined(headers, "age"), MOST_SECONDS) : 0;
  }

  /** Returns the directives; of one that is repeated the first. */
  private static Map<String, String> directives(String cacheControl) {
    var directives = new HashMap<String, String>();
    Matcher matcher = DIRECTIVE.matcher(cacheControl.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      String quoted = matcher.group(2);
      String plain = matcher.group(3);
      String value = quoted != null ? quoted : plain == null ? "" : plain;
      directives.putIfAbsent(matcher.group(1), value);
    }
    return directives;
  }

  /** Reads delta-seconds; large ones are limited (section 1.2.2). */
  private static long seconds(String digits, long otherwise) {
    if (!digits.matches("[0-9]+")) {
      return otherwise;
    }
    return digits.length() > 9 ? MOST_SECONDS : Long.parseLong(digits);
  }

  private static long untilExpiry(Map<String, List<String>> headers) {
    Instant date = date(joined(headers, "date"));
    Instant expires = date(joined(headers, "expires"));
    return date == null || expires == null
        ? 0
        : Math.min(MOST_SECONDS, date.until(expires, ChronoUnit.SECONDS));
  }

  private static @Nullable Instant date(String text) {
    try {
      return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Stores a response with its body, and evicts the least recently used ones. */
  synchronized void store(Key key, BiDiEvent event, BiDiEvent data) {
    Object body = data.values().get("bytes");
    boolean isKnown = responses.containsKey(key);
    if (isKnown || !(body instanceof Map<?, ?> value) || text(value).indexOf('\ufffd') >= 0) {
      return;
    }
    Map<String, List<String>> headers = event.headers("response");
    long sent = System.nanoTime() - TimeUnit.SECONDS.toNanos(age(headers));
    var stored = new Stored(inUtf8(headers, value), value, sent, lifetime(headers));
    responses.put(key, stored);
    bytes += stored.bytes();
    Iterator<Stored> eldest = responses.values().iterator();
    while (bytes > MOST_BYTES) {
      bytes -= eldest.next().bytes();
      eldest.remove();
    }
  }

  private void remove(Key key) {
    Stored stored = responses.remove(key);
    bytes -= stored == null ? 0 : stored.bytes();
  }

  private static Map<String, List<String>> inUtf8(
      Map<String, List<String>> headers, Map<?, ?> body) {
    var changed = new HashMap<>(headers);
    if ("string".equals(body.get("type"))) {
      String type = joined(headers, "content-type").replaceFirst(";.*", "");
      changed.put("content-type", List.of(type + "; charset=utf-8"));
    }
    return changed;
  }

  private static String text(Map<?, ?> body) {
    return body.get("value") instanceof String text ? text : "";
  }

  private static String joined(Map<String, List<String>> headers, String name) {
    return String.join(",", headers.getOrDefault(name, List.of()));
  }
}
