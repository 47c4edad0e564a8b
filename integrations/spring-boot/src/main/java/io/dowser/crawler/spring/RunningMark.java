package io.dowser.crawler.spring;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A file in the directory of a crawl that is there from its start until it comes to its end or is
 * stopped by the program: so the next start of an application that ended, or was killed, finds the
 * crawls to resume. A crawl without directory has none.
 */
final class RunningMark {

  private final @Nullable Path file;

  RunningMark(@Nullable Path directory) {
    this.file = directory == null ? null : directory.resolve("running");
  }

  boolean isSet() {
    return file != null && Files.exists(file);
  }

  void set() {
    if (file != null && !isSet()) {
      try {
        Files.createFile(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  void clear() {
    if (file != null) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
