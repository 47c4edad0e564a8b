package io.dowser.crawler.internal;

/** A socket that counts the bytes that are read from it. Thread-safe. */
public interface CountedSocket {

  /** Returns the number of bytes read so far. */
  long bytesRead();
}
