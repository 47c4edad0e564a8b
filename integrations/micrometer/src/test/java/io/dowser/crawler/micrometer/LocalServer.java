package io.dowser.crawler.micrometer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** An HTTP server on loopback: a small web, and the metrics as Prometheus reads them. */
final class LocalServer implements AutoCloseable {

  static final int PAGES = 8;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger flaky = new AtomicInteger();
  private final HttpServer server;

  LocalServer(Supplier<String> metrics) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.createContext("/metrics", exchange -> send(exchange, 200, "text/plain", metrics.get()));
    server.setExecutor(threads);
    server.start();
  }

  String uri(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  String scrape() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(uri("/metrics"))).build();
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/robots.txt")) {
      send(exchange, 200, "text/plain", "User-agent: *\nDisallow: /private\n");
    } else if (path.equals("/old")) {
      exchange.getResponseHeaders().add("Location", "/new");
      send(exchange, 301, "text/html", "");
    } else if (path.equals("/missing")) {
      send(exchange, 404, "text/html", "");
    } else if (path.equals("/flaky") && flaky.getAndIncrement() == 0) {
      send(exchange, 503, "text/html", "");
    } else {
      send(exchange, 200, "text/html", path.equals("/") ? seed() : page(path));
    }
  }

  private static String page(String path) {
    return "<title>" + path + "</title><p>a page about the " + (path.equals("/1") ? "tide" : "sea");
  }

  private static String seed() {
    var html = new StringBuilder("<title>tide</title><p>the tide");
    for (String path : List.of("/old", "/missing", "/flaky", "/private")) {
      html.append("<a href='").append(path).append("'>x</a> ");
    }
    for (int i = 1; i <= PAGES; i++) {
      html.append("<a href='/").append(i).append("'>page</a> ");
    }
    return html.toString();
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", type);
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
