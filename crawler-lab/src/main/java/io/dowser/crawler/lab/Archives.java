package io.dowser.crawler.lab;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import io.dowser.crawler.archive.ReplayFetcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Opens archives. Each has one index, in a directory named after the checksum of its bytes, so that
 * comparisons with other results share it. Not thread-safe.
 */
final class Archives {

  private final Path indexes;
  private final Progress progress;
  private final Map<List<Path>, String> checksums = new HashMap<>();

  /** Keeps indexes in a directory, which is created when an archive is opened. */
  Archives(Path indexes, Progress progress) {
    this.indexes = indexes;
    this.progress = progress;
  }

  /** Returns the directory of indexes, which commands with results in the same directory share. */
  static Path indexFor(Path results) {
    return results.toAbsolutePath().normalize().resolveSibling("lab-index");
  }

  ReplayFetcher open(List<Path> archives) throws IOException {
    Path index = indexes.resolve(checksum(archives));
    var builder = ReplayFetcher.builder(archives.get(0)).indexDirectory(index);
    archives.stream().skip(1).forEach(builder::archive);
    OutputLock lock = OutputLock.await(index); // no two may write an index at a time
    try {
      return progress.during("indexing " + archives, () -> megabytes(index), builder::open);
    } finally {
      lock.close();
    }
  }

  private static String megabytes(Path index) {
    try (Stream<Path> files = Files.list(index)) {
      return (files.mapToLong(file -> file.toFile().length()).sum() >> 20) + " MB";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a checksum of the archives, which changes with every byte. */
  String checksum(List<Path> archives) throws IOException {
    String known = checksums.get(archives);
    if (known == null) {
      known = progress.during("reading " + archives, () -> "checksum", () -> sum(archives));
      checksums.put(archives, known);
    }
    return known;
  }

  private static String sum(List<Path> archives) throws IOException {
    Hasher all = Hashing.murmur3_128().newHasher();
    for (Path archive : archives) {
      for (Path file : files(archive)) {
        all.putBytes(MoreFiles.asByteSource(file).hash(Hashing.murmur3_128()).asBytes());
      }
    }
    return all.hash().toString();
  }

  /** Returns the files that a replay takes from a directory. */
  private static List<Path> files(Path archive) throws IOException {
    if (!Files.isDirectory(archive)) {
      return List.of(archive);
    }
    try (Stream<Path> inside = Files.list(archive)) {
      return inside.filter(file -> file.toString().matches(".*\\.w?arc(\\.gz)?")).sorted().toList();
    }
  }
}
