package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A web of several hosts on loopback addresses that notes when each host was asked for what. Page n
 * links to 8n+1 up to 8n+8, so all can be reached from page 0, and to an earlier one; neighbours
 * are on different hosts.
 */
final class RecordedSite implements AutoCloseable {

  private static final int CHILDREN = 8;
  private static final long MOST_SECONDS = 1_800;

  private final int pages;
  private final int hosts;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final Map<String, List<Long>> times = new TreeMap<>();
  private int served;

  RecordedSite(int pages, int hosts) throws IOException {
    this.pages = pages;
    this.hosts = hosts;
    server = HttpServer.create(new InetSocketAddress("0.0.0.0", 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String url(int page) {
    return "http://127.0.0."
        + (2 + page % hosts)
        + ":"
        + server.getAddress().getPort()
        + "/"
        + page;
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    boolean robots = path.equals("/robots.txt");
    note(exchange.getLocalAddress().getAddress().getHostAddress(), robots);
    byte[] body =
        (robots ? "User-agent: *\n" : page(Integer.parseInt(path.substring(1)))).getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", robots ? "text/plain" : "text/html");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String page(int page) {
    var text = new StringBuilder("<title>A laser</title>All about a laser, part " + page + ".");
    link(page / 3, text);
    for (int child = 1; child <= CHILDREN; child++) {
      link(CHILDREN * page + child, text);
    }
    return text.toString();
  }

  private void link(int target, StringBuilder text) {
    if (target < pages) {
      text.append("<p><a href='").append(url(target)).append("'>laser</a>");
    }
  }

  private synchronized void note(String host, boolean robots) {
    times.computeIfAbsent(host, key -> new ArrayList<>()).add(System.nanoTime());
    served += robots ? 0 : 1;
    notifyAll();
  }

  /** Waits until this many pages were asked for, counting each time a page is. */
  synchronized void awaitServed(int many) throws InterruptedException {
    awaitServed(many, null);
  }

  /** Waits until this many pages were asked for, or the process has ended. */
  synchronized void awaitServed(int many, @Nullable JvmProcess process)
      throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (served < many && (process == null || process.isAlive())) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("only " + served + " pages were asked for, not " + many);
      }
      wait(Math.min(left, 1_000));
    }
  }

  synchronized int served() {
    return served;
  }

  /** When each host was asked for something, by {@link System#nanoTime}. */
  synchronized Map<String, List<Long>> times() {
    Map<String, List<Long>> copy = new TreeMap<>();
    times.forEach((host, list) -> copy.put(host, List.copyOf(list)));
    return copy;
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
