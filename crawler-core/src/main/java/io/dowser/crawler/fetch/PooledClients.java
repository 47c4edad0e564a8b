package io.dowser.crawler.fetch;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * Clients that differ only in the connections that they keep; each host belongs to one of them.
 *
 * <p>For every call, OkHttp compares the address with all connections of the pool: see
 * docs/decisions/0014. Immutable and thread-safe.
 */
final class PooledClients {

  private static final int POOLS = 16;
  private static final int MIN_IDLE = 16; // of one pool
  private static final int KEEP_ALIVE_SECONDS = 60;

  private final List<OkHttpClient> clients;

  PooledClients(OkHttpClient client, int fetchesAtOnce) {
    int idle = Math.max(fetchesAtOnce, MIN_IDLE);
    this.clients =
        Stream.generate(() -> new ConnectionPool(idle, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS))
            .limit(POOLS)
            .map(pool -> client.newBuilder().connectionPool(pool).build())
            .toList();
  }

  OkHttpClient of(HttpUrl url) {
    return clients.get(Math.floorMod(url.host().hashCode(), POOLS));
  }

  /** Closes all idle connections. */
  void evictAll() {
    clients.forEach(client -> client.connectionPool().evictAll());
  }

  /** Ends the threads that the clients share. */
  void shutDown() {
    clients.get(0).dispatcher().executorService().shutdown();
  }
}
