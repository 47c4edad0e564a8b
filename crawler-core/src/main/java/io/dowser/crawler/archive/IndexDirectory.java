package io.dowser.crawler.archive;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Where the index of a replay is, and whether it stays there. Not thread-safe. */
final class IndexDirectory {

  private final Path path;
  private final boolean temporary;

  private IndexDirectory(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  /** Takes a directory whose index is kept for the next time. */
  static IndexDirectory kept(Path path) {
    return new IndexDirectory(path, false);
  }

  /** Creates a directory for one replay. */
  static IndexDirectory temporary() throws IOException {
    return new IndexDirectory(Files.createTempDirectory("dowser-replay"), true);
  }

  Path path() {
    return path;
  }

  /**
   * Takes away the names of temporary files that are open, where the system allows that: it frees
   * them when the process ends, in whatever way.
   */
  void opened() {
    try {
      delete();
    } catch (IOException e) {
      // an open file must keep its name here; delete() is called again at the end
    }
  }

  /** Deletes what is temporary; does nothing if nothing is left of it. */
  void delete() throws IOException {
    if (!temporary || !Files.exists(path)) {
      return;
    }
    List<Path> inside;
    try (Stream<Path> files = Files.list(path)) {
      inside = files.toList();
    }
    for (Path file : inside) {
      Files.delete(file);
    }
    Files.delete(path);
  }
}
