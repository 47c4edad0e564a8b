package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The directory of a crawl cannot be used, or not any longer. */
public class StoreException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** The directory, as text. */
  private final String directory;

  StoreException(Path directory, String trouble, @Nullable Throwable cause) {
    super("the crawl directory " + directory + " " + trouble, cause);
    this.directory = directory.toString();
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
