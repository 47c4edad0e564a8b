package io.dowser.crawler.testkit;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.dowser.crawler.api.CrawlUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A web server on loopback that counts its requests by path. */
final class TestServer implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(TestServer::daemon);
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();
  private final CountDownLatch hangingBegan = new CountDownLatch(1);
  private final CountDownLatch closing = new CountDownLatch(1);

  TestServer() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("no server on loopback", e);
    }
    server.setExecutor(threads);
    server.start();
  }

  private static Thread daemon(Runnable task) {
    var thread = new Thread(task, "testkit-server");
    thread.setDaemon(true);
    return thread;
  }

  CrawlUrl url(String path) {
    InetSocketAddress address = server.getAddress();
    return CrawlUrl.of("http://127.0.0.1:" + address.getPort() + path);
  }

  /** Serves a path. */
  CrawlUrl on(String path, HttpHandler handler) {
    server.createContext(
        path,
        exchange -> {
          requests.computeIfAbsent(path, unused -> new AtomicInteger()).incrementAndGet();
          try (exchange) {
            handler.handle(exchange);
          }
        });
    return url(path);
  }

  /** Serves a path with a status, headers in pairs, and a body. */
  CrawlUrl serve(String path, int status, byte[] body, String... headers) {
    return on(
        path,
        exchange -> {
          for (int i = 0; i < headers.length; i += 2) {
            exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
          }
          exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
        });
  }

  /** Serves a path that never gets a response. */
  CrawlUrl hang(String path) {
    return on(
        path,
        exchange -> {
          hangingBegan.countDown();
          try {
            closing.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
  }

  /** Blocks until a path that hangs is requested. */
  boolean awaitHangingRequest() throws InterruptedException {
    return hangingBegan.await(30, TimeUnit.SECONDS);
  }

  int requests(String path) {
    AtomicInteger count = requests.get(path);
    return count == null ? 0 : count.get();
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
