package io.dowser.crawler.hostile;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;

/** One request to the hostile server and the connection to answer it on. */
record Exchange(Socket socket, String host, String path, HostileServer server) {

  OutputStream out() throws IOException {
    return socket.getOutputStream();
  }

  void send(String text) throws IOException {
    send(text.getBytes(ISO_8859_1));
  }

  void send(byte[] bytes) throws IOException {
    out().write(bytes);
    out().flush();
  }

  /** A whole answer with its length. */
  void answer(String status, String headers, byte[] body) throws IOException {
    String length = "Connection: close\r\nContent-Length: " + body.length;
    send("HTTP/1.1 " + status + "\r\n" + headers + length + "\r\n\r\n");
    send(body);
  }

  void html(String body) throws IOException {
    answer("200 OK", "Content-Type: text/html\r\n", body.getBytes(ISO_8859_1));
  }

  void redirect(String location) throws IOException {
    answer("302 Found", "Location: " + location + "\r\n", new byte[0]);
  }

  /** Begins an answer whose body has no end. */
  void endless(String headers) throws IOException {
    send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n" + headers + "\r\n");
  }

  /** Lets the client wait. */
  void pause(long millis) throws IOException {
    try {
      server.closing().await(millis, java.util.concurrent.TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  /** A URL of this server. */
  String url(String host, String path) {
    return "http://" + host + ":" + server.port() + path;
  }
}
