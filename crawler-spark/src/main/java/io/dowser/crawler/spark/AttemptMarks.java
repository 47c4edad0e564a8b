package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.SupportsPrefixOperations;

/**
 * Finds the URLs that were in flight when a task died for the second time, so that they are
 * quarantined and do not end the crawl. From its second attempt on, a task keeps a small file for
 * each URL in flight; those that an attempt has left are found by the next one. For the engine
 * thread of one attempt.
 */
final class AttemptMarks {

  /** An attempt that finds nothing to fear: nothing is marked in a task's first attempt. */
  private static final int FIRST = 0;

  private final FileIO io;
  private final String directory;
  private final int attempt;
  private final Map<String, String> marks = new ConcurrentHashMap<>();

  /**
   * Begins.
   *
   * @param directory of one task of one round of one driver
   * @param attempt from 0
   */
  AttemptMarks(FileIO io, String directory, int attempt) {
    this.io = io;
    this.directory = directory;
    this.attempt = attempt;
  }

  /** Returns the URLs that were in flight when an attempt after the first one died. */
  Set<String> diedTwice() {
    Set<String> urls = new HashSet<>();
    if (attempt > FIRST + 1 && io instanceof SupportsPrefixOperations files) {
      try {
        for (FileInfo file : files.listPrefix(directory + "/")) {
          urls.add(read(file.location()));
        }
      } catch (UncheckedIOException e) {
        if (!(e.getCause() instanceof FileNotFoundException)) { // no attempt has left a mark
          throw e;
        }
      }
    }
    return urls;
  }

  private String read(String location) {
    try (InputStream in = io.newInputFile(location).newStream()) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A URL is in flight. */
  void start(String url) {
    if (attempt > FIRST) {
      String location = directory + "/" + attempt + "-" + marks.size() + "-" + url.hashCode();
      try (OutputStream out = io.newOutputFile(location).createOrOverwrite()) {
        out.write(url.getBytes(UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      marks.put(url, location);
    }
  }

  /** Something came of a URL. */
  void end(String url) {
    String location = marks.remove(url);
    if (location != null) {
      io.deleteFile(location);
    }
  }

  /** The task has ended well: nothing that an attempt has left matters any more. */
  void clear() {
    if (attempt > FIRST && io instanceof SupportsPrefixOperations files) {
      files.deletePrefix(directory + "/");
    }
  }
}
