package io.dowser.crawler.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import javax.net.SocketFactory;
import okhttp3.Dns;
import okhttp3.OkHttpClient;

/**
 * Creates an HTTP client that finds some hosts, whatever the port, at one address on this machine,
 * and no others. URLs stay as they are published.
 */
final class NamedHosts {

  private NamedHosts() {}

  static OkHttpClient client(Set<String> hosts, InetSocketAddress address) {
    return new OkHttpClient.Builder()
        .dns(names(hosts, address.getAddress()))
        .socketFactory(new DetourFactory(address))
        .build();
  }

  private static Dns names(Set<String> hosts, InetAddress address) {
    return host -> {
      if (hosts.contains(host)) {
        return List.of(address);
      }
      throw new UnknownHostException(host + " is not one of " + hosts);
    };
  }

  /** Creates sockets that connect to one address, whichever they are notified. */
  private static final class DetourFactory extends SocketFactory {

    private final InetSocketAddress address;

    DetourFactory(InetSocketAddress address) {
      this.address = address;
    }

    @Override
    public Socket createSocket() {
      return new Socket() {
        @Override
        public void connect(SocketAddress endpoint, int timeout) throws IOException {
          super.connect(address, timeout);
        }
      };
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return connected();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
        throws IOException {
      return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
      return connected();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
        throws IOException {
      return connected();
    }

    private Socket connected() throws IOException {
      return new Socket(address.getAddress(), address.getPort());
    }
  }
}
