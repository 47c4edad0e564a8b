package io.dowser.crawler.internal.server;

import com.sun.net.httpserver.HttpExchange;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * The address of a web server. A page of another site can make a browser send requests to it, and
 * can resolve its name to this address, so the host and the origin of a request must be those of
 * the server. Immutable and thread-safe.
 *
 * @param listens the address on which the server listens
 * @param publicOrigin of a proxy before the server, if there is one
 */
public record OwnAddress(InetSocketAddress listens, Optional<String> publicOrigin) {

  /** Returns host and port as URLs have them. */
  public String authority() {
    InetAddress host = listens.getAddress();
    String name = host.isAnyLocalAddress() ? "localhost" : host.getHostAddress();
    return (name.contains(":") ? "[" + name + "]" : name) + ":" + listens.getPort();
  }

  /** Returns whether a request names the server; on another address than loopback any name may. */
  public boolean isNamedBy(HttpExchange request) {
    String host = request.getRequestHeaders().getFirst("Host");
    if (host == null || !listens.getAddress().isLoopbackAddress()) {
      return host != null;
    }
    return host.equals(authority())
        || host.equals("localhost:" + listens.getPort())
        || publicOrigin.filter(origin -> origin.endsWith("://" + host)).isPresent();
  }

  /** Returns whether a request comes from a page of the server, or from no page. */
  public boolean isOriginOf(HttpExchange request) {
    String origin = request.getRequestHeaders().getFirst("Origin");
    return origin == null
        || origin.equals("http://" + request.getRequestHeaders().getFirst("Host"))
        || publicOrigin.filter(origin::equals).isPresent();
  }
}
