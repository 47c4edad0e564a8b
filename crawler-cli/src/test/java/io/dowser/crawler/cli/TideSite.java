package io.dowser.crawler.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A site on loopback whose pages {@code /0} to {@code /29} link to the next two. Those with an even
 * number are about tides. One page is held back until it is released.
 */
final class TideSite implements AutoCloseable {

  static final int PAGES = 30;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final Map<String, String> pages = new ConcurrentHashMap<>();
  private final CountDownLatch released = new CountDownLatch(1);
  private final Map<String, String> redirects = new ConcurrentHashMap<>();
  private final AtomicInteger cookies = new AtomicInteger();
  private volatile String held = "";
  private volatile String directives = "";

  TideSite() throws IOException {
    for (int i = 0; i < PAGES; i++) {
      pages.put("/" + i, page(i, i % 2 == 0 ? "tide, ebb and flood" : "trains and buses"));
    }
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  private static String page(int number, String text) {
    var page = new StringBuilder("<html><meta charset=utf-8><title>=1+1, \"潮汐\" ");
    page.append(number).append("</title><p>").append(text).append("</p>");
    for (int next = number + 1; next < Math.min(PAGES, number + 3); next++) {
      page.append("<a href=/").append(next).append(">page ").append(next).append("</a> ");
    }
    return page.toString();
  }

  /** Changes the text of a page, which keeps its links; removes it if there is no text. */
  void change(int page, String text) {
    if (text.isEmpty()) {
      pages.remove("/" + page);
    } else {
      pages.put("/" + page, page(page, text));
    }
  }

  /** Replaces a page by the same body as another page has. */
  void copy(int page, int original) {
    pages.put("/" + page, pages.get("/" + original));
  }

  /** Redirects a page. */
  void redirect(int page, String location) {
    redirects.put("/" + page, location);
  }

  /** Sends directives for robots with all pages, such as {@code nofollow}. */
  void direct(String words) {
    directives = words;
  }

  /** Returns how many requests had the cookie that all answers set. */
  int requestsWithCookie() {
    return cookies.get();
  }

  void forbid(String path) {
    pages.put("/robots.txt", "User-agent: *\nDisallow: " + path + "\n");
  }

  /** Holds back a page until {@link #release}. */
  void hold(int page) {
    held = "/" + page;
  }

  void release() {
    held = "";
    released.countDown();
  }

  String url(int page) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + page;
  }

  int requests(int page) {
    return requests.getOrDefault("/" + page, 0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    requests.merge(path, 1, Integer::sum);
    try (exchange) {
      if (path.equals(held)) {
        released.await();
      }
      if ("tide=high".equals(exchange.getRequestHeaders().getFirst("Cookie"))) {
        cookies.incrementAndGet();
      }
      exchange.getResponseHeaders().add("Set-Cookie", "tide=high");
      exchange.getResponseHeaders().add("X-Robots-Tag", directives);
      String location = redirects.get(path);
      if (location != null) {
        exchange.getResponseHeaders().add("Location", location);
        exchange.sendResponseHeaders(302, -1);
        return;
      }
      String page = pages.get(path);
      byte[] body = (page == null ? "" : page).getBytes(StandardCharsets.UTF_8);
      String type = path.endsWith(".txt") ? "text/plain" : "text/html";
      exchange.getResponseHeaders().add("Content-Type", type);
      exchange.sendResponseHeaders(page == null ? 404 : 200, body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    release();
    server.stop(0);
    threads.shutdownNow();
  }
}
