package io.dowser.crawler.lab;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Keeps others out of a directory while it is open; a killed process leaves it unlocked. */
final class OutputLock implements Closeable {

  private static final String NAME = "lab.lock";

  private final FileChannel channel;

  private OutputLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Takes a directory, which is created; refuses one that another process has. */
  static OutputLock take(Path directory) throws IOException {
    Path file = Files.createDirectories(directory).resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return new OutputLock(channel);
      }
    } catch (OverlappingFileLockException e) {
      // another thread of this process has it
    }
    channel.close();
    throw new LabException(
        "--out " + directory + " is in use by another command; wait for it or name another one");
  }

  /** Creates a directory if needed, and waits until it is free. */
  static OutputLock await(Path directory) throws IOException {
    Path file = Files.createDirectories(directory).resolve(NAME);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.lock();
    return new OutputLock(channel);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
