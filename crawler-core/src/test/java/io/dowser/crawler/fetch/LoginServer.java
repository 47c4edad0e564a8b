package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A site for members: its login form has a hidden token, and a session ends after some pages. All
 * pages link to {@code /1} to {@code /5}; those below {@code /forbidden} are never shown.
 */
public final class LoginServer implements AutoCloseable {

  public static final String USER = "crawler";
  public static final String PASSWORD = "hunter2<&>";

  /** One request. */
  public record Asked(String line, String cookie, long nanos) {}

  /** What was requested, in order. */
  public final List<Asked> asked = new CopyOnWriteArrayList<>();

  /** Where the form is sent to. */
  public volatile String action = "/login";

  /** Where a login that works redirects to. */
  public volatile String welcome = "/welcome?ticket=secret-ticket";

  /** How many pages a session lasts. */
  public volatile int pagesPerSession = Integer.MAX_VALUE;

  /** How a page without a session is answered; 302 is the login page. */
  public volatile int loggedOutStatus = 302;

  /** How the login page is answered. */
  public volatile int loginStatus = 200;

  /** How many requests for the login page are answered by 503 first. */
  public final AtomicInteger loginFailures = new AtomicInteger();

  /** Has a permit for each request. */
  public final Semaphore requests = new Semaphore(0);

  private final Map<String, Integer> sessions = new HashMap<>();
  private final AtomicInteger number = new AtomicInteger();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  public LoginServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  public String url(String path) {
    return "http://127.0.0.1:" + port() + path;
  }

  public CrawlUrl page(String path) {
    return CrawlUrl.of(url(path));
  }

  /** Starts a login that works. */
  public FormLogin.Builder login() {
    return FormLogin.builder(url("/login")).field("user", USER).field("password", PASSWORD);
  }

  public List<String> lines() {
    return asked.stream().map(Asked::line).toList();
  }

  /** Forgets all sessions. */
  public synchronized void endSessions() {
    sessions.clear();
  }

  private synchronized void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String cookie = String.valueOf(exchange.getRequestHeaders().getFirst("Cookie"));
    asked.add(new Asked(exchange.getRequestMethod() + " " + path, cookie, System.nanoTime()));
    requests.release();
    switch (path) {
      case "/robots.txt" -> send(exchange, 200, "User-agent: *\nDisallow: /login\n");
      case "/login" -> login(exchange);
      default -> page(exchange, cookie);
    }
  }

  private void login(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    if (exchange.getRequestMethod().equals("GET")) {
      boolean problem = loginFailures.getAndDecrement() > 0;
      send(exchange, problem ? 503 : loginStatus, form(""));
      return;
    }
    Map<String, String> fields = fields(body);
    boolean valid =
        USER.equals(fields.get("user"))
            && PASSWORD.equals(fields.get("password"))
            && ("t" + number.get()).equals(fields.get("token"));
    if (!valid) {
      send(exchange, 200, form("Sorry, " + fields));
      return;
    }
    String session = "secret-session-" + number.incrementAndGet();
    sessions.put(session, pagesPerSession);
    exchange.getResponseHeaders().add("Set-Cookie", "session=" + session + "; Path=/; HttpOnly");
    redirect(exchange, 303, welcome);
  }

  private String form(String note) {
    return "<form action=/search><input name=q></form><p>"
        + note
        + "<form method=post action='"
        + action
        + "'><input type=hidden name=token value=t"
        + number.incrementAndGet()
        + "><input name=user><input type=password name=password></form>";
  }

  private static Map<String, String> fields(String body) {
    Map<String, String> fields = new HashMap<>();
    for (String each : body.split("&", -1)) {
      String[] pair = each.split("=", 2);
      fields.put(URLDecoder.decode(pair[0], UTF_8), URLDecoder.decode(pair[1], UTF_8));
    }
    return fields;
  }

  private void page(HttpExchange exchange, String cookie) throws IOException {
    String session = cookie.replaceAll(".*session=([^;]*).*", "$1");
    int left = sessions.getOrDefault(session, 0);
    if (exchange.getRequestURI().getPath().startsWith("/welcome")) {
      send(exchange, 200, left > 0 ? "Sign out" : "Who are you?");
    } else if (left > 0 && !exchange.getRequestURI().getPath().startsWith("/forbidden")) {
      sessions.put(session, left - 1);
      exchange.getResponseHeaders().add("Set-Cookie", "seen=secret-value; Path=/");
      send(exchange, 200, links() + "laser Sign out");
    } else if (loggedOutStatus == 302) {
      redirect(exchange, 302, "/login?next=" + exchange.getRequestURI().getPath());
    } else {
      send(exchange, loggedOutStatus, "Please sign in");
    }
  }

  private static String links() {
    List<String> links = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      links.add("<a href=/" + i + ">laser " + i + "</a>");
    }
    return String.join(" ", links);
  }

  private static void redirect(HttpExchange exchange, int status, String to) throws IOException {
    exchange.getResponseHeaders().add("Location", to);
    send(exchange, status, "");
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "text/html; charset=utf-8");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
