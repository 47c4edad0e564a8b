package io.dowser.crawler.fetch;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server that does to each connection what a test says, in the order of arrival. */
final class RawServer implements AutoCloseable {

  /** What to do with a connection; it is closed afterwards. */
  interface Script {
    void play(Socket socket) throws IOException;
  }

  private final ServerSocket listener;
  private final BlockingQueue<Script> scripts = new LinkedBlockingQueue<>();
  private final BlockingQueue<Boolean> closings = new LinkedBlockingQueue<>();

  RawServer(Script... scripts) throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.scripts.addAll(List.of(scripts));
    var thread = new Thread(this::serve, "raw-server");
    thread.setDaemon(true);
    thread.start();
  }

  /** Reads a request and responds with these characters, one byte each. */
  static Script responding(String response) {
    return responding(response.getBytes(ISO_8859_1));
  }

  static Script responding(byte[] response) {
    return socket -> {
      readRequest(socket);
      socket.getOutputStream().write(response);
      socket.getOutputStream().flush();
    };
  }

  /** Responds with a page and then closes, without having said so. */
  static Script pageThenClose(String page) {
    return responding("HTTP/1.1 200 OK\r\nContent-Length: " + page.length() + "\r\n\r\n" + page);
  }

  static void readRequest(Socket socket) throws IOException {
    var reader = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    String line = reader.readLine();
    while (line != null && !line.isEmpty()) {
      line = reader.readLine();
    }
  }

  CrawlUrl url(String path) {
    return CrawlUrl.of("http://127.0.0.1:" + port() + path);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Waits until one more connection has been closed. */
  void awaitClosing() throws InterruptedException {
    closings.take();
  }

  private void serve() {
    while (!listener.isClosed()) {
      try (Socket socket = listener.accept()) {
        scripts.take().play(socket);
      } catch (IOException | InterruptedException e) {
        // the test sees at its own end what became of the connection
      } finally {
        closings.add(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
