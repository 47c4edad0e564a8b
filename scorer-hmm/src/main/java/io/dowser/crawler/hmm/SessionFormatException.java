package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file does not hold the browsing sessions or the browser history that it should. */
public final class SessionFormatException extends CrawlException {

  private static final long serialVersionUID = 1L;

  private final transient Path file;

  /** The line, or 0. */
  private final int line;

  /**
   * Reports what is wrong with a file.
   *
   * @param file the file
   * @param line the line, from 1, or 0 if it has none
   * @param trouble what is wrong
   * @param cause why, or null
   */
  public SessionFormatException(Path file, int line, String trouble, @Nullable Throwable cause) {
    super(file + (line > 0 ? ", line " + line : "") + ": " + trouble, cause);
    this.file = file;
    this.line = line;
  }

  /** {@return the file that was read} */
  public Path file() {
    return file;
  }

  /** {@return 1 or more, or 0 if the trouble is not in one line} */
  public int line() {
    return line;
  }
}
