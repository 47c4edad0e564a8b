package io.dowser.crawler.fetch;

import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;

/**
 * Clients that are alike but for the connections that they keep; each host belongs to one of them.
 *
 * <p>For every call OkHttp compares all kept connections of a pool with the address that is wanted.
 * A crawl keeps hundreds, one or more to each host that it will come back to; in one pool of 1,024
 * that search took a quarter of the crawl's processor time.
 */
final class PooledClients {

  private static final int POOLS = 32;
  private static final int IDLE_PER_FETCH = 16;
  private static final int LEAST_IDLE = 256;

  /** Hosts do not spread evenly. */
  private static final int SLACK = 2;

  private static final int KEEP_ALIVE_SECONDS = 60;

  private final OkHttpClient[] clients = new OkHttpClient[POOLS];

  PooledClients(OkHttpClient model, int fetchesAtOnce) {
    int idle = Math.max(fetchesAtOnce * IDLE_PER_FETCH, LEAST_IDLE) * SLACK / POOLS;
    for (int i = 0; i < POOLS; i++) {
      var pool = new ConnectionPool(idle, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS);
      clients[i] = model.newBuilder().connectionPool(pool).build();
    }
  }

  OkHttpClient of(HttpUrl url) {
    return clients[Math.floorMod(url.host().hashCode(), POOLS)];
  }

  /** Closes all connections that are idle. */
  void evictAll() {
    for (OkHttpClient client : clients) {
      client.connectionPool().evictAll();
    }
  }
}
