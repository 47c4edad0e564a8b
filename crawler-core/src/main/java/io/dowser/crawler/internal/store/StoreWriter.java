package io.dowser.crawler.internal.store;

import com.google.common.util.concurrent.Uninterruptibles;
import io.dowser.crawler.api.CrawlException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writes batches on a thread of its own, each in one transaction, in the order given. */
final class StoreWriter {

  /** One is being written and one waits: a faster producer must wait. */
  private static final int PENDING = 1;

  private final Connection connection;
  private final BatchStatements statements;
  private final BlockingQueue<Optional<StoreBatch>> queue = new ArrayBlockingQueue<>(PENDING);
  private final Thread thread;
  private volatile @Nullable Throwable failure;

  StoreWriter(Connection connection) throws SQLException {
    this.connection = connection;
    connection.setAutoCommit(false);
    this.statements = new BatchStatements(connection);
    this.thread = new Thread(this::run, "dowser-store");
    thread.setDaemon(true);
    thread.start();
  }

  /** Hands a batch over; waits while too many others are on their way. */
  void submit(StoreBatch batch) throws SQLException, InterruptedException {
    offer(Optional.of(batch));
  }

  private void offer(Optional<StoreBatch> mail) throws SQLException, InterruptedException {
    do {
      throwIfFailed();
    } while (!queue.offer(mail, 100, TimeUnit.MILLISECONDS));
  }

  /** Throws what a batch failed with; what the page sink threw stays what it was. */
  void throwIfFailed() throws SQLException {
    Throwable trouble = failure;
    if (trouble instanceof SQLException own) {
      throw own;
    }
    if (trouble instanceof CrawlException sinks) {
      throw sinks;
    }
    if (trouble != null) {
      throw new SQLException("the store's thread broke: " + trouble, trouble);
    }
  }

  /** Waits until everything is written, at most so long; false if it is not. */
  boolean finish(Duration atMost) throws SQLException, InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    boolean reported = !thread.isAlive();
    while (!reported && System.nanoTime() < deadline) {
      throwIfFailed();
      reported = queue.offer(Optional.empty(), 100, TimeUnit.MILLISECONDS);
    }
    thread.join(Math.max(1, Duration.ofNanos(deadline - System.nanoTime()).toMillis()));
    throwIfFailed();
    return !thread.isAlive();
  }

  /** Ends the thread, whatever it waits for; a batch that is not committed by now never will be. */
  void stop() {
    thread.interrupt();
    Uninterruptibles.joinUninterruptibly(thread);
    queue.forEach(left -> left.ifPresent(batch -> batch.written.countDown()));
  }

  private void run() {
    boolean resumes = true;
    while (resumes) {
      try {
        Optional<StoreBatch> batch = queue.take();
        resumes = batch.isPresent() && write(batch.get());
      } catch (InterruptedException e) {
        failure = e;
        resumes = false;
      }
    }
  }

  /** Writes a batch; if that fails, all callers know it before the batch counts as done. */
  private boolean write(StoreBatch batch) {
    try {
      statements.write(batch);
      batch.barrier.await();
      connection.commit();
      return true;
    } catch (SQLException | InterruptedException | RuntimeException | Error e) {
      rollback(e);
      failure = e;
      return false;
    } finally {
      batch.written.countDown();
    }
  }

  private void rollback(Throwable cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
