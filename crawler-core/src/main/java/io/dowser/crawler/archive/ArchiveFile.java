package io.dowser.crawler.archive;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/** One file of an archive, whose pages are read from any place; thread-safe. */
abstract class ArchiveFile implements Closeable {

  /** Takes note of a page. */
  @FunctionalInterface
  interface Entries {

    void page(String url, long offset, long length) throws IOException;
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

  /** Reports of each page in the file, in order. */
  abstract void scan(Entries entries) throws IOException;

  /** Creates the answer of a page that {@link #scan} found. */
  abstract FetchResult answer(CrawlUrl url, byte[] page) throws IOException;

  /**
   * Reads a page and makes its answer. One that makes no sense is a failure of its own, of which
   * neither the disk nor the page's host is to blame.
   *
   * @throws IOException if the file cannot be read
   */
  final FetchResult answer(CrawlUrl url, Slice slice) throws IOException {
    if (slice.length() > Slice.LONGEST) {
      return nonsense(
          url,
          path
              + ", the record at byte "
              + slice.offset()
              + " must have "
              + Slice.LONGEST
              + " bytes at most, but has more");
    }
    byte[] page = read(slice);
    try {
      return answer(url, page);
    } catch (IOException | RuntimeException e) {
      return nonsense(url, e.getMessage() == null ? e.toString() : e.getMessage());
    }
  }

  private static FetchResult nonsense(CrawlUrl url, String why) {
    return FetchResult.Failed.of(url, FetchResult.FailureReason.PROTOCOL, "archive: " + why);
  }

  private byte[] read(Slice slice) throws IOException {
    byte[] bytes = new byte[slice.length()];
    try {
      synchronized (file) {
        file.seek(slice.offset());
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
