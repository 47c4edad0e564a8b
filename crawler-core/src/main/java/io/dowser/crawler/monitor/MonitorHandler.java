package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.base.Ascii;
import com.google.common.base.Splitter;
import com.google.common.primitives.Ints;
import com.google.common.primitives.Longs;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.internal.watch.StoredResults;
import io.dowser.crawler.internal.watch.StoredResults.Order;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests to a monitor. Thread-safe.
 *
 * <pre>
 *   GET  /                             the page; its style and script
 *   GET  /crawls                       names and states
 *   GET  /crawls/NAME                  what a crawl looks like, without results
 *   GET  /crawls/NAME/results?...      some results: text, host, show, order, from, count
 *   GET  /crawls/NAME/pages/NUMBER     all that is kept of the page of a visit
 *   GET  /crawls/NAME/details          tables and charts as HTML
 *   POST /crawls/NAME/COMMAND          changes a crawl, with an argument as body
 * </pre>
 *
 * <p>All but the page and the details are JSON. A crawl without a directory has its best results in
 * {@code /crawls/NAME}, and no pages.
 */
final class MonitorHandler implements HttpHandler {

  private static final int MOST_ARGUMENT = 10_000;
  private static final int PATIENCE_SECONDS = 5;
  private static final long FRESH_NANOS = 500_000_000;
  private static final long STORED_FRESH_NANOS = 5_000_000_000L; // reads every visit
  private static final int PAGE_SIZE = 25;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, Watched> crawls;
  private final MonitorAccess access;

