package io.dowser.crawler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the bundled web on loopback, each page to those who ask for it under its own host. */
final class ManualServer implements AutoCloseable {

  private static final int THREADS = 4;

  private final BundledWeb web;
  private final HttpServer server;
  private final ExecutorService threads;

  private ManualServer(BundledWeb web, HttpServer server) {
    this.web = web;
    this.server = server;
    this.threads = Executors.newFixedThreadPool(THREADS);
  }

  /**
   * Starts a server on a free port. The JDK's server sends head and body of a response one after
   * the other. Without a system property that must be set before the first start, the body waits
   * until the head is acknowledged, which takes 40 ms.
   */
  static ManualServer start(BundledWeb web) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var started = new ManualServer(web, HttpServer.create(address, 0));
    started.server.setExecutor(started.threads);
    started.server.createContext("/", started::respond);
    started.server.start();
    return started;
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      var page = web.page(host(exchange), exchange.getRequestURI().getRawPath());
      byte[] body = page.orElseGet(() -> "No such page here.\n".getBytes(UTF_8));
      String type = page.isPresent() ? "text/html" : "text/plain";
      exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
      exchange.sendResponseHeaders(page.isPresent() ? 200 : 404, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String host(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (host == null) {
      return "";
    }
    int colon = host.indexOf(':');
    return colon < 0 ? host : host.substring(0, colon);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
