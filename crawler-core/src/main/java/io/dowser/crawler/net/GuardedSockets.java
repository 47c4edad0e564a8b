package io.dowser.crawler.net;

import static java.util.Objects.requireNonNull;

import com.google.common.io.CountingInputStream;
import io.dowser.crawler.internal.CountedSocket;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.function.Consumer;
import javax.net.SocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates sockets that connect only to addresses that {@link AddressRules} allow.
 *
 * <p>The rules check the address that the socket is about to connect to, after all names are
 * resolved. An earlier check might see a different address.
 *
 * <p>Its sockets use no proxy, because the address of a proxy is not that of the target.
 * Thread-safe.
 */
final class GuardedSockets extends SocketFactory {

  private final AddressRules rules;
  private final Consumer<InetSocketAddress> connecting;

  GuardedSockets(AddressRules rules, Consumer<InetSocketAddress> connecting) {
    this.rules = rules;
    this.connecting = requireNonNull(connecting, "connecting");
  }

  AddressRules rules() {
    return rules;
  }

  @Override
  public Socket createSocket() {
    return new GuardedSocket(rules, connecting);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return connect(new InetSocketAddress(host, port), new InetSocketAddress(0));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connect(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return connect(new InetSocketAddress(host, port), new InetSocketAddress(0));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort)
      throws IOException {
    return connect(new InetSocketAddress(host, port), new InetSocketAddress(localHost, localPort));
  }

  private Socket connect(InetSocketAddress endpoint, InetSocketAddress local) throws IOException {
    Socket socket = createSocket();
    try {
      socket.bind(local);
      socket.connect(endpoint);
      return socket;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private static final class GuardedSocket extends Socket implements CountedSocket {

    private final AddressRules rules;
    private final Consumer<InetSocketAddress> connecting;
    private @Nullable CountingInputStream counted;
    private @Nullable LocationOctets input;

    GuardedSocket(AddressRules rules, Consumer<InetSocketAddress> connecting) {
      super(Proxy.NO_PROXY); // else a SOCKS proxy of the JVM would connect to an unchecked address
      this.rules = rules;
      this.connecting = connecting;
    }

    @Override
    public synchronized long bytesRead() {
      return counted == null ? 0 : counted.getCount();
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
      if (input == null) {
        counted = new CountingInputStream(super.getInputStream());
        input = new LocationOctets(counted);
      }
      return input;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      getInputStream();
      LocationOctets responses = requireNonNull(input);
      return new FilterOutputStream(super.getOutputStream()) {

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
          responses.expectHead();
          out.write(bytes, offset, length);
        }
      };
    }

    @Override
    public void connect(SocketAddress endpoint) throws IOException {
      connect(endpoint, 0);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) throws IOException {
      if (!(endpoint instanceof InetSocketAddress target) || target.isUnresolved()) {
        throw new SocketException(
            "address must be resolved before it is connected to: " + endpoint);
      }
      rules.check(target);
      connecting.accept(target);
      super.connect(endpoint, timeout);
    }
  }
}
