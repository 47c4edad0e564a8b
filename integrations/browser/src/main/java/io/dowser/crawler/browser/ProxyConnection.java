package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.RejectedExecutionException;

/**
 * One connection of a browser to its {@link FilteringProxy}: one request, or one tunnel. Confined
 * to the thread that runs it, and a second one for the bytes of the browser.
 */
final class ProxyConnection implements Runnable {

  static final int CONNECT_MILLIS = 10_000;

  private static final int CHUNK = 16_384;

  private final FilteringProxy proxy;
  private final Socket client;

  ProxyConnection(FilteringProxy proxy, Socket client) {
    this.proxy = proxy;
    this.client = client;
  }

  @Override
  public void run() {
    try {
      var in = new BufferedInputStream(client.getInputStream());
      HttpHead request = HttpHead.read(in);
      if (request != null) {
        serve(request, in);
      }
    } catch (IOException | RejectedExecutionException e) {
      // the page sees a connection that was closed
    } finally {
      proxy.close(client);
    }
  }

  private void serve(HttpHead request, InputStream in) throws IOException {
    ProxyTarget target = ProxyTarget.of(request);
    if (target == null) {
      refuse("400 Bad Request");
      return;
    }
    Socket server;
    try {
      server = proxy.connect(target.host(), target.port());
    } catch (FilteringProxy.ForbiddenTargetException e) {
      refuse("403 Forbidden");
      return;
    } catch (IOException e) {
      refuse("502 Bad Gateway");
      return;
    }
    try {
      exchange(request, target, in, server);
    } finally {
      proxy.close(server);
    }
  }

  /** Responds with an empty page, which must reveal nothing about the network. */
  private void refuse(String status) throws IOException {
    write("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
  }

  private void exchange(HttpHead request, ProxyTarget target, InputStream in, Socket server)
      throws IOException {
    var response = new BufferedInputStream(server.getInputStream());
    if (target.isTunnel()) {
      write("HTTP/1.1 200 Connection Established\r\n\r\n");
      proxy.execute(() -> upload(in, server));
    } else {
      String head = request.forServer(target.path());
      server.getOutputStream().write(head.getBytes(ISO_8859_1));
      proxy.execute(() -> upload(in, server));
      passHeads(response);
    }
    download(response);
  }

  /** Passes the head of the response, and those of interim responses (1xx) before it. */
  private void passHeads(InputStream response) throws IOException {
    HttpHead head = HttpHead.read(response);
    while (head != null) {
      write(head.forBrowser());
      head = head.isInterim() ? HttpHead.read(response) : null;
    }
  }

  private void upload(InputStream in, Socket server) {
    try {
      in.transferTo(server.getOutputStream());
    } catch (IOException e) {
      // one of the two has closed its connection
    } finally {
      proxy.close(server); // the browser no longer expects a response
    }
  }

  private void download(InputStream response) throws IOException {
    OutputStream out = client.getOutputStream();
    var buffer = new byte[CHUNK];
    int length = response.read(buffer);
    while (length >= 0 && proxy.passes(length)) {
      out.write(buffer, 0, length);
      length = response.read(buffer);
    }
  }

  private void write(String head) throws IOException {
    client.getOutputStream().write(head.getBytes(ISO_8859_1));
  }
}
