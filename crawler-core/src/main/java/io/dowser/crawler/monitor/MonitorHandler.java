package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.google.common.base.Ascii;
import com.google.common.io.Resources;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.HtmlReport;
import io.dowser.crawler.report.CrawlSnapshot;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests to a monitor: its page with its resources, {@code /crawls} with the names
 * and states as JSON, {@code /crawls/NAME} with the content of a crawl's report, and {@code POST
 * /crawls/NAME/COMMAND} with an argument as body. Thread-safe.
 */
final class MonitorHandler implements HttpHandler {

  private static final JsonFactory JSON = new JsonFactory();
  private static final int MOST_ARGUMENT = 10_000;
  private static final int PATIENCE_SECONDS = 5;
  private static final long FRESH_NANOS = 500_000_000;
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final Map<String, CrawlHandle> crawls;
  private final MonitorAccess access;

  /** One for all who look, because the crawl makes it between two visits. */
  private final Map<CrawlHandle, Look> looks = Collections.synchronizedMap(new WeakHashMap<>());

  MonitorHandler(Map<String, CrawlHandle> crawls, MonitorAccess access) {
    this.crawls = crawls;
    this.access = access;
  }

  /** A response. One with content has status 200. */
  private record Answer(int status, String type, String content) {

    static Answer ok(String type, String content) {
      return new Answer(200, type, content);
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
      Answer answer = answer(request);
      byte[] content = answer.content.getBytes(UTF_8);
      headers.set("Content-Type", answer.type);
      request.sendResponseHeaders(answer.status, content.length == 0 ? -1 : content.length);
      request.getResponseBody().write(content);
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
      case "GET" -> path.get(0).equals("crawls") ? crawls(path) : file(path);
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

  private Answer file(List<String> path) throws IOException {
    return switch (String.join("/", path)) {
      case "" -> Answer.ok(HTML, own("monitor.html").replace("{secret}", access.secret()));
      case "monitor.js" -> Answer.ok("text/javascript; charset=utf-8", own("monitor.js"));
      case "monitor.css" -> Answer.ok("text/css; charset=utf-8", own("monitor.css"));
      case "report.js" -> Answer.ok("text/javascript; charset=utf-8", HtmlReport.script());
      case "report.css" -> Answer.ok("text/css; charset=utf-8", HtmlReport.style());
      default -> Answer.refused(404, "there is nothing here");
    };
  }

  private static String own(String name) throws IOException {
    return Resources.toString(requireNonNull(MonitorHandler.class.getResource(name), name), UTF_8);
  }

  private Answer crawls(List<String> path) throws IOException {
    if (path.size() == 1) {
      return Answer.ok("application/json", states());
    }
    CrawlHandle crawl = path.size() == 2 ? find(path.get(1)) : null;
    return crawl == null ? Answer.refused(404, "there is no such crawl") : content(crawl);
  }

  private @Nullable CrawlHandle find(String name) {
    synchronized (crawls) {
      return crawls.get(name);
    }
  }

  private String states() throws IOException {
    Map<String, CrawlHandle> copy;
    synchronized (crawls) {
      copy = new LinkedHashMap<>(crawls);
    }
    var text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartArray();
      for (Map.Entry<String, CrawlHandle> crawl : copy.entrySet()) {
        json.writeStartObject();
        json.writeStringField("name", crawl.getKey());
        String state = crawl.getValue().state().name();
        json.writeStringField("state", Ascii.toLowerCase(state));
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    return text.toString();
  }

  private record Look(long time, CompletableFuture<CrawlSnapshot> snapshot) {}

  private CompletableFuture<CrawlSnapshot> look(CrawlHandle crawl) {
    long now = System.nanoTime();
    Look look =
        looks.compute(
            crawl,
            (watched, last) ->
                last == null || now - last.time > FRESH_NANOS || !watched.isRunning()
                    ? new Look(now, watched.snapshot())
                    : last);
    return requireNonNull(look).snapshot;
  }

  private Answer content(CrawlHandle crawl) {
    try {
      var snapshot = look(crawl).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      return Answer.ok(HTML, CrawlPage.live(snapshot).toContent());
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
    CrawlHandle crawl = path.size() == 3 ? find(path.get(1)) : null;
    if (crawl == null) {
      return Answer.refused(404, "there is no such crawl");
    }
    byte[] body = request.getRequestBody().readNBytes(MOST_ARGUMENT + 1);
    if (body.length > MOST_ARGUMENT) {
      return Answer.refused(413, "an argument must have at most " + MOST_ARGUMENT + " bytes");
    }
    try {
      return change(crawl, path.get(2), new String(body, UTF_8).strip());
    } catch (IllegalArgumentException e) {
      return Answer.refused(400, String.valueOf(e.getMessage()));
    }
  }

  private static Answer change(CrawlHandle crawl, String command, String argument) {
    return switch (command) {
      case "pause" -> Answer.changed(crawl.pause());
      case "resume" -> Answer.changed(crawl.resume());
      case "seed" -> Answer.changed(crawl.addSeeds(List.of(argument)));
      case "exclude" -> Answer.changed(crawl.exclude(argument));
      case "stop" -> {
        crawl.stop();
        yield Answer.changed(true);
      }
      default -> Answer.refused(404, "there is no such command");
    };
  }
}
