package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server on loopback that serves good pages at {@code good-0.test} and its siblings, and at each
 * other host what a {@link Mischief} of that name does. One connection, one answer.
 */
final class HostileServer implements AutoCloseable {

  private static final int LONGEST_REQUEST = 65_536;
  private static final int TLS_HANDSHAKE = 0x16;

  private final ServerSocket listener;
  private final GoodPages pages;
  private final ExecutorService threads;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final AtomicInteger connections = new AtomicInteger();

  private HostileServer(ServerSocket listener, GoodPages pages) {
    this.listener = listener;
    this.pages = pages;
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              var thread = new Thread(task, "hostile-server");
              thread.setDaemon(true);
              return thread;
            });
  }

  static HostileServer start(String address, GoodPages pages) throws IOException {
    var listener = new ServerSocket(0, 500, InetAddress.getByName(address));
    var server = new HostileServer(listener, pages);
    server.threads.execute(server::accept);
    return server;
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return connections.get();
  }

  CountDownLatch closing() {
    return closing;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        connections.incrementAndGet();
        threads.execute(() -> serve(socket));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      Exchange exchange = read(socket);
      if (exchange.host().startsWith("good-")) {
        pages.answer(exchange);
      } else {
        Mischief.of(exchange.host()).answer(exchange);
      }
    } catch (IOException e) {
      // the client had enough, as it should
    }
  }

  private Exchange read(Socket socket) throws IOException {
    var request = new StringBuilder();
    InputStream in = socket.getInputStream();
    while (request.indexOf("\r\n\r\n") < 0 && request.length() < LONGEST_REQUEST) {
      int next = in.read();
      if (next < 0 || (request.length() == 0 && next == TLS_HANDSHAKE)) {
        answerInTheClear(socket, next);
        throw new IOException("no request");
      }
      request.append((char) next);
    }
    String[] words = request.substring(0, request.indexOf("\r")).split(" ", 3);
    int host = request.indexOf("Host: ") + 6;
    String name = request.substring(host, request.indexOf("\r", host));
    return new Exchange(socket, name.split(":", 2)[0], words[1], this);
  }

  /** As servers do that are asked for TLS where they speak none. */
  private static void answerInTheClear(Socket socket, int first) throws IOException {
    if (first == TLS_HANDSHAKE) {
      socket.getOutputStream().write(bytes("HTTP/1.1 400 Bad Request\r\n\r\n"));
      socket.getInputStream().transferTo(OutputStream.nullOutputStream()); // no reset before it
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    listener.close();
    threads.shutdownNow();
  }
}
