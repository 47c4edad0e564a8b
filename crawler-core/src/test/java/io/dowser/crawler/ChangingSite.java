package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web site on loopback whose pages change between crawls; it writes down its requests. */
final class ChangingSite implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Answers> pages = new ConcurrentHashMap<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /** A request and the status of its answer. */
  record Request(
      String path, Optional<String> ifNoneMatch, Optional<String> ifModifiedSince, int status) {}

  /** What a path answers. */
  interface Answers {
    Answer to(Headers request);
  }

  /** An answer; the headers in pairs. */
  record Answer(int status, String body, List<String> headers, boolean isCutShort) {

    Answer(int status, String body, List<String> headers) {
      this(status, body, headers, false);
    }

    /** Returns an answer whose connection is closed before all that it promised has come. */
    Answer cutShort() {
      return new Answer(status, body, headers, true);
    }

    Answer with(String name, String value) {
      var more = new ArrayList<>(headers);
      more.add(name);
      more.add(value);
      return new Answer(status, body, more, isCutShort);
    }
  }

  ChangingSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String path) {
    return "http://localhost:" + server.getAddress().getPort() + path;
  }

  static Answer page(String text, String... links) {
    var html = new StringBuilder("<html><title>page</title><body>").append(text);
    for (String link : links) {
      html.append(" <a href='").append(link).append("'>tides ").append(link).append("</a>");
    }
    return new Answer(200, html.append("</body></html>").toString(), List.of());
  }

  static Answer status(int status) {
    return new Answer(status, "", List.of());
  }

  /** Serves a page without validators. */
  ChangingSite on(String path, String text, String... links) {
    return on(path, request -> page(text, links));
  }

  ChangingSite on(String path, Answers answers) {
    pages.put(path, answers);
    return this;
  }

  /** Serves a page with an entity tag, and 304 to a request that has it. */
  ChangingSite tagged(String path, String tag, String text, String... links) {
    return on(
        path,
        request ->
            tag.equals(request.getFirst("If-None-Match"))
                ? status(304).with("ETag", tag)
                : page(text, links).with("ETag", tag));
  }

  List<Request> requests(String path) {
    return requests.stream().filter(request -> request.path().equals(path)).toList();
  }

  String firstRequest() {
    return requests.get(0).path();
  }

  List<String> requestedPages() {
    return requests.stream()
        .map(Request::path)
        .filter(path -> !path.equals("/robots.txt") && !path.endsWith(".xml"))
        .toList();
  }

  void forgetRequests() {
    requests.clear();
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Headers asked = exchange.getRequestHeaders();
    Answer answer = pages.getOrDefault(path, request -> status(404)).to(asked);
    requests.add(
        new Request(
            path,
            Optional.ofNullable(asked.getFirst("If-None-Match")),
            Optional.ofNullable(asked.getFirst("If-Modified-Since")),
            answer.status()));
    byte[] body = answer.body().getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    for (int i = 0; i < answer.headers().size(); i += 2) {
      exchange.getResponseHeaders().set(answer.headers().get(i), answer.headers().get(i + 1));
    }
    int missing = answer.isCutShort() ? 1_000 : 0;
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length + missing);
    exchange.getResponseBody().write(body);
    exchange.getResponseBody().flush();
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
