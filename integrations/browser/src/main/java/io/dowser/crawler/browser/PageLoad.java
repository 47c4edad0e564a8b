package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Fetched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the requests of one page while a tab loads it, and when it is complete.
 *
 * <p>The request for the document gets the response that the crawl's fetcher has received, so it is
 * sent once. Another navigation of the tab gets 204 (No Content), which leaves the page as it is
 * (RFC 9110, section 15.3.5), and its URL is kept. New windows get nothing. Thread-safe.
 */
final class PageLoad {

  /** More requests than any page with text needs; further ones fail. */
  private static final int MAX_REQUESTS = 1_000;

  /** Requests that do not delay the end of a page. */
  private static final Set<String> ENDLESS = Set.of("eventsource", "ping", "media", "prefetch");

  /**
   * Headers that are not those of the document any more, or of a page that is not shown. The
   * browser takes ASCII values alone.
   */
  private static final Set<String> DROPPED =
      Set.of(
          "content-disposition",
          "content-encoding",
          "content-length",
          "transfer-encoding",
          "connection");

  private final Fetched page;
  private final String tab;
  private final RenderSettings settings;
  private final BiDiChannel channel;
  private final SubresourceCache cache;
  private final String collector;
  private final Map<String, SubresourceCache.Key> keys = new ConcurrentHashMap<>();
  private final Map<String, Integer> inFlight = new HashMap<>();
  private int requests;
  private boolean hasResponded;
  private boolean isLoaded;
  private boolean navigatesAgain; // of the thread of events
  private @Nullable String next;
  private long lastChange = System.nanoTime();

  /**
   * Begins.
   *
   * @param collector the data collector that has the bodies of responses, or the empty text if the
   *     browser has none
   */
  PageLoad(
      Fetched page,
      String tab,
      RenderSettings settings,
      BiDiChannel channel,
      SubresourceCache cache,
      String collector) {
    this.page = page;
    this.tab = tab;
    this.settings = settings;
    this.channel = channel;
    this.cache = cache;
    this.collector = collector;
  }

  /** Navigates the tab to the page. */
  void navigate() {
    String url = page.url().toString();
    send("browsingContext.navigate", Map.of("context", tab, "url", url, "wait", "none"));
  }

  /** Takes the event {@code network.beforeRequestSent}. */
  void requestSent(BiDiEvent event) {
    String id = event.text("request", "request");
    if (!event.isTrue("isBlocked")) {
      return;
    }
    if (event.text("context").equals(tab) && !event.text("navigation").isEmpty()) {
      navigation(id, event);
    } else {
      boolean isAdmitted = admits(event);
      begin(id, event);
      if (isAdmitted) {
        load(id, event);
      } else {
        send("network.failRequest", Map.of("request", id));
      }
    }
  }

  /** Responds to a request with a stored response, or lets the browser send it. */
  private void load(String id, BiDiEvent event) {
    keys.remove(id); // of the request that was redirected to this one
    Optional<SubresourceCache.Key> key =
        collector.isEmpty() ? Optional.empty() : SubresourceCache.key(page.url(), event);
    Optional<SubresourceCache.Stored> stored = key.flatMap(cache::find);
    if (stored.isPresent()) {
      send("network.provideResponse", stored(id, stored.get()));
    } else {
      key.ifPresent(each -> keys.put(id, each));
      send("network.continueRequest", Map.of("request", id));
    }
  }

  private static Map<String, Object> stored(String id, SubresourceCache.Stored stored) {
    var headers = new HashMap<>(stored.headers());
    headers.put("age", List.of(String.valueOf(stored.age())));
    return response(id, 200, headers, stored.body());
  }

  private synchronized void begin(String id, BiDiEvent event) {
    if (!ENDLESS.contains(type(event))) {
      count(id, 1);
    }
  }

  /** Counts up and down, because the events of a request may come in another order. */
  private void count(String id, int begun) {
    inFlight.merge(id, begun, (before, more) -> before + more == 0 ? null : before + more);
    lastChange = System.nanoTime();
  }

  private boolean isIdle() {
    return inFlight.values().stream().noneMatch(count -> count > 0);
  }

  private static String type(BiDiEvent event) {
    return event.text("request", "goog:resourceType").toLowerCase(Locale.ROOT);
  }

  private void navigation(String id, BiDiEvent event) {
    if (isFirst(event)) {
      send("network.provideResponse", document(id));
    } else {
      send(
          "network.provideResponse",
          Map.of(
              "request",
              id,
              "statusCode",
              204,
              "reasonPhrase",
              "No Content",
              "headers",
              List.of()));
    }
  }

