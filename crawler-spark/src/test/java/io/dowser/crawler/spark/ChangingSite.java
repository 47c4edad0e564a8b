package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two hosts on loopback whose pages change between crawls; it notes its requests for pages. */
final class ChangingSite implements AutoCloseable {

  private final HttpServer server;
  private final Map<String, Response> pages = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** A response; 304 to a request with its tag, unless that is empty. */
  private record Response(int status, String tag, String location, String body) {}

  ChangingSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  String url(int host, String path) {
    return "http://127.0.0." + host + ":" + server.getAddress().getPort() + path;
  }

  /** Serves a page on both hosts. */
  ChangingSite page(String path, String tag, String text, String... links) {
    var html = new StringBuilder("<title>page</title><article>" + text + "</article>");
    for (String link : links) {
      html.append("<a href='").append(link).append("'>laser</a> ");
    }
    return response(path, new Response(200, tag, "", html.toString()));
  }

  ChangingSite status(String path, int status) {
    return response(path, new Response(status, "", "", ""));
  }

  ChangingSite redirect(String path, String location) {
    return response(path, new Response(301, "", location, ""));
  }

  private ChangingSite response(String path, Response response) {
    pages.put(path, response);
    return this;
  }

  /** Returns the requests for pages since the last call, each with the status of its response. */
  List<String> takeRequests() {
    List<String> taken = requests.stream().sorted().toList();
    requests.clear();
    return taken;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    Response response = pages.getOrDefault(path, new Response(404, "", "", ""));
    String tag = exchange.getRequestHeaders().getFirst("If-None-Match");
    int status = !response.tag().isEmpty() && response.tag().equals(tag) ? 304 : response.status();
    exchange.getResponseHeaders().set("Content-Type", "text/html");
    if (!response.tag().isEmpty()) {
      exchange.getResponseHeaders().set("ETag", response.tag());
    }
    if (!response.location().isEmpty()) {
      exchange.getResponseHeaders().set("Location", response.location());
    }
    if (!path.equals("/robots.txt")) {
      String host = exchange.getLocalAddress().getAddress().getHostAddress();
      requests.add(host + path + " " + status);
    }
    byte[] body = response.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(status, status == 304 || body.length == 0 ? -1 : body.length);
    if (status != 304) {
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
