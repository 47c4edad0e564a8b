package io.dowser.examples.spring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A site on loopback: page N links to pages 2N and 2N+1, and every third one is about tides. */
final class LocalWeb implements AutoCloseable {

  static final int PAGES = 200;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final HttpServer server;

  LocalWeb() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String seed() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/1";
  }

  /** The number of requests for all pages. */
  int requests() {
    return requests.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** The number of pages that were requested. */
  int pages() {
    return requests.size();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean isPage = path.matches("/\\d+");
    byte[] body = (isPage ? page(path) : "").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html");
    exchange.sendResponseHeaders(isPage ? 200 : 404, isPage ? body.length : -1);
    try (exchange) {
      exchange.getResponseBody().write(body);
    }
  }

  private String page(String path) {
    requests.merge(path, 1, Integer::sum);
    int number = Integer.parseInt(path.substring(1));
    var html = new StringBuilder("<title>page " + number + "</title><p>page " + number);
    html.append(number % 3 == 0 ? " about the tide" : " about a ship of " + number + " tons");
    for (int next = 2 * number; next <= Math.min(2 * number + 1, PAGES); next++) {
      html.append(" <a href='/").append(next).append("'>next</a>");
    }
    return html.toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
