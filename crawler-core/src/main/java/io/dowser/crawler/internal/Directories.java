package io.dowser.crawler.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Creates the directories of files that a user names. Thread-safe. */
public final class Directories {

  private Directories() {}

  /** Returns a file whose directory has been created, with those above it, unless it existed. */
  public static Path createFor(Path file) throws IOException {
    Path directory = file.toAbsolutePath().getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    return file;
  }
}
