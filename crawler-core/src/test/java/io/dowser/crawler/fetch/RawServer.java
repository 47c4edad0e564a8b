package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that says exactly the bytes of a test, one request on each connection. */
final class RawServer implements AutoCloseable {

  /** What is done with a connection on which a request has come. */
  interface Reply {
    void to(Socket connection, OutputStream out) throws IOException;
  }

  private final ServerSocket socket;
  private final Reply reply;
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  RawServer(Reply reply) throws IOException {
    this.reply = reply;
    socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    var acceptor = new Thread(this::accept, "raw-server");
    acceptor.setDaemon(true);
    acceptor.start();
  }

  static RawServer saying(String bytes) throws IOException {
    return new RawServer((connection, out) -> out.write(bytes.getBytes(UTF_8)));
  }

  /** Says something and then nothing more, with the connection open. */
  static RawServer thatStopsAfter(String bytes) throws IOException {
    CountDownLatch[] end = new CountDownLatch[1];
    var server =
        new RawServer(
            (connection, out) -> {
              out.write(bytes.getBytes(UTF_8));
              out.flush();
              awaitQuietly(end[0]);
            });
    end[0] = server.closed;
    return server;
  }

  FetchRequest request() {
    return FetchRequest.of(CrawlUrl.of("http://127.0.0.1:" + socket.getLocalPort() + "/"));
  }

  int requests() {
    return requests.get();
  }

  void awaitRequest() throws InterruptedException {
    asked.await();
  }

  private void accept() {
    while (!socket.isClosed()) {
      try {
        Socket connection = socket.accept();
        var server = new Thread(() -> serve(connection), "raw-server-connection");
        server.setDaemon(true);
        server.start();
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      var in = new BufferedReader(new InputStreamReader(connection.getInputStream(), ISO_8859_1));
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        line = in.readLine();
      }
      if (line != null) {
        requests.incrementAndGet();
        asked.countDown();
        reply.to(connection, connection.getOutputStream());
      }
    } catch (IOException e) {
      // The client has gone, which is what some tests are about.
    }
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    socket.close();
  }
}
