package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlException;
import java.nio.file.Path;
import java.sql.SQLDataException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/**
 * Thrown if the directory of a crawl cannot be used.
 *
 * <pre>{@code
 * try (CrawlHistory history = CrawlHistory.open(Path.of("tides"))) {
 *   history.verify().forEach(System.err::println);
 * } catch (StoreException e) {
 *   System.err.println(e.getMessage()); // for example that there is no crawl in it
 * }
 * }</pre>
 */
public class StoreException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** The directory, as text. */
  private final String directory;

  /**
   * Creates an exception.
   *
   * @param directory the crawl's directory
   * @param problem the problem; continues the sentence that begins with the directory
   * @param cause the cause, or null
   */
  public StoreException(Path directory, String problem, @Nullable Throwable cause) {
    super("the crawl directory " + directory + " " + problem, cause);
    this.directory = directory.toString();
  }

  /**
   * {@return the exception to throw when reading or writing failed}
   *
   * @param directory the crawl's directory
   * @param problem the problem, if the directory is not damaged
   * @param cause the exception of SQLite or of the reader of a row
   */
  public static StoreException of(Path directory, String problem, Exception cause) {
    return isDamage(cause)
        ? damaged(directory, String.valueOf(cause.getMessage()), cause)
        : new StoreException(directory, problem + ": " + cause.getMessage(), cause);
  }

  /**
   * {@return an exception for a damaged directory}
   *
   * @param directory the crawl's directory
   * @param what the damage
   * @param cause the cause, or null
   */
  public static StoreException damaged(Path directory, String what, @Nullable Throwable cause) {
    return new StoreException(
        directory,
        "is damaged: "
            + what
            + "; restore a copy, or save its rows with 'sqlite3 crawl.db .recover'",
        cause);
  }

  /** A value or row that makes no sense is damage, as is what SQLite calls so. */
  private static boolean isDamage(Exception cause) {
    int code = cause instanceof SQLException sql ? sql.getErrorCode() & 0xff : 0;
    return !(cause instanceof SQLException)
        || cause instanceof SQLDataException
        || code == SQLiteErrorCode.SQLITE_CORRUPT.code
        || code == SQLiteErrorCode.SQLITE_NOTADB.code
        || code == SQLiteErrorCode.SQLITE_ERROR.code; // a table or column is missing
  }

  /**
   * Names the directory.
   *
   * @return its path
   */
  public Path directory() {
    return Path.of(directory);
  }
}
