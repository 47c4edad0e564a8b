package io.dowser.crawler.internal.store;

import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.StoreException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Returns the visits of a store one after the other, with their links; to be closed.
 *
 * <p>A thread of its own reads ahead while the visits before are dealt with, and no other thread
 * reads from the store meanwhile. It also hands over all URLs of the store. Not thread-safe, before
 * anything is written.
 */
public final class VisitReplay implements AutoCloseable {

  /** The number of links. */
  private static final int AHEAD = 5_000;

  private static final int URLS_IN_BLOCK = 8_192;

  private final StoreReader store;
  private final VisitRows rows;
  private final BooleanSupplier stopped;
  private final ExecutorService thread;
  private final UrlsAhead urlsBefore;
  private Iterator<ReplayedVisit> visits = List.<ReplayedVisit>of().iterator();
  private @Nullable CompletableFuture<List<ReplayedVisit>> ahead;

  VisitReplay(
      StoreReader store,
      Connection connection,
      StoreReader.Place from,
      Consumer<String> urls,
      BooleanSupplier stopped)
      throws SQLException {
    this.store = store;
    this.stopped = stopped;
    this.rows =
        new VisitRows(
            connection,
            from.visits(),
            url -> {
              throwIfStopped();
              urls.accept(url);
            });
    this.thread = Executors.newSingleThreadExecutor(work -> store.threads().thread("replay", work));
    this.urlsBefore =
        new UrlsAhead(
            () -> read(() -> rows.readUrls(URLS_IN_BLOCK, from.urls())), thread, from.urls());
  }

  private <T> T read(Callable<T> reading) {
    try {
      return reading.call();
    } catch (CancellationException | CrawlException e) {
      throw e;
    } catch (Exception e) {
      throw store.unreadable(e);
    }
  }

  /**
   * Returns a URL. Those from before the visits that come in the order of their numbers, and before
   * the first visit is asked for, are read ahead; any other one is looked up, which takes longer.
   *
   * @throws StoreException if there is none or the file cannot be read
   * @throws CancellationException if the crawl is not wanted any more
   */
  public CrawlUrl url(long number) {
    throwIfStopped();
    CrawlUrl read = urlsBefore.find(number);
    return read == null ? join(supplyAsync(() -> read(() -> rows.url(number)), thread)) : read;
  }

  /** Returns the next visit; see {@link #url} for what it throws. */
  public Optional<ReplayedVisit> next() {
    throwIfStopped();
    if (!visits.hasNext()) {
      urlsBefore.end();
      List<ReplayedVisit> read = join(ahead == null ? readAhead() : ahead);
      if (read.isEmpty()) {
        return Optional.empty();
      }
      visits = read.iterator();
      ahead = readAhead();
    }
    return Optional.of(visits.next());
  }

  private void throwIfStopped() {
    if (stopped.getAsBoolean()) {
      throw new CancellationException("the crawl was stopped while it was opened");
    }
  }

  private CompletableFuture<List<ReplayedVisit>> readAhead() {
    return supplyAsync(() -> read(() -> rows.read(AHEAD)), thread);
  }

  static <T> T join(CompletableFuture<T> read) {
    try {
      return read.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException trouble ? trouble : e;
    }
  }

  @Override
  public void close() {
    runAsync(() -> {}, thread).join(); // what is being read must not be closed
    thread.shutdown();
    try {
      rows.close();
    } catch (SQLException e) {
      throw store.unreadable(e);
    }
  }
}
