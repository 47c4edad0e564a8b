package io.dowser.crawler.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.TaskContext;

/**
 * The WARC files of one attempt of a task: written beside it, then copied into the crawl's
 * directory under names that no other attempt has. Only those that an outcome names are kept.
 */
final class WarcFiles implements AutoCloseable {

  static final long MOST_BYTES = 1L << 30;

  private final PartFile.Place place;
  private final Path local;
  private final String prefix;
  private final org.apache.hadoop.fs.Path target;

  private WarcFiles(
      PartFile.Place place, Path local, String prefix, org.apache.hadoop.fs.Path target) {
    this.place = place;
    this.local = local;
    this.prefix = prefix;
    this.target = target;
  }

  static WarcFiles begin(PartFile.Place place, int round) {
    TaskContext context = TaskContext.get();
    var target =
        new org.apache.hadoop.fs.Path(place.directory(), CrawlLayout.of(CrawlLayout.WARC, round));
    String prefix =
        String.format(
            Locale.ROOT,
            "part-%05d-%s-%d",
            context.partitionId(),
            place.run(),
            context.taskAttemptId());
    try {
      return new WarcFiles(place, Files.createTempDirectory("dowser-warc"), prefix, target);
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for WARC files", e);
    }
  }

  Path local() {
    return local;
  }

  String prefix() {
    return prefix;
  }

  /** Copies the files into the crawl's directory and names them. */
  List<String> publish() throws IOException {
    FileSystem files = target.getFileSystem(place.hadoop().configuration());
    List<String> names = new ArrayList<>();
    for (Path file : list()) {
      String name = String.valueOf(file.getFileName());
      var source = new org.apache.hadoop.fs.Path(file.toUri());
      files.copyFromLocalFile(true, true, source, new org.apache.hadoop.fs.Path(target, name));
      names.add(name);
    }
    return names;
  }

  private List<Path> list() throws IOException {
    try (Stream<Path> all = Files.list(local)) {
      return all.sorted().toList();
    }
  }

  /** Removes what was not published. */
  @Override
  public void close() throws IOException {
    try (Stream<Path> all = Files.walk(local)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    }
  }
}
