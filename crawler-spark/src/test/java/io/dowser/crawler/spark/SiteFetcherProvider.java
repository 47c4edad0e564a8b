package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.List;
import javax.net.SocketFactory;
import okhttp3.OkHttpClient;

/** Makes fetchers that are led to one port of loopback by every host name; for benchmarks. */
public final class SiteFetcherProvider implements FetcherProvider {

  /** For the service loader. */
  public SiteFetcherProvider() {}

  @Override
  public String name() {
    return "site";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return fetcher(
        settings.integer("port", 0, 1, 65_535), settings.integer("connections", 16, 1, 10_000));
  }

  static Fetcher fetcher(int port, int connections) {
    var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    OkHttpClient client =
        new OkHttpClient.Builder()
            .dns(name -> List.of(InetAddress.getLoopbackAddress()))
            .socketFactory(new PortSockets(server))
            .build();
    return OkHttpFetcher.builder().client(client).connections(connections).build();
  }

  /** Makes sockets that connect to one address, whatever they are told. */
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
