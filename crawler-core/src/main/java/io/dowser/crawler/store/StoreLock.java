package io.dowser.crawler.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Keeps a second crawl out of a directory; the system releases it when the process dies. */
final class StoreLock implements Closeable {

  private static final String NAME = "crawl.lock";

  private final FileChannel channel;

  private StoreLock(FileChannel channel) {
    this.channel = channel;
  }

  static StoreLock take(Path directory) throws IOException {
    FileChannel channel =
        FileChannel.open(
            directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new StoreException(directory, "is in use by another crawl", null);
    }
    return new StoreLock(channel);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) { // by a crawl in this JVM
      return null;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
