package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The right to work on a crawl, which one driver has at a time. It is kept in the properties of the
 * crawl's own table, together with the latest commit. Every change of them is one compare-and-swap
 * of the catalog. So a driver that has lost the lease can commit nothing, however late it notices.
 *
 * <p>Each lease has a number, the epoch, one higher than the one before. The holder increments a
 * beat. Another driver takes the lease when the beat has not changed for the lease time by its own
 * steady clock. It then waits for the lease time once more: within it, tasks of the old driver have
 * read the lease ({@link TaskLease}) and stopped. No clocks are compared.
 *
 * <p>Thread-safe.
 */
final class Lease implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
  static final String EPOCH = "dowser.lease.epoch";
  private static final String BEAT = "dowser.lease.beat";
  private static final String HOLDER = "dowser.lease.holder";

  /** The holder of a lease that was given back in order. */
  private static final String FREE = "";

  /** The holder of a lease whose driver failed: its tasks may still run for a moment. */
  private static final String FAILED = "failed";

  private static final int BEATS = 3;

  private final Supplier<Table> table;
  private final long time;
  private final String holder = UUID.randomUUID().toString();
  private final Runnable onLoss;
  private long epoch;
  private long renewed;
  private boolean lost;
  private boolean ended;

  private Lease(Supplier<Table> table, Duration time, Runnable onLoss) {
    this.table = table;
    this.time = time.toNanos();
    this.onLoss = onLoss;
  }

  /**
   * Takes the lease, once no other driver has it.
   *
   * @param table loads the table whose properties have the lease, as it is now
   * @param time the longest time that a driver may be silent
   * @param onLoss is run, on another thread, when the lease is lost
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  static Lease take(Supplier<Table> table, Duration time, Runnable onLoss)
      throws InterruptedException {
    var lease = new Lease(table, time, onLoss);
    lease.take();
    return lease;
  }

  private void take() throws InterruptedException {
    @Nullable String seen = null;
    long since = System.nanoTime();
    while (true) {
      long now = System.nanoTime(); // before the table is read
      TableOperations operations = operations();
      TableMetadata base = operations.current();
      String state = base.property(HOLDER, FREE) + " " + base.property(BEAT, "0");
      if (!state.equals(seen)) {
        logWait(base, seen == null);
        seen = state;
        since = now;
      }
      String old = base.property(HOLDER, FREE);
      boolean free = old.equals(FREE) || old.equals(FAILED);
      if ((free || now - since >= time) && takeFrom(operations)) {
        renewed = now;
        if (!old.equals(FREE)) {
          LOG.info("waiting {} for tasks of the driver before to stop", Duration.ofNanos(time));
          for (int i = 0; i < BEATS; i++) { // others must not take it for silent meanwhile
            TimeUnit.NANOSECONDS.sleep(time / BEATS);
            renew();
          }
        }
        return;
      }
      TimeUnit.NANOSECONDS.sleep(time / (BEATS * BEATS));
    }
  }

  private void logWait(TableMetadata base, boolean first) {
    String old = base.property(HOLDER, FREE);
    if (first && !old.equals(FREE) && !old.equals(FAILED)) {
      LOG.info(
          "another driver has the crawl {}: waiting until it ends, or is silent for {}",
          base.location(),
          Duration.ofNanos(time));
    }
  }

  private boolean takeFrom(TableOperations operations) {
    TableMetadata base = operations.current();
    epoch = Long.parseLong(base.property(EPOCH, "0")) + 1;
    Map<String, String> properties = new HashMap<>(base.properties());
    properties.put(EPOCH, Long.toString(epoch));
    properties.put(HOLDER, holder);
    properties.put(BEAT, "0");
    return swap(operations, properties);
  }

  private TableOperations operations() {
    return ((HasTableOperations) table.get()).operations();
  }

  /** Changes the properties, unless they have changed since they were read. */
  private boolean swap(TableOperations operations, Map<String, String> properties) {
    TableMetadata base = operations.current();
    try {
      operations.commit(base, base.replaceProperties(properties));
      return true;
    } catch (CommitStateUnknownException e) {
      return properties.equals(operations().current().properties());
    } catch (CommitFailedException e) {
      return false;
    }
  }

  /** Begins to renew the lease from time to time. */
  void keep() {
    var thread = new Thread(this::beat, "dowser-lease");
    thread.setDaemon(true);
    thread.start();
  }

  private void beat() {
    try {
      while (!isEnded()) {
        renew();
        TimeUnit.NANOSECONDS.sleep(time / BEATS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isEnded() {
    return ended || lost;
  }

  /** Renews the lease now; a driver that cannot for the lease time has lost it. */
  void renew() {
    long start = System.nanoTime();
    try {
      update(
          properties -> {
            properties.merge(BEAT, "0", (a, b) -> Long.toString(Long.parseLong(a) + 1));
            return properties;
          });
      renewedAt(start);
    } catch (CrawlException e) {
      LOG.error("{}", e.getMessage());
    } catch (RuntimeException e) {
      LOG.warn("the lease of the crawl cannot be renewed", e);
      if (isOverdue(start)) {
        lose();
      }
    }
  }

  private synchronized void renewedAt(long start) {
    renewed = start;
  }

  private synchronized boolean isOverdue(long now) {
    return now - renewed > time;
  }

  /** Changes the properties, if this driver still has the lease. */
  private synchronized void update(UnaryOperator<Map<String, String>> change) {
    while (!ended) {
      TableOperations operations = operations();
      TableMetadata base = operations.current();
      if (lost || Long.parseLong(base.property(EPOCH, "0")) != epoch) {
        lose();
        throw new CrawlException(
            "another driver has taken over the crawl " + base.location() + "; this one stops");
      }
      if (swap(operations, change.apply(new HashMap<>(base.properties())))) {
        return;
      }
    }
  }

  private void lose() {
    boolean first;
    synchronized (this) {
      first = !lost;
      lost = true;
    }
    if (first) {
      new Thread(onLoss, "dowser-lease-lost").start();
    }
  }

  /** Returns whether another driver has taken over, or this one was silent for too long. */
  synchronized boolean isLost() {
    return lost;
  }

  /** The number of this lease; that of each later one is higher. */
  long epoch() {
    return epoch;
  }

  /** Returns the latest committed round, if there is one. */
  Optional<CommittedRound> committed() {
    return CommittedRound.of(operations().current().properties());
  }

  /**
   * Commits a round: all at once, and only if this driver has the lease.
   *
   * @throws CrawlException if another driver has it
   */
  void commit(CommittedRound round) {
    update(
        properties -> {
          properties.keySet().removeIf(name -> name.startsWith("dowser.count."));
          properties.putAll(round.toProperties());
          return properties;
        });
  }

  /** Releases the lease, for the next driver to begin at once. */
  void free() {
    end(FREE);
  }

  /** Releases the lease; the next driver waits until this one's tasks have stopped. */
  @Override
  public void close() {
    end(FAILED);
  }

  private synchronized void end(String state) {
    if (ended) {
      return;
    }
    try {
      update(
          properties -> {
            properties.put(HOLDER, state);
            return properties;
          });
    } catch (RuntimeException e) {
      LOG.warn("the lease of the crawl was not given back: {}", e.getMessage());
    }
    ended = true;
  }
}
