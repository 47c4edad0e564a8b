package io.dowser.crawler.toolkit.model;

import io.dowser.crawler.api.CrawlException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file is not the model that was asked for: foreign, damaged, too large, or of another version.
 */
public final class ModelFormatException extends CrawlException {

  private static final long serialVersionUID = 1L;

  private final transient Path file;

  /**
   * Reports what is wrong with a file.
   *
   * @param file the file, left as it was
   * @param trouble what is wrong with it and what was expected
   * @param cause why, or null
   */
  public ModelFormatException(Path file, String trouble, @Nullable Throwable cause) {
    super("model file " + file + ": " + trouble, cause);
    this.file = file;
  }

  /** {@return the file that was read} */
  public Path file() {
    return file;
  }
}
