package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A web server on this machine, under a name that has the address of this machine in tests only.
 */
final class Site implements AutoCloseable {

  static final String HOST = "www.example.org";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> userAgents = new CopyOnWriteArrayList<>();

  Site() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      requests.add(path);
      userAgents.add(exchange.getRequestHeaders().getFirst("User-Agent"));
      handlers.getOrDefault(path, each -> each.sendResponseHeaders(404, -1)).handle(exchange);
    }
  }

  Site html(String path, String html) {
    return answer(path, "text/html; charset=utf-8", html);
  }

  Site answer(String path, String type, String text, String... headers) {
    return handle(
        path,
        exchange -> {
          byte[] bytes = text.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", type);
          for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().set(headers[i], headers[i + 1]);
          }
          exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
        });
  }

  Site redirect(String path, String location) {
    return handle(
        path,
        exchange -> {
          exchange.getResponseHeaders().set("Location", location);
          exchange.sendResponseHeaders(302, -1);
        });
  }

  /** Never answers. */
  Site hang(String path) {
    return hang(path, closed);
  }

  /** Closes the connection without an answer, once it is released. */
  Site hang(String path, CountDownLatch released) {
    return handle(
        path,
        exchange -> {
          try {
            released.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  Site handle(String path, HttpHandler handler) {
    handlers.put(path, handler);
    return this;
  }

  int port() {
    return server.getAddress().getPort();
  }

  CrawlUrl url(String path) {
    return CrawlUrl.of("http://" + HOST + ":" + port() + path);
  }

  /** Returns the paths that were asked for. */
  List<String> requests() {
    return requests;
  }

  List<String> userAgents() {
    return userAgents;
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
