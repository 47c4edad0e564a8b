package io.dowser.crawler.browser;

import io.dowser.crawler.net.AddressRules;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The proxy of one browser, by which all requests of its pages go: plain HTTP and {@code CONNECT}
 * (RFC 9110, section 9.3.6), which has HTTPS and WebSockets inside.
 *
 * <p>It resolves each name by the lookup of the crawl's fetcher, refuses the addresses that this
 * refuses, and connects to the very address that was checked. So a name that has another address
 * the second time gains nothing. Thread-safe.
 */
final class FilteringProxy implements AutoCloseable {

  private static final int BACKLOG = 64;
  private static final long ACCEPT_AGAIN_NANOS = 10_000_000;

  private final ServerSocket server;
  private final AddressRules.Lookup addresses;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicLong bytesLeft = new AtomicLong(Long.MAX_VALUE);
  private final ExecutorService threads = Executors.newCachedThreadPool(FilteringProxy::thread);

  private FilteringProxy(ServerSocket server, AddressRules.Lookup addresses) {
    this.server = server;
    this.addresses = addresses;
  }

  /**
   * Starts a proxy on a free port.
   *
   * @param at the address on which it listens
   */
  static FilteringProxy start(AddressRules.Lookup addresses, InetAddress at) {
    try {
      var proxy = new FilteringProxy(new ServerSocket(0, BACKLOG, at), addresses);
      proxy.threads.execute(proxy::accept);
      return proxy;
    } catch (IOException e) {
      throw new UncheckedIOException("a proxy for the browser cannot listen on " + at, e);
    }
  }

  private static Thread thread(Runnable runnable) {
    var thread = new Thread(runnable, "dowser-browser-proxy");
    thread.setDaemon(true);
    return thread;
  }

  InetSocketAddress address() {
    return (InetSocketAddress) server.getLocalSocketAddress();
  }

  /** Sets how much may still be received, until the next call. */
  void allowBytes(long number) {
    bytesLeft.set(number);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = opened(server.accept());
        threads.execute(new ProxyConnection(this, client));
      } catch (IOException | RejectedExecutionException e) {
        // closed; or too many files are open, which may pass
        LockSupport.parkNanos(ACCEPT_AGAIN_NANOS);
      }
    }
  }

  /** Returns a connection to one of the addresses of a host that may be connected to. */
  Socket connect(String host, int port) throws IOException {
    IOException failure = new ForbiddenTargetException("no address of " + host + " is allowed");
    for (InetAddress address : addresses.addressesOf(host)) {
      if (addresses.refusalOf(host, address).isEmpty()) {
        Socket target = opened(new Socket(java.net.Proxy.NO_PROXY));
        try {
          target.connect(new InetSocketAddress(address, port), ProxyConnection.CONNECT_MILLIS);
          return target;
        } catch (IOException e) {
          close(target);
          failure = e;
        }
      }
    }
    throw failure;
  }

  private Socket opened(Socket socket) throws IOException {
    open.add(socket);
    if (server.isClosed()) {
      close(socket);
      throw new IOException("the proxy is closed");
    }
    return socket;
  }

  /** Runs a task on a thread of this proxy. */
  void execute(Runnable task) {
    threads.execute(task);
  }

  /** Returns whether some bytes that have come may be passed to the page. */
  boolean passes(int bytes) {
    return bytesLeft.addAndGet(-bytes) >= 0;
  }

  void close(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      // nothing is left to be freed
    }
  }

  /** Closes all connections. */
  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      // nothing is left to be freed
    }
    open.forEach(this::close);
    threads.shutdownNow();
  }

  /** Thrown if a target has no address that a page may reach. */
  static final class ForbiddenTargetException extends IOException {

    private static final long serialVersionUID = 1L;

    ForbiddenTargetException(String message) {
      super(message);
    }
  }
}
