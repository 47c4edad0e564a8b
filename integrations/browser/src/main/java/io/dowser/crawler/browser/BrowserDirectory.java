package io.dowser.crawler.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory for what a browser writes. It is locked while its JVM lives; the next one that is
 * created removes those that a JVM left behind which was killed together with the shell that would
 * have deleted them.
 */
final class BrowserDirectory implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(BrowserDirectory.class);
  private static final String PREFIX = "dowser-browser-";
  private static final String LOCK = "owner.lock";

  private final Path path;
  private final FileChannel lock;

  private BrowserDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates one.
   *
   * @param parent the directory for temporary files
   */
  static BrowserDirectory in(Path parent) throws IOException {
    String own = PREFIX + process() + "-";
    Path path = Files.createTempDirectory(parent, own);
    FileChannel channel =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    channel.lock();
    removeAbandoned(parent, own);
    return new BrowserDirectory(path, channel);
  }

  Path path() {
    return path;
  }

  /** Returns what no other process of this machine has: numbers alone are used again. */
  private static String process() {
    ProcessHandle process = ProcessHandle.current();
    long start = process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    return process.pid() + "-" + start;
  }

  /** Looks at no directory of this process: to close a file may end its locks on that file. */
  private static void removeAbandoned(Path parent, String own) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path each : all) {
        if (!each.getFileName().toString().startsWith(own) && isAbandoned(each.resolve(LOCK))) {
          remove(each);
        }
      }
    }
  }

  /** Returns whether no process has the lock; one without a lock file is just being created. */
  private static boolean isAbandoned(Path file) {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || !Files.isWritable(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock taken = channel.tryLock()) {
      return taken != null;
    } catch (IOException e) {
      return false; // deleted just now
    }
  }

  /** Removes the files that can be removed; the others are left for the next time. */
  private static void remove(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      List<Path> deepestFirst =
          files.filter(file -> !file.endsWith(LOCK)).sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        if (!file.equals(directory)) {
          Files.deleteIfExists(file);
        }
      }
      Files.deleteIfExists(directory.resolve(LOCK));
      Files.deleteIfExists(directory);
    } catch (IOException | UncheckedIOException e) {
      LOG.debug("{} is left for the next start: {}", directory, e.toString());
    }
  }

  /** Releases the lock. */
  @Override
  public void close() throws IOException {
    lock.close();
  }
}
