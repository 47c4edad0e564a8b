package io.dowser.crawler.store;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Gives the visits of a store one after the other, with their links; to be closed.
 *
 * <p>A thread of its own reads ahead while the visits before are dealt with. It also hands over all
 * URLs of the store. For one thread, which reads nothing else from the store meanwhile, and before
 * anything is written.
 */
public final class VisitReplay implements AutoCloseable {

  /** So many links. */
  private static final int AHEAD = 5_000;

  private final StoreReader store;
  private final VisitRows rows;
  private final BooleanSupplier stopped;
  private final ExecutorService thread;
  private Iterator<ReplayedVisit> visits = List.<ReplayedVisit>of().iterator();
  private CompletableFuture<List<ReplayedVisit>> ahead;

  VisitReplay(
      StoreReader store,
      Connection connection,
      long fromVisit,
      Consumer<String> urls,
      BooleanSupplier stopped)
      throws SQLException {
    this.store = store;
    this.stopped = stopped;
    this.rows =
        new VisitRows(
            connection,
            fromVisit,
            url -> {
              throwIfStopped();
              urls.accept(url);
            });
    this.thread = Executors.newSingleThreadExecutor(VisitReplay::daemon);
    this.ahead = supplyAsync(this::read, thread);
  }

  private static Thread daemon(Runnable work) {
    var thread = new Thread(work, "dowser-replay");
    thread.setDaemon(true);
    return thread;
  }

  private List<ReplayedVisit> read() {
    try {
      return rows.read(AHEAD);
    } catch (CancellationException e) {
      throw e;
    } catch (SQLException | RuntimeException e) {
      throw store.unreadable(e);
    }
  }

  /**
   * Gives the next visit.
   *
   * @return the visit, or empty after the last one; then all URLs have been handed over
   * @throws StoreException if the file cannot be read
   * @throws CancellationException if nobody wants the crawl any more
   */
  public Optional<ReplayedVisit> next() {
    throwIfStopped();
    if (!visits.hasNext()) {
      List<ReplayedVisit> read = join();
      if (read.isEmpty()) {
        return Optional.empty();
      }
      visits = read.iterator();
      ahead = supplyAsync(this::read, thread);
    }
    return Optional.of(visits.next());
  }

  private void throwIfStopped() {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("the crawl was stopped while it was opened");
    }
  }

  private List<ReplayedVisit> join() {
    try {
      return ahead.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException trouble ? trouble : e;
    }
  }

  @Override
  public void close() {
    thread.shutdown();
    ahead.handle((read, trouble) -> read).join(); // what is being read must not be closed
    try {
      rows.close();
    } catch (SQLException e) {
      throw store.unreadable(e);
    }
  }
}
