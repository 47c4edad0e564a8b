package io.dowser.crawler.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.report.Json;
import io.dowser.crawler.internal.server.BoundedExchanges;
import io.dowser.crawler.store.StoreException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Checks the requests to a monitor and sends the responses of its operations. Thread-safe. */
final class MonitorHandler implements HttpHandler {

  private static final int MOST_BODY = 200_000;

  private static final String TEXT = "text/plain; charset=utf-8";

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:;"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private final MonitorApi api;
  private final MonitorAccess access;
  private final BoundedExchanges exchanges;

  MonitorHandler(MonitorApi api, MonitorAccess access, BoundedExchanges exchanges) {
    this.api = api;
    this.access = access;
    this.exchanges = exchanges;
  }

  /**
   * A request to an operation.
   *
   * @param path the parts of the path, decoded; a name may have a slash in it
   * @param body empty for GET
   * @param progress restarts the span of time of the request
   */
  record Call(List<String> path, Map<String, String> query, String body, Runnable progress) {

    /** Returns the name of the crawl. */
    String crawl() {
      return path.get(1);
    }
  }

  /** An operation of the API. */
  @FunctionalInterface
  interface Operation {

    Response respond(Call call) throws IOException;
  }

  /** A stream of events. */
  @FunctionalInterface
  interface Events {

    /** Returns the next event, or an empty text if nothing is new; empty after the last one. */
    Optional<String> next() throws InterruptedException;
  }

  /** A long body of a response, which is closed after its last part. */
  private interface Body extends Closeable {

    /** Writes the next part; returns false after the last one. */
    boolean write(OutputStream out) throws IOException;

    @Override
    default void close() throws IOException {}
  }

  /** A temporary file. */
  private record FileBody(Path file, InputStream content) implements Body {

    private static final int PART = 1 << 16;

    @Override
    public boolean write(OutputStream out) throws IOException {
      byte[] part = content.readNBytes(PART);
      out.write(part);
      return part.length == PART;
    }

    @Override
    public void close() throws IOException {
      content.close();
      Files.delete(file);
    }
  }

  /**
   * A response.
   *
   * @param body the body in place of the content, if it is long
   */
  record Response(int status, String type, String content, Optional<Body> body) {

    static Response ok(String type, String content) {
      return new Response(200, type, content, Optional.empty());
    }

    static Response json(Object value) {
      return ok("application/json", Json.of(value));
    }

    static Response created(Object value) {
      return new Response(201, "application/json", Json.of(value), Optional.empty());
    }

    static Response none() {
      return new Response(204, TEXT, "", Optional.empty());
    }

    static Response stream(Events events) {
      return new Response(200, "text/event-stream", "", Optional.of(out -> writeNext(events, out)));
    }

    /** Returns a temporary file, which is deleted afterwards. */
    static Response file(String type, Path file) throws IOException {
      return new Response(
          200, type, "", Optional.of(new FileBody(file, Files.newInputStream(file))));
    }

    static Response refused(int status, String why) {
      return new Response(status, TEXT, why + "\n", Optional.empty());
    }
  }

  /** Refuses a request with a status and a reason. */
  static final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;

    Refusal(int status, String why) {
      super(why, null, false, false);
      this.status = status;
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
      Response response = responseOrRefusal(request);
      if (response.body.isPresent()) {
        try (Body body = response.body.get()) {
          stream(request, response.type, body);
        }
      } else {
        send(request, response);
      }
    }
  }

  private static void send(HttpExchange request, Response response) throws IOException {
    // unread bytes of a request would reset the connection before the client has the response
    request.getRequestBody().transferTo(OutputStream.nullOutputStream());
    byte[] content = response.content.getBytes(UTF_8);
    request.getResponseHeaders().set("Content-Type", response.type);
    request.sendResponseHeaders(response.status, content.length == 0 ? -1 : content.length);
    request.getResponseBody().write(content);
  }

  private void stream(HttpExchange request, String type, Body body) throws IOException {
    boolean[] begun = {false};
    boolean done =
        exchanges.stream(
            () -> {
              if (!begun[0]) {
                begun[0] = true;
                request.getResponseHeaders().set("Content-Type", type);
                request.sendResponseHeaders(200, 0);
              }
              return body.write(request.getResponseBody());
            });
    if (!done) {
      send(request, Response.refused(503, "too many clients read events or files"));
    }
  }

  private static boolean writeNext(Events events, OutputStream out) throws IOException {
    try {
      Optional<String> event = events.next();
      // a comment shows whether the client is there
      out.write(event.filter(text -> !text.isEmpty()).orElse(":\n\n").getBytes(UTF_8));
      out.flush();
      return event.isPresent();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private Response responseOrRefusal(HttpExchange request) throws IOException {
    try {
      return respond(request);
    } catch (Refusal e) {
      return Response.refused(e.status, String.valueOf(e.getMessage()));
    } catch (IllegalStateException e) {
      return Response.refused(409, String.valueOf(e.getMessage()));
    } catch (StoreException e) { // such as of a crawl that has written nothing yet
      return Response.refused(503, String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException | CrawlException e) {
      return Response.refused(400, String.valueOf(e.getMessage()));
    } catch (UncheckedIOException e) {
      return Response.refused(500, "a file cannot be read or written: " + e.getCause());
    }
  }

  private Response respond(HttpExchange request) throws IOException {
    if (!access.isForUs(request)) {
      return Response.refused(403, "open the monitor by its own address");
    }
    if (access.introduces(request)) {
      request.getResponseHeaders().set("Location", "/"); // without the token in the address
      return new Response(303, TEXT, "", Optional.empty());
    }
    if (!access.isKnown(request)) {
      return Response.refused(
          401, "open the monitor with its token: /?token=..., or send Authorization: Bearer ...");
    }
    String method = request.getRequestMethod();
    if (!method.equals("GET") && !method.equals("POST")) {
      return Response.refused(405, "GET and POST alone");
    }
    if (method.equals("POST") && !access.mayChange(request)) {
      return Response.refused(
          403, "only the monitor's own page, or a program with the token, may change a crawl");
    }
    List<String> path =
        Stream.of(request.getRequestURI().getRawPath().substring(1).split("/", -1))
            .map(part -> URLDecoder.decode(part, UTF_8))
            .toList();
    Operation operation = api.operations().get(method + " " + template(path));
    if (operation == null) {
      return Response.refused(404, "there is nothing here");
    }
    return operation.respond(
        new Call(
            path,
            parameters(request),
            method.equals("GET") ? "" : body(request),
            exchanges::prolong));
  }

  /** Returns the path as operations are named. */
  private static String template(List<String> path) {
    if (path.size() < 2 || !path.get(0).equals("crawls")) {
      return "/" + String.join("/", path);
    }
    if (path.size() > 2 && path.get(2).contains("/")) {
      return ""; // of no operation
    }
    return "/crawls/{name}"
        + (path.size() > 2 ? "/" + path.get(2) : "")
        + (path.size() > 3 ? "/{number}".repeat(path.size() - 3) : "");
  }

  private static String body(HttpExchange request) throws IOException {
    byte[] body = request.getRequestBody().readNBytes(MOST_BODY + 1);
    if (body.length > MOST_BODY) {
      throw new Refusal(413, "a body must have at most " + MOST_BODY + " bytes");
    }
    return new String(body, UTF_8).strip();
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
}
