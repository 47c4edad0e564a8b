package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Throwables;
import com.google.common.collect.MapMaker;
import io.dowser.crawler.internal.CountedSocket;
import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import okhttp3.Connection;
import okhttp3.Headers;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Checks whether the server has closed a kept connection, before a request is sent on it.
 *
 * <p>Common servers close connections that were idle for five seconds, and a polite crawl comes
 * back to most hosts later than that. OkHttp does not check before it sends a GET; it relies on
 * repeating a failed request. A fetcher must not do so, because then it is unknown how often the
 * server was asked. The check takes a millisecond of waiting, so it is skipped for connections that
 * were used a moment ago. If the server closes such a connection before it responds, a GET is
 * repeated once, on a new connection (RFC 9112, section 9.3.1).
 *
 * <p>A response that came before its request does not belong to it: the server sent more than the
 * previous response, and OkHttp has the rest in its buffer (RFC 9112, section 9.2). Such a
 * response, a malformed one on a kept connection, and one whose head has another status line in it,
 * are dropped with the connection, and the GET is repeated as if the connection had been closed.
 * Sockets count the bytes read for this purpose; those of a caller's client and of TLS do not.
 *
 * <p>The server closes a connection after a response of HTTP/1.0 unless that response says
 * otherwise (RFC 9112, section 9.3). OkHttp keeps it, so it is refused here without a check.
 */
final class IdleConnectionCheck implements Interceptor {

  /**
   * Shorter than the idle timeout of any common server, and than a polite delay between two pages.
   */
  static final Duration LONG_IDLE = Duration.ofMillis(900);

  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] [0-9]{3}");

  private static final Pattern GLUED_STATUS = Pattern.compile("\\S" + STATUS);

  private static final int LOOK_MILLIS = 1;

  /** The time of the last response head on each connection; its body may have taken longer. */
  private final ConcurrentMap<Connection, Long> lastUses = new MapMaker().weakKeys().makeMap();

  /** Connections that the server closes after the latest response. */
  private final Set<Connection> ending =
      Collections.newSetFromMap(new MapMaker().weakKeys().makeMap());

  private final long longIdleNanos;

  IdleConnectionCheck(Duration longIdle) {
    longIdleNanos = longIdle.toNanos();
  }

  @Override
  public Response intercept(Chain chain) throws IOException {
    Connection connection = requireNonNull(chain.connection(), "a network interceptor has one");
    Long use = lastUses.get(connection);
    if (use != null && isUnusable(chain.request(), connection, use)) {
      throw StaleConnectionException.unused();
    }
    Response response = use == null ? chain.proceed(chain.request()) : proceedOnKept(chain);
    lastUses.put(connection, System.nanoTime());
    if (isLast(response)) {
      ending.add(connection);
    }
    return response;
  }

  private boolean isUnusable(Request request, Connection connection, long use) {
    if (request.tag(Reuse.class) == Reuse.FORBIDDEN || ending.contains(connection)) {
      return true;
    }
    if (connection.protocol() == Protocol.HTTP_2) {
      return false; // needs no check: OkHttp has a thread that reads from each all the time
    }
    boolean isDoubtful = System.nanoTime() - use >= longIdleNanos;
    return hasUnread(connection) || (isDoubtful && isClosed(connection));
  }

  private static boolean hasUnread(Connection connection) {
    try {
      return connection.socket().getInputStream().available() > 0;
    } catch (IOException e) {
      return true;
    }
  }

  private static Response proceedOnKept(Chain chain) throws IOException {
    boolean isRepeatable = chain.request().method().equals("GET");
    long readBefore = bytesRead(chain);
    Response response;
    try {
      response = chain.proceed(chain.request());
    } catch (IOException e) {
      boolean isStale = !chain.call().isCanceled() && isOfConnection(e);
      throw isRepeatable && isStale ? StaleConnectionException.closed(e) : e;
    }
    boolean cameBefore = readBefore >= 0 && bytesRead(chain) == readBefore;
    if (isRepeatable && (cameBefore || hasAnotherStatus(response))) {
      close(chain);
      throw StaleConnectionException.closed(new ProtocolException("it came before the request"));
    }
    return response;
  }

  /** OkHttp would keep the connection after a response without a body. */
  private static void close(Chain chain) throws IOException {
    Connection connection = requireNonNull(chain.connection());
    if (connection.protocol() != Protocol.HTTP_2) {
      connection.socket().close();
    }
  }

  /**
   * Returns whether the head of a response has the status line of another one in it: in a line
   * without a name, or right behind other characters, since servers may name a status in a header.
   */
  private static boolean hasAnotherStatus(Response response) {
    Headers headers = response.headers();
    boolean found = STATUS.matcher(response.message()).find();
    for (int i = 0; i < headers.size() && !found; i++) {
      found =
          headers.name(i).isEmpty()
              ? STATUS.matcher(headers.value(i)).find()
              : GLUED_STATUS.matcher(headers.value(i)).find();
    }
    return found;
  }

  /** Returns how many bytes have been read from a connection, or a negative number. */
  private static long bytesRead(Chain chain) {
    return requireNonNull(chain.connection()).socket() instanceof CountedSocket counted
        ? counted.bytesRead()
        : -1;
  }

  private static boolean isOfConnection(IOException error) {
    return Throwables.getCausalChain(error).stream()
        .anyMatch(
            cause ->
                cause instanceof EOFException
                    || cause instanceof SocketException
                    || cause instanceof ProtocolException);
  }

  private static boolean isLast(Response response) {
    return response.protocol() == Protocol.HTTP_1_0
        && !"keep-alive".equalsIgnoreCase(response.header("Connection"));
  }

  private static boolean isClosed(Connection connection) {
    Socket socket = connection.socket();
    try {
      int timeout = socket.getSoTimeout();
      socket.setSoTimeout(LOOK_MILLIS);
      boolean silent = isSilent(socket);
      socket.setSoTimeout(timeout);
      return !silent;
    } catch (IOException e) {
      return true;
    }
  }

  /** Returns whether nothing can be read: neither the end of the stream nor an unexpected byte. */
  private static boolean isSilent(Socket socket) throws IOException {
    try {
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }
}
