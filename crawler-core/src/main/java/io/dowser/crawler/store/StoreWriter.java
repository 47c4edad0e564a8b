package io.dowser.crawler.store;

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

  /** One is being written and one waits: whoever makes them faster must wait. */
  private static final int WAITING = 1;

  private final Connection connection;
  private final BatchStatements statements;
  private final BlockingQueue<Optional<StoreBatch>> queue = new ArrayBlockingQueue<>(WAITING);
  private final Thread thread;
  private volatile @Nullable SQLException failure;

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

  void throwIfFailed() throws SQLException {
    SQLException trouble = failure;
    if (trouble != null) {
      throw trouble;
    }
  }

  /** Waits until everything is written, at most so long; false if it is not. */
  boolean finish(Duration atMost) throws SQLException, InterruptedException {
    if (thread.isAlive()) {
      offer(Optional.empty());
      thread.join(atMost.toMillis());
    }
    throwIfFailed();
    return !thread.isAlive();
  }

  private void run() {
    try {
      while (true) {
        Optional<StoreBatch> batch = queue.take();
        if (batch.isEmpty()) {
          break;
        }
        write(batch.get());
      }
    } catch (SQLException e) {
      failure = e;
      rollback(e);
    } catch (InterruptedException | RuntimeException e) {
      failure = new SQLException("the store's thread broke: " + e, e);
    }
  }

  private void write(StoreBatch batch) throws SQLException, InterruptedException {
    try {
      statements.write(batch);
      batch.barrier.await();
      connection.commit();
    } finally {
      batch.written.countDown();
    }
  }

  private void rollback(SQLException cause) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      cause.addSuppressed(e);
    }
  }
}
