package io.dowser.crawler.fetch;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.MapMaker;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import okhttp3.Connection;
import okhttp3.Interceptor;
import okhttp3.Protocol;
import okhttp3.Response;

/**
 * Looks whether the server has closed a kept connection, before a request is sent on it.
 *
 * <p>Common servers close connections that were idle for five seconds, and a polite crawl comes
 * back to most hosts later than that. OkHttp does not look before it sends a GET; it counts on
 * repeating what failed, which a fetcher must not do, because then it is unknown how often the
 * server was asked. To look takes a millisecond of waiting, so connections that were used a moment
 * ago are spared.
 *
 * <p>A connection whose last answer was of HTTP/1.0 is closed by the server unless that answer says
 * otherwise (RFC 9112, section 9.3). OkHttp keeps it, so it is refused here without a look.
 */
final class IdleConnectionCheck implements Interceptor {

  /** Shorter than any usual server's patience, and than a polite delay between two pages. */
  static final Duration LONG_IDLE = Duration.ofMillis(900);

  private static final int LOOK_MILLIS = 1;

  /** When an answer last came over a connection; its body may have taken longer. */
  private final ConcurrentMap<Connection, Long> lastUses = new MapMaker().weakKeys().makeMap();

  /** Connections whose last answer was the last one. */
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
    boolean doubtful = use != null && System.nanoTime() - use >= longIdleNanos;
    if (ending.contains(connection) || (doubtful && isClosed(connection))) {
      throw new StaleConnectionException();
    }
    Response response = chain.proceed(chain.request());
    lastUses.put(connection, System.nanoTime());
    if (isLast(response)) {
      ending.add(connection);
    }
    return response;
  }

  private static boolean isLast(Response answer) {
    return answer.protocol() == Protocol.HTTP_1_0
        && !"keep-alive".equalsIgnoreCase(answer.header("Connection"));
  }

  /** HTTP/2 connections need no look: a thread reads from each all the time. */
  private static boolean isClosed(Connection connection) {
    if (connection.protocol() == Protocol.HTTP_2) {
      return false;
    }
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

  /** Neither the end of the stream nor a byte that was not asked for is a good sign. */
  private static boolean isSilent(Socket socket) throws IOException {
    try {
      socket.getInputStream().read();
      return false;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }
}
