package io.dowser.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.SocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.Dns;
import okhttp3.OkHttpClient;

/**
 * The HTTP client that crawlers with OkHttp are given: every host name leads to the site's server.
 */
public final class SiteClient {

  /** Idle connections to keep: the usual five would reopen one for nearly every page. */
  static final int CONNECTIONS = 1_024;

  private SiteClient() {}

  /**
   * Creates a client.
   *
   * @param port the loopback port of the server
   * @return a client with separate connections
   */
  public static OkHttpClient create(int port) {
    var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return new OkHttpClient.Builder()
        .dns(new LoopbackDns())
        .socketFactory(new PortSockets(server))
        .connectionPool(new ConnectionPool(CONNECTIONS, 5, TimeUnit.MINUTES))
        .build();
  }

  private static final class LoopbackDns implements Dns {

    @Override
    public List<InetAddress> lookup(String hostname) throws UnknownHostException {
      if (!hostname.endsWith(".test")) {
        throw new UnknownHostException(hostname);
      }
      return List.of(InetAddress.getLoopbackAddress());
    }
  }

  /** Creates sockets that connect to one address, whatever address they are given. */
  private static final class PortSockets extends SocketFactory {

    private final SocketAddress server;

    PortSockets(SocketAddress server) {
      this.server = server;
    }

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          setTcpNoDelay(true);
          super.connect(server, timeout);
        }
      };
    }

    @Override
    public Socket createSocket(String host, int port) {
      return connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
      return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      return connected();
    }

    private Socket connected() {
      try {
        Socket socket = createSocket();
        socket.connect(server, 0);
        return socket;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