  /** One for all who look, because the crawl makes it between two visits. */
  private final Map<Watched, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());

  MonitorHandler(Map<String, Watched> crawls, MonitorAccess access) {
    this.crawls = crawls;
    this.access = access;
  }

  /** A response. One with content has status 200. */
  private record Answer(int status, String type, String content) {

    static Answer ok(String type, String content) {
      return new Answer(200, type, content);
    }

    static Answer json(Object value) {
      return ok("application/json", Json.of(value));
    }

    static Answer changed(boolean inTime) {
      return inTime
          ? new Answer(204, TEXT, "")
          : refused(409, "the crawl has ended, or is about to end");
    }

    static Answer refused(int status, String why) {
      return new Answer(status, TEXT, why + "\n");
    }
  }

  @Override
  public void handle(HttpExchange request) throws IOException {
    try (request) {
      Headers headers = request.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cache-Control", "no-store");
      Answer answer = answerOrRefusal(request);
      byte[] content = answer.content.getBytes(UTF_8);
      headers.set("Content-Type", answer.type);
      request.sendResponseHeaders(answer.status, content.length == 0 ? -1 : content.length);
      request.getResponseBody().write(content);
    }
  }

  private Answer answerOrRefusal(HttpExchange request) throws IOException {
    try {
      return answer(request);
    } catch (IllegalArgumentException e) {
      return Answer.refused(400, String.valueOf(e.getMessage()));
    } catch (StoreException e) { // such as of a crawl that has written nothing yet
      return Answer.refused(503, String.valueOf(e.getMessage()));
    }
  }

  private Answer answer(HttpExchange request) throws IOException {
    if (!access.isForUs(request)) {
      return Answer.refused(403, "open the monitor by its own address");
    }
    if (access.introduces(request)) {
      request.getResponseHeaders().set("Location", "/"); // without the token in the address
      return new Answer(303, TEXT, "");
    }
    if (!access.isKnown(request)) {
      return Answer.refused(401, "open the monitor with its token: /?token=...");
    }
    List<String> path = path(request);
    return switch (request.getRequestMethod()) {
      case "GET" -> path.get(0).equals("crawls") ? crawls(request, path) : file(path);
      case "POST" -> change(request, path);
      default -> Answer.refused(405, "GET and POST alone");
    };
  }

  /** A name may have a slash in it, which is not one of the path's. */
  private static List<String> path(HttpExchange request) {
    return Stream.of(request.getRequestURI().getRawPath().substring(1).split("/", -1))
        .map(part -> URLDecoder.decode(part, UTF_8))
        .toList();
  }

  private Answer file(List<String> path) {
    return switch (String.join("/", path)) {
      case "" -> Answer.ok(HTML, page());
      case "crawl.js" -> Answer.ok("text/javascript; charset=utf-8", CrawlPage.script());
      case "crawl.css" -> Answer.ok("text/css; charset=utf-8", CrawlPage.style());
      default -> Answer.refused(404, "there is nothing here");
    };
  }

  private String page() {
    return """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="secret" content="{secret}">
        <title>Crawl monitor</title>
        <link rel="icon" href="data:,">
        <link rel="stylesheet" href="/crawl.css">
        <script src="/crawl.js" defer></script>
        </head>
        """
            .replace("{secret}", access.secret())
        + CrawlPage.body()
        + "</body>\n</html>\n";
  }

  private Answer crawls(HttpExchange request, List<String> path) {
    if (path.size() == 1) {
      return Answer.json(states());
    }
    Watched crawl = find(path.get(1));
    if (crawl == null) {
      return Answer.refused(404, "there is no such crawl");
    }
    return switch (path.size() == 2 ? "" : path.get(2)) {
      case "" -> look(crawl, page -> Answer.json(json(crawl, page)));
      case "details" -> look(crawl, page -> Answer.ok(HTML, page.details()));
      case "results" -> found(crawl.results(query(request)));
      case "pages" -> found(crawl.page(number(path)));
      default -> Answer.refused(404, "there is nothing here");
    };
  }

  private static Answer found(Optional<Map<String, Object>> content) {
    return content
        .map(Answer::json)
        .orElseGet(() -> Answer.refused(404, "the crawl does not keep this"));
  }

  private static Map<String, Object> json(Watched crawl, CrawlPage page) {
    Map<String, Object> json = page.json();
    json.put("steered", crawl.handle().isPresent());
    if (crawl.directory().isEmpty()) {
      json.put("results", page.results());
    }
    return json;
  }

  private static long number(List<String> path) {
    return number(path.size() == 4 ? path.get(3) : "");
  }

  private static long number(String text) {
    Long number = Longs.tryParse(text);
    if (number == null) {
      throw new IllegalArgumentException("a page has the number of its visit, not '" + text + "'");
    }
    return number;
  }

  private static StoredResults.Query query(HttpExchange request) {
    Map<String, String> values = parameters(request);
    String order = values.getOrDefault("order", "relevance");
    Order known =
        Stream.of(Order.values())
            .filter(each -> Ascii.toLowerCase(each.name()).equals(order))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("order must be one of " + orders()));
    String show = values.getOrDefault("show", "relevant");
    if (!show.equals("relevant") && !show.equals("unsure")) {
      throw new IllegalArgumentException("show must be relevant or unsure, not '" + show + "'");
    }
    return new StoredResults.Query(
        values.getOrDefault("text", ""),
        values.getOrDefault("host", ""),
        show.equals("unsure"),
        known,
        whole(values, "from", 0),
        whole(values, "count", PAGE_SIZE));
  }

  private static String orders() {
    return Stream.of(Order.values())
        .map(each -> Ascii.toLowerCase(each.name()))
        .collect(joining(", "));
  }

  private static int whole(Map<String, String> values, String name, int otherwise) {
    String text = values.getOrDefault(name, Integer.toString(otherwise));
    Integer number = Ints.tryParse(text);
    if (number == null || number < 0) {
      throw new IllegalArgumentException(name + " must be 0 or more, not '" + text + "'");
    }
    return number;
  }

  private static Map<String, String> parameters(HttpExchange request) {
    Map<String, String> values = new LinkedHashMap<>();
    String query = request.getRequestURI().getRawQuery();
    for (String each : Splitter.on('&').omitEmptyStrings().split(query == null ? "" : query)) {
      List<String> parts = Splitter.on('=').limit(2).splitToList(each);
      values.put(
          URLDecoder.decode(parts.get(0), UTF_8),
          parts.size() == 1 ? "" : URLDecoder.decode(parts.get(1), UTF_8));
    }
    return values;
  }

  private @Nullable Watched find(String name) {
    synchronized (crawls) {
      return crawls.get(name);
    }
  }

  private List<Map<String, String>> states() {
    Map<String, Watched> copy;
    synchronized (crawls) {
      copy = new LinkedHashMap<>(crawls);
    }
    List<Map<String, String>> states = new ArrayList<>();
    copy.forEach(
        (name, crawl) -> {
          Map<String, String> state = new LinkedHashMap<>();
          state.put("name", name);
          state.put("state", Ascii.toLowerCase(crawl.state().name()));
          states.add(state);
        });
    return states;
  }

  private record Look(long time, CompletableFuture<CrawlPage> page) {}

  private CompletableFuture<CrawlPage> look(Watched crawl) {
    long now = System.nanoTime();
    boolean stored = crawl.handle().isEmpty();
    long fresh = stored ? STORED_FRESH_NANOS : FRESH_NANOS;
    boolean changes = stored || crawl.state() != State.ENDED;
    Look look =
        looks.compute(
            crawl,
            (watched, last) ->
                last == null || now - last.time > fresh || !changes
                    ? new Look(now, watched.look())
                    : last);
    return requireNonNull(look).page;
  }

  private Answer look(Watched crawl, Function<CrawlPage, Answer> show) {
    try {
      return show.apply(look(crawl).get(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (TimeoutException e) {
      return Answer.refused(
          503, "the crawl is ending, or a listener, page sink or scorer takes long");
    } catch (ExecutionException e) {
      return Answer.refused(500, "the crawl cannot be looked at: " + e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Answer.refused(503, "the monitor is being closed");
    }
  }

  private Answer change(HttpExchange request, List<String> path) throws IOException {
    if (!access.mayChange(request)) {
      return Answer.refused(403, "only the monitor's own page may change a crawl");
    }
    Watched watched = path.size() == 3 ? find(path.get(1)) : null;
    if (watched == null) {
      return Answer.refused(404, "there is no such crawl");
    }
    Optional<CrawlHandle> crawl = watched.handle();
    if (crawl.isEmpty()) {
      return Answer.refused(409, "the crawl is not one of this process");
    }
    byte[] body = request.getRequestBody().readNBytes(MOST_ARGUMENT + 1);
    if (body.length > MOST_ARGUMENT) {
      return Answer.refused(413, "an argument must have at most " + MOST_ARGUMENT + " bytes");
    }
    return change(crawl.get(), path.get(2), new String(body, UTF_8).strip());
  }

  private static Answer change(CrawlHandle crawl, String command, String argument) {
    return switch (command) {
      case "pause" -> Answer.changed(crawl.pause());
      case "resume" -> Answer.changed(crawl.resume());
      case "seed" -> Answer.changed(crawl.addSeeds(List.of(argument)));
      case "exclude" -> Answer.changed(crawl.exclude(argument));
      case "relevant" -> Answer.changed(crawl.answer(number(argument), true));
      case "irrelevant" -> Answer.changed(crawl.answer(number(argument), false));
      case "withdraw" -> Answer.changed(crawl.withdrawAnswer(number(argument)));
      case "stop" -> {
        crawl.stop();
        yield Answer.changed(true);
      }
      default -> Answer.refused(404, "there is no such command");
    };
  }
}
