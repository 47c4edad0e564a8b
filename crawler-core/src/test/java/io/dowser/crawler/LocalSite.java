package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A site on loopback whose pages {@code /0} to {@code /59} link to the next two. Every other page
 * is about tides.
 */
public final class LocalSite implements AutoCloseable {

  public static final int PAGES = 60;

  private static final String TIDES =
      "The tide rises twice a day. After the flood comes the ebb, and the spring tide is the"
          + " highest one.";
  private static final String TRAINS = "A train leaves the station each hour, and the bus waits.";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();

  public LocalSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", LocalSite::respond);
    server.start();
  }

  public String url(int page) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + page;
  }

  private static void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      boolean isPage = path.matches("/[0-9]{1,2}");
      byte[] body =
          isPage ? page(Integer.parseInt(path.substring(1))).getBytes(UTF_8) : new byte[0];
      exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
      exchange.sendResponseHeaders(isPage ? 200 : 404, isPage ? body.length : -1);
      exchange.getResponseBody().write(body);
    }
  }

  private static String page(int number) {
    var page = new StringBuilder("<title>Page " + number + "</title><p>Number " + number + ". ");
    page.append(number % 2 == 0 ? TIDES : TRAINS).append("</p>");
    for (int next = number + 1; next < Math.min(PAGES, number + 3); next++) {
      page.append("<a href=/").append(next).append(">page ").append(next).append("</a> ");
    }
    return page.toString();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