  private synchronized boolean isFirst(BiDiEvent event) {
    boolean first = !hasResponded;
    hasResponded = true;
    if (!first) { // Chromium sends no load event of a page that tries to leave while it loads
      isLoaded = true;
      lastChange = System.nanoTime();
      notifyAll();
    }
    String url = event.text("request", "url");
    if (!first && next == null && event.text("request", "method").equals("GET")) {
      next = url;
    }
    return first;
  }

  private Map<String, Object> document(String id) {
    String body = Base64.getEncoder().encodeToString(page.body().toArray());
    return response(id, page.status(), page.headers().map(), value("base64", body));
  }

  private static Map<String, Object> response(
      String id, int status, Map<String, List<String>> headers, Map<?, ?> body) {
    var shown = new ArrayList<Map<String, Object>>();
    headers.forEach((name, values) -> values.forEach(value -> add(shown, name, value)));
    return Map.of(
        "request", id, "statusCode", status, "reasonPhrase", "OK", "headers", shown, "body", body);
  }

  private static void add(List<Map<String, Object>> headers, String name, String value) {
    if (!DROPPED.contains(name.toLowerCase(Locale.ROOT)) && value.matches("[ -~]*")) {
      headers.add(Map.of("name", name, "value", value("string", value)));
    }
  }

  private static Map<String, Object> value(String type, String value) {
    return Map.of("type", type, "value", value);
  }

  /** Documents of other windows and of frames are not part of what is read. */
  private synchronized boolean admits(BiDiEvent event) {
    boolean isDocument =
        event.text("request", "destination").equals("document")
            || !event.text("navigation").isEmpty();
    return !isDocument && !settings.blocked().contains(type(event)) && ++requests <= MAX_REQUESTS;
  }

  private void send(String method, Map<String, Object> parameters) {
    var unused = channel.send(method, parameters); // fails if the request or the tab is gone
  }

  /** Takes the event {@code network.responseCompleted}. */
  void responseCompleted(BiDiEvent event) {
    requestEnded(event);
    String id = event.text("request", "request");
    SubresourceCache.Key key = keys.remove(id);
    if (key != null
        && SubresourceCache.key(page.url(), event).filter(key::equals).isPresent()
        && SubresourceCache.isStorable(event)) {
      Map<String, Object> parameters =
          Map.of("dataType", "response", "collector", collector, "request", id, "disown", true);
      var unused =
          channel
              .send("network.getData", parameters)
              .thenAccept(data -> cache.store(key, event, new BiDiEvent(data)));
    }
  }

  /** Takes the event {@code network.fetchError}. */
  synchronized void requestEnded(BiDiEvent event) {
    if (!ENDLESS.contains(type(event))) {
      count(event.text("request", "request"), -1);
      notifyAll();
    }
  }

  /**
   * Takes the event {@code browsingContext.load}. On a busy machine, Chromium may send the request
   * for the document before it lets requests be intercepted. Then the tab navigates once more.
   */
  void loaded(BiDiEvent event) {
    if (!event.text("context").equals(tab) || event.text("url").equals("about:blank")) {
      return;
    }
    if (!setLoaded() && !navigatesAgain) {
      navigatesAgain = true;
      navigate();
    }
  }

  /** Returns false if what was loaded is not the response that the crawl's fetcher has received. */
  private synchronized boolean setLoaded() {
    isLoaded = hasResponded;
    lastChange = System.nanoTime(); // scripts may have run long, and may have begun requests now
    notifyAll();
    return hasResponded;
  }

  /** Returns the URL to which the page tried to navigate, if it did. */
  synchronized Optional<String> next() {
    return Optional.ofNullable(next);
  }

  /**
   * Waits until the document has loaded and no request was in flight for a while; returns false if
   * that takes longer than a time limit.
   */
  synchronized boolean awaitIdle(long deadline) throws InterruptedException {
    while (true) {
      long now = System.nanoTime();
      long quiet = isLoaded && isIdle() ? now - lastChange : 0;
      long left = settings.idle().toNanos() - quiet;
      if (isLoaded && isIdle() && left <= 0) {
        return true;
      }
      if (now >= deadline) {
        return false;
      }
      wait(Math.max(1, Duration.ofNanos(Math.min(left, deadline - now)).toMillis()));
    }
  }
}
