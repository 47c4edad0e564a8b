package io.dowser.examples.tutorial;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A site on loopback with pages in three languages, a PDF, a page of JavaScript and a login. */
final class LocalSite implements AutoCloseable {

  private static final String LATIN = "text/html; charset=utf-8";

  private record Content(String type, byte[] bytes) {}

  private final HttpServer server;
  private final Map<String, Content> pages = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  LocalSite() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::respond);
    server.start();
  }

  /** Returns the front page. */
  String start() {
    return url("/");
  }

  String url(String path) {
    return "http://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  List<String> requests() {
    return requests;
  }

  LocalSite page(String path, String title, String body) {
    return put(path, LATIN, html(title, body).getBytes(UTF_8));
  }

  /** Adds a page in the charset of many Chinese sites, which the page declares. */
  LocalSite chinesePage(String path, String title, String body) {
    String page = "<meta charset=gb2312>" + html(title, body);
    return put(path, "text/html", page.getBytes(Charset.forName("GB18030")));
  }

  LocalSite put(String path, String type, byte[] bytes) {
    pages.put(path, new Content(type, bytes));
    return this;
  }

  private static String html(String title, String body) {
    return "<title>" + title + "</title><h1>" + title + "</h1>" + body;
  }

  private void respond(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      requests.add(path);
      if (path.equals("/login")) {
        login(exchange);
      } else if (path.startsWith("/members/") && !loggedIn(exchange)) {
        exchange.getResponseHeaders().set("Location", "/login");
        exchange.sendResponseHeaders(302, -1);
      } else if (pages.containsKey(path)) {
        send(exchange, 200, pages.get(path));
      } else {
        send(exchange, 404, new Content("text/plain", "not found".getBytes(UTF_8)));
      }
    }
  }

  private static boolean loggedIn(HttpExchange exchange) {
    String cookies = exchange.getRequestHeaders().getFirst("Cookie");
    return cookies != null && cookies.contains("session=ours");
  }

  private static void login(HttpExchange exchange) throws IOException {
    String body = "<form method=post><input name=user><input name=password type=password></form>";
    if (exchange.getRequestMethod().equals("POST")) {
      String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      if (form.contains("user=anna") && form.contains("password=secret")) {
        exchange.getResponseHeaders().set("Set-Cookie", "session=ours; Path=/");
        body = "<p>Welcome. <a href=/logout>Sign out</a></p>";
      }
    }
    send(exchange, 200, new Content(LATIN, html("Login", body).getBytes(UTF_8)));
  }

  private static void send(HttpExchange exchange, int status, Content content) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", content.type());
    exchange.sendResponseHeaders(status, content.bytes().length);
    exchange.getResponseBody().write(content.bytes());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
