package io.dowser.crawler.browser;

import io.dowser.crawler.api.FetchResult.Fetched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides about the requests of one page while a tab loads it, and when it is complete.
 *
 * <p>The request for the document is answered with what the crawl's fetcher has brought, so it is
 * sent once. Another navigation of the tab is answered with 204 (No Content), which leaves the page
 * as it is (RFC 9110, section 15.3.5), and its URL is kept. New windows get nothing. Thread-safe.
 */
final class PageLoad {

  /** What no page needs that has text; the rest of its requests fail. */
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
  private final Set<String> inFlight = new HashSet<>();
  private int requests;
  private boolean isAnswered;
  private boolean isLoaded;
  private @Nullable String next;
  private long lastChange = System.nanoTime();

  PageLoad(Fetched page, String tab, RenderSettings settings, BiDiChannel channel) {
    this.page = page;
    this.tab = tab;
    this.settings = settings;
    this.channel = channel;
  }

  /** Takes the event {@code network.beforeRequestSent}. */
  void requestSent(BiDiEvent event) {
    String id = event.text("request", "request");
    if (!event.isTrue("isBlocked")) {
      return;
    }
    if (event.text("context").equals(tab) && !event.text("navigation").isEmpty()) {
      navigation(id, event);
    } else if (admits(id, event)) {
      send("network.continueRequest", Map.of("request", id));
    } else {
      send("network.failRequest", Map.of("request", id));
    }
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
    boolean first = !isAnswered;
    isAnswered = true;
    String url = event.text("request", "url");
    if (!first && next == null && event.text("request", "method").equals("GET")) {
      next = url;
    }
    return first;
  }

  private Map<String, Object> document(String id) {
    var headers = new ArrayList<Map<String, Object>>();
    page.headers()
        .map()
        .forEach((name, values) -> values.forEach(value -> add(headers, name, value)));
    return Map.of(
        "request",
        id,
        "statusCode",
        page.status(),
        "reasonPhrase",
        "OK",
        "headers",
        headers,
        "body",
        value("base64", Base64.getEncoder().encodeToString(page.body().toArray())));
  }

  private static void add(List<Map<String, Object>> headers, String name, String value) {
    if (!DROPPED.contains(name.toLowerCase(Locale.ROOT)) && value.matches("[ -~]*")) {
      headers.add(Map.of("name", name, "value", value("string", value)));
    }
  }

  private static Map<String, Object> value(String type, String value) {
    return Map.of("type", type, "value", value);
  }

  private synchronized boolean admits(String id, BiDiEvent event) {
    String type = event.text("request", "goog:resourceType").toLowerCase(Locale.ROOT);
    boolean isWindow = event.text("request", "destination").equals("document");
    if (isWindow || settings.blocked().contains(type) || ++requests > MAX_REQUESTS) {
      return false;
    }
    if (!ENDLESS.contains(type)) {
      inFlight.add(id);
      lastChange = System.nanoTime();
    }
    return true;
  }

  private void send(String method, Map<String, Object> parameters) {
    var unused = channel.send(method, parameters); // fails if the request or the tab is gone
  }

  /** Takes the events {@code network.responseCompleted} and {@code network.fetchError}. */
  synchronized void requestEnded(BiDiEvent event) {
    if (inFlight.remove(event.text("request", "request"))) {
      lastChange = System.nanoTime();
      notifyAll();
    }
  }

  /** Takes the event {@code browsingContext.load}. */
  synchronized void loaded(BiDiEvent event) {
    if (event.text("context").equals(tab)
        && isAnswered
        && !event.text("url").equals("about:blank")) {
      isLoaded = true;
      notifyAll();
    }
  }

  /** Returns where the page wanted to go, if it did. */
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
      long quiet = isLoaded && inFlight.isEmpty() ? now - lastChange : 0;
      long left = settings.idle().toNanos() - quiet;
      if (isLoaded && inFlight.isEmpty() && left <= 0) {
        return true;
      }
      if (now >= deadline) {
        return false;
      }
      wait(Math.max(1, Duration.ofNanos(Math.min(left, deadline - now)).toMillis()));
    }
  }
}
