package io.dowser.crawler.internal.store;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.CrawlThreads;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes batches on a separate thread, each in one transaction, in the order given. */
final class StoreWriter {

  /** One is being written and one waits: a faster producer must wait. */
  private static final int UNWRITTEN = 2;

  private final Connection connection;
  private final BatchStatements statements;
  private final Semaphore places = new Semaphore(UNWRITTEN);
  private final ExecutorService thread;
  private volatile @Nullable Throwable failure;
  private volatile CommitTime commitTime = CommitTime.NONE;

  StoreWriter(Connection connection, CrawlThreads threads) throws SQLException {
    this.connection = connection;
    this.thread = Executors.newSingleThreadExecutor(work -> threads.thread("store", work));
    connection.setAutoCommit(false);
    this.statements = new BatchStatements(connection);
  }

  /** Hands a batch over; waits while too many others are on their way. */
  void submit(StoreBatch batch) throws SQLException, InterruptedException {
    do {
      throwIfFailed();
    } while (!places.tryAcquire(100, TimeUnit.MILLISECONDS));
    thread.execute(() -> write(batch));
  }

  /** Throws what a batch failed with; what the page sink threw stays what it was. */
  void throwIfFailed() throws SQLException {
    Throwable problem = failure;
    if (problem instanceof SQLException own) {
      throw own;
    }
    if (problem instanceof CrawlException sinks) {
      throw sinks;
    }
    if (problem != null) {
      throw new SQLException("the store's thread broke: " + problem, problem);
    }
  }

  /** Waits until everything is written, at most so long; false if it is not. */
  boolean finish(Duration atMost) throws SQLException, InterruptedException {
    thread.shutdown();
    boolean written = thread.awaitTermination(atMost.toNanos(), TimeUnit.NANOSECONDS);
    throwIfFailed();
    return written;
  }

  /** Ends the thread, whatever it waits for; a batch that is not committed by now never will be. */
  void stop() {
    List<Runnable> left = thread.shutdownNow();
    Uninterruptibles.awaitTerminationUninterruptibly(thread);
    failure = failure == null ? new InterruptedException("the store was closed") : failure;
    left.forEach(Runnable::run);
  }

  /** Writes a batch; if that fails, all callers know it before the batch counts as done. */
  private void write(StoreBatch batch) {
    try {
      if (failure == null) {
        commit(batch);
      }
    } catch (SQLException | InterruptedException | RuntimeException | Error e) {
      rollback(e);
      failure = e;
    } finally {
      batch.written.countDown();
      places.release();
    }
  }

  private void commit(StoreBatch batch) throws SQLException, InterruptedException {
    long started = System.nanoTime();
    statements.write(batch);
    long written = System.nanoTime();
    batch.barrier.await();
    long released = System.nanoTime();
    connection.commit();
    commitTime = commitTime.withCommit(written - started + System.nanoTime() - released);
  }

  /** Returns the commits so far. Thread-safe. */
  CommitTime commitTime() {
    return commitTime;
  }

  private void rollback(Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
