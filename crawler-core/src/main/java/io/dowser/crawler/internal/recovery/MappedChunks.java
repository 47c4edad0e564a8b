package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Chunks that are parts of a file, mapped into memory: the operating system keeps in memory what is
 * used, and none of it counts for the heap.
 *
 * <p>The file is written before it is mapped, because a full disk is an error there and would end
 * the JVM at the first use of a mapped page. A temporary one has no name any more once it is open,
 * so that nothing is left of it after a kill; where a file that is open keeps its name, the next
 * one in the directory deletes what a kill has left. Not thread-safe.
 */
final class MappedChunks extends Chunks implements AutoCloseable {

  private static final String PREFIX = "known-";
  private static final String SUFFIX = ".tmp";

  /** The largest mapping; a process may have some 65,000 of them. */
  private static final int MOST = 16 * BYTES;

  private final FileChannel file;
  private final Deque<ByteBuffer> free = new ArrayDeque<>();

  private MappedChunks(FileChannel file) {
    this.file = file;
  }

  /**
   * Creates a temporary file; there must be no other that is in use.
   *
   * @throws CrawlException if that is not possible
   */
  static MappedChunks in(Path directory) {
    try {
      deleteAll(directory);
      return new MappedChunks(
          FileChannel.open(
              Files.createTempFile(directory, PREFIX, SUFFIX),
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException e) {
      throw new CrawlException("no file for known URLs can be created: " + e, e);
    }
  }

  /**
   * Opens a file that is kept, whose chunks come in their order and with what is in them.
   *
   * @throws CrawlException if that is not possible
   */
  static MappedChunks kept(Path path) {
    try {
      var chunks =
          new MappedChunks(
              FileChannel.open(
                  path,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.READ,
                  StandardOpenOption.WRITE));
      long whole = chunks.file.size() / BYTES * BYTES;
      for (long start = 0; start < whole; start += MOST) {
        chunks.map(start, (int) Math.min(MOST, whole - start));
      }
      return chunks;
    } catch (IOException e) {
      throw new CrawlException("the file of known URLs cannot be opened: " + e, e);
    }
  }

  private static void deleteAll(Path directory) throws IOException {
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*" + SUFFIX)) {
      for (Path file : left) {
        Files.delete(file);
      }
    }
  }

  @Override
  ByteBuffer next() {
    if (free.isEmpty()) {
      try {
        grow();
      } catch (IOException e) {
        throw new CrawlException("the file of known URLs cannot grow: " + e.getMessage(), e);
      }
    }
    return free.remove();
  }

  /** Doubles the file, or adds the most that is mapped at a time. */
  private void grow() throws IOException {
    long start = file.size() / BYTES * BYTES;
    int added = (int) Math.min(MOST, Math.max(2 * BYTES, start));
    for (long at = start; at < start + added; ) {
      at += file.write(ByteBuffer.allocate((int) Math.min(BYTES, start + added - at)), at);
    }
    map(start, added);
  }

  private void map(long start, int bytes) throws IOException {
    ByteBuffer mapped = file.map(MapMode.READ_WRITE, start, bytes);
    for (int at = 0; at < bytes; at += BYTES) {
      free.add(mapped.slice(at, BYTES).order(ByteOrder.nativeOrder()));
    }
  }

  @Override
  void release(ByteBuffer chunk) {
    chunk.clear().put(new byte[BYTES]).clear();
    free.add(chunk);
  }

  @Override
  boolean inHeap() {
    return false;
  }

  /** Closes the file. What is mapped goes away when nothing refers to it. */
  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new CrawlException("the file of known URLs cannot be closed: " + e.getMessage(), e);
    }
  }
}
