package io.dowser.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory that is gone when it is closed, with all that is in it. */
final class TemporaryDirectory implements AutoCloseable {

  private final Path path;

  TemporaryDirectory() throws IOException {
    this.path = Files.createTempDirectory("dowser-benchmark");
  }

  Path path() {
    return path;
  }

  /** Bytes of all files in it. */
  long bytes() throws IOException {
    long bytes = 0;
    for (Path file : all()) {
      bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
    }
    return bytes;
  }

  private List<Path> all() throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.sorted(Comparator.reverseOrder()).toList();
    }
  }

  @Override
  public void close() throws IOException {
    for (Path file : all()) {
      Files.delete(file);
    }
  }
}
