package io.dowser.crawler.spark;

import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * The state of a host after earlier rounds: a row of the table of hosts.
 *
 * @param host the host, or site
 * @param readyAt milliseconds since 1970 before which it must not be visited, {@link #NEVER} if it
 *     was given up, 0 if it is not delayed
 * @param putOffs rounds in a row in which it was put off
 * @param pages pages visited so far
 * @param paceMillis time of a request to it and the delay that follows, together
 * @param deferred the hashes of shapes of URLs that have no turn, and the requests before it
 */
record HostState(
    String host,
    long readyAt,
    int putOffs,
    long pages,
    long paceMillis,
    Map<Long, Integer> deferred)
    implements Handed {

  static final long NEVER = Long.MAX_VALUE;

  HostState {
    deferred = Map.copyOf(deferred);
  }

  static HostState unknown(String host) {
    return new HostState(host, 0, 0, 0, 0, Map.of());
  }

  static HostState of(Row row) {
    return new HostState(
        row.getAs("host"),
        row.<Long>getAs("ready_at"),
        row.<Integer>getAs("put_offs"),
        row.<Long>getAs("pages"),
        row.<Long>getAs("pace_millis"),
        row.getJavaMap(row.fieldIndex("deferred")));
  }

  /** Returns this state with another delay. */
  HostState delayed(long until, int times) {
    return new HostState(host, until, times, pages, paceMillis, deferred);
  }

  Object[] cells(int round) {
    return new Object[] {round, host, readyAt, putOffs, pages, paceMillis, deferred};
  }
}
