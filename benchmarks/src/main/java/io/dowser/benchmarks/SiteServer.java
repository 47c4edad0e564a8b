package io.dowser.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * A small HTTP/1.1 server on loopback: one thread, pages rendered beforehand, connections kept
 * open. A response may be held back for a fixed time, which takes no thread.
 *
 * <p>It supports only GET without a body, and reads one request of a connection at a time.
 */
final class SiteServer implements AutoCloseable, Runnable {

  private static final int BACKLOG = 4_096;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final SiteResponses responses;
  private final long latencyNanos;
  private final Selector selector;
  private final ServerSocketChannel listener;
  private final ArrayDeque<ServerConnection> held = new ArrayDeque<>();
  private final Thread thread;
  private volatile boolean closed;

  private SiteServer(SiteResponses responses, Duration latency) throws IOException {
    this.responses = responses;
    this.latencyNanos = latency.toNanos();
    selector = Selector.open();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    thread = new Thread(this, "site-server");
    thread.setDaemon(true);
  }

  /**
   * Renders a site and serves it on a free port.
   *
   * @param latency the time to hold a response back, 0 for none
   */
  static SiteServer start(Site site, Duration latency) throws IOException {
    var server = new SiteServer(SiteResponses.render(site), latency);
    server.thread.start();
    return server;
  }

  int port() {
    return listener.socket().getLocalPort();
  }

  @Override
  public void run() {
    try (selector;
        listener) {
      while (!closed) {
        serve();
      }
      for (SelectionKey key : selector.keys()) {
        key.channel().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() throws IOException {
    if (held.isEmpty()) {
      selector.select();
    } else {
      // rounded to the next millisecond, the unit of select; early and late by half of one at most
      long millis = (nanosUntilDue() + NANOS_PER_MILLI / 2) / NANOS_PER_MILLI;
      selector.select(Math.max(1, millis));
    }
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      serve(ready.next());
      ready.remove();
    }
    respondToHeld();
  }

  private long nanosUntilDue() {
    return held.getFirst().dueNanos() - System.nanoTime();
  }

  private void respondToHeld() throws IOException {
    while (!held.isEmpty() && nanosUntilDue() < NANOS_PER_MILLI / 2) {
      held.removeFirst().respond();
    }
  }

  private void serve(SelectionKey key) throws IOException {
    if (key.isAcceptable()) {
      accept();
      return;
    }
    var connection = (ServerConnection) key.attachment();
    if (key.isValid() && key.isWritable()) {
      connection.continueWriting();
    } else if (key.isValid() && connection.readRequest(responses)) {
      respond(connection);
    }
  }

  private void accept() throws IOException {
    SocketChannel channel = listener.accept();
    if (channel != null) {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      key.attach(new ServerConnection(channel, key));
    }
  }

  private void respond(ServerConnection connection) throws IOException {
    if (latencyNanos == 0) {
      connection.respond();
    } else {
      connection.dueAt(System.nanoTime() + latencyNanos);
      held.addLast(connection);
    }
  }

  @Override
  public void close() {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
