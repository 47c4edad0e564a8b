package io.dowser.crawler.internal.store;

import static java.util.Objects.requireNonNull;

import com.google.common.primitives.Ints;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The file of one crawl, open for the engine: first everything is read, then batches are written.
 *
 * <p>While it is open, no other crawl can open the same directory. Not thread-safe; a thread of the
 * store's own does the writing. Each method throws a {@link StoreException} if the file cannot be
 * written; a batch that failed left nothing behind.
 */
public final class CrawlStore implements AutoCloseable {

  private static final int FULL = 13; // SQLITE_FULL
  private static final int READ_ONLY = 8; // SQLITE_READONLY

  private final Path directory;
  private final StoreOptions options;
  private final StoreLock lock;
  private final Connection connection;
  private final StoreReader reader;
  private @Nullable StoreWriter writer;

  private CrawlStore(Path directory, StoreOptions options, StoreLock lock, Connection connection) {
    this.directory = directory;
    this.options = options;
    this.lock = lock;
    this.connection = connection;
    this.reader = new StoreReader(directory, connection);
  }

  /** Returns whether there is a store in a directory. */
  public static boolean exists(Path directory) {
    return StoreFile.exists(directory);
  }

  /**
   * Opens the store of a directory; makes directory and store if there are none.
   *
   * @throws StoreException if another crawl has the directory, if it cannot be written to, or if
   *     its file is foreign, damaged or of another version; such a file is left as it is
   * @throws io.dowser.crawler.api.CrawlException if SQLite's native library cannot be loaded
   */
  public static CrawlStore open(Path directory, StoreOptions options) {
    requireNonNull(options, "options");
    NativeLibrary.load();
    StoreLock lock = lock(directory);
    try {
      StoreFile.makeIfAbsent(directory);
      Connection connection = StoreFile.connect(directory, options.syncEachCommit());
      return new CrawlStore(directory, options, lock, connection);
    } catch (IOException e) {
      throw closing(lock, new StoreException(directory, "cannot be used: " + e.getMessage(), e));
    } catch (SQLException e) {
      throw closing(lock, StoreException.of(directory, "cannot be used", e));
    } catch (StoreException e) {
      throw closing(lock, e);
    }
  }

  private static StoreLock lock(Path directory) {
    try {
      Files.createDirectories(directory);
      if (!Files.isWritable(directory)) {
        throw new AccessDeniedException(directory.toString());
      }
      return StoreLock.take(directory);
    } catch (IOException e) {
      throw new StoreException(
          directory, "must be one that can be written to: " + reason(directory, e), e);
    }
  }

  private static String reason(Path directory, IOException problem) {
    for (Path path = directory; path != null; path = path.getParent()) {
      if (Files.exists(path)) {
        return Files.isDirectory(path) ? problem.toString() : path + " is a file, not a directory";
      }
    }
    return problem.toString();
  }

  private static StoreException closing(StoreLock lock, StoreException problem) {
    try {
      lock.close();
    } catch (IOException e) {
      problem.addSuppressed(e);
    }
    return problem;
  }

  /** Returns the directory. */
  public Path directory() {
    return directory;
  }

  /** Returns the options. */
  public StoreOptions options() {
    return options;
  }

  /** Returns what can be read before the first batch is written. */
  public StoreReader reader() {
    return reader;
  }

  /** Records settings in place of all that were recorded, and commits. */
  public void record(Map<String, String> settings) {
    var sql = new Sql(connection);
    byte[] count = Ints.toByteArray(settings.size());
    try {
      sql.execute("BEGIN");
      sql.execute("DELETE FROM setting");
      for (Map.Entry<String, String> each : settings.entrySet()) {
        sql.execute("INSERT INTO setting VALUES (?, ?)", each.getKey(), each.getValue());
      }
      sql.execute("INSERT OR REPLACE INTO state VALUES (?, 0, ?)", StoreReader.SETTINGS, count);
      sql.execute("COMMIT");
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** Records that a run begins, and commits; before the first batch is handed over. */
  public void beginRun(Instant now) {
    try {
      new Sql(connection).execute("INSERT INTO run (started) VALUES (?)", now.toEpochMilli());
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** Records why the run ends, and commits; after {@link #finish}. */
  public void endRun(Instant now, String reason) {
    String end = "UPDATE run SET ended = ?, reason = ? WHERE id = (SELECT max(id) FROM run)";
    try {
      new Sql(connection).execute(end, now.toEpochMilli(), reason);
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /**
   * Keeps an answer about a page, or removes it, and commits; before the first batch is handed
   * over.
   *
   * @param url the number of the URL
   */
  public void setAnswer(long url, Optional<Answer> answer, Instant now) {
    var sql = new Sql(connection);
    try {
      sql.execute("BEGIN");
      sql.execute("DELETE FROM answer WHERE url = ?", url);
      if (answer.isPresent()) {
        int relevant = answer.get().relevant() ? 1 : 0;
        double relevance = answer.get().relevance();
        sql.execute(
            "INSERT INTO answer VALUES (?,?,?,?)", url, relevant, relevance, now.toEpochMilli());
      }
      sql.execute("COMMIT");
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /**
   * Hands a batch over for writing; waits while too many others are on their way. From the first
   * call on, nothing can be read here any more.
   */
  public void write(StoreBatch batch) throws InterruptedException {
    requireFile();
    try {
      if (writer == null) {
        writer = new StoreWriter(connection, options.threads());
      }
      writer.submit(batch);
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** The system lets SQLite write to a file that has been deleted. */
  private void requireFile() {
    if (!exists(directory)) {
      throw new StoreException(
          directory, "has no crawl any more: it was deleted or moved while the crawl ran", null);
    }
  }

  /** Returns the commits so far. */
  public CommitTime commitTime() {
    return writer == null ? CommitTime.NONE : writer.commitTime();
  }

  /** Waits until a batch is committed that was handed over before. */
  public void await(StoreBatch batch) throws InterruptedException {
    while (!batch.written.await(100, TimeUnit.MILLISECONDS)) {
      check(); // one before it may have failed
    }
    check();
  }

  /** Throws if a batch could not be written. */
  public void check() {
    try {
      if (writer != null) {
        writer.throwIfFailed();
      }
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /** Waits until all batches are committed, and throws if the time is not enough. */
  public void finish(Duration atMost) throws InterruptedException {
    requireFile();
    try {
      if (writer != null && !writer.finish(atMost)) {
        throw new StoreException(
            directory, "was not written within " + Durations.text(atMost), null);
      }
    } catch (SQLException e) {
      throw unwritable(e);
    }
  }

  /**
   * Closes the file and lets other crawls have the directory. Batches that are not committed by
   * then are lost, see {@link #finish}.
   */
  @Override
  public void close() {
    try (lock) {
      if (writer != null) {
        writer.stop();
      }
      connection.close();
    } catch (SQLException | IOException e) {
      throw new StoreException(directory, "cannot be closed: " + e.getMessage(), e);
    }
  }

  private StoreException unwritable(SQLException cause) {
    return switch (cause.getErrorCode() & 0xff) {
      case FULL ->
          new StoreException(
              directory,
              "is on a disk that is full; what was committed is safe, and the crawl resumes from"
                  + " there once there is room",
              cause);
      case READ_ONLY ->
          new StoreException(directory, "cannot be written to; what was committed is safe", cause);
      default -> StoreException.of(directory, "cannot be written", cause);
    };
  }
}
