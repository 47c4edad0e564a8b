package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** One file of an archive, whose pages are read from any place; thread-safe. */
abstract class ArchiveFile implements Closeable {

  /** A page that takes more bytes in its file is not read. */
  static final int LONGEST_PAGE = 1 << 28;

  /**
   * An answer that was archived.
   *
   * @param time its milliseconds since 1970; the least number if unknown
   * @param hasFailed whether it neither has a page nor leads to one
   * @param repeats what it repeats instead of having a body; null if it has its own
   */
  record Capture(String url, long time, boolean hasFailed, @Nullable Repeated repeats) {

    /** A capture that has its own body and no time. */
    static Capture undated(String url, boolean hasFailed) {
      return new Capture(url, Long.MIN_VALUE, hasFailed, null);
    }
  }

  /** The latest capture with its own body of a URL, in a range of times, both ends included. */
  record Repeated(String url, long earliest, long latest) {}

  /** Receives the pages of a file. */
  @FunctionalInterface
  interface Entries {

    /** Receives a page, itself if it cannot be read at its offset. */
    void page(Capture capture, long offset, long length, byte @Nullable [] bytes)
        throws IOException;
  }

  private final Path path;
  // not a FileChannel: an interrupted reader would close that for all
  private final RandomAccessFile file;

  ArchiveFile(Path path) throws IOException {
    this.path = path;
    this.file = new RandomAccessFile(path.toFile(), "r");
  }

  Path path() {
    return path;
  }

  /** Reports each page in the file, in order. */
  abstract void scan(Entries entries) throws IOException;

  /** Parses a page that {@link #scan} found. */
  abstract FetchResult answer(CrawlUrl url, byte[] page) throws IOException;

  /** Reads a page and creates its answer. A page that makes no sense is a failure of its own. */
  final FetchResult answer(CrawlUrl url, PageIndex.Entry entry) throws IOException {
    if (entry.length() > LONGEST_PAGE) {
      String record = path + ", the record at byte " + entry.offset();
      return nonsense(url, record + " must have " + LONGEST_PAGE + " bytes at most, but has more");
    }
    byte[] page = entry.bytes() == null ? read(entry) : entry.bytes();
    try {
      return answer(url, page);
    } catch (IOException | RuntimeException e) {
      return nonsense(url, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private static FetchResult nonsense(CrawlUrl url, String why) {
    return FetchResult.Failed.of(url, FetchResult.FailureReason.PROTOCOL, "archive: " + why);
  }

  private byte[] read(PageIndex.Entry entry) throws IOException {
    byte[] bytes = new byte[(int) entry.length()];
    try {
      synchronized (file) {
        file.seek(entry.offset());
        file.readFully(bytes);
      }
    } catch (EOFException e) {
      throw new IOException(path + " is shorter than when it was indexed", e);
    }
    return bytes;
  }

  @Override
  public final void close() throws IOException {
    file.close();
  }
}
