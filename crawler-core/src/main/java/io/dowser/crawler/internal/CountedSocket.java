package io.dowser.crawler.internal;

/** A socket that counts the bytes that are read from it. */
public interface CountedSocket {

  /** Returns the number of bytes read so far; call it in the thread that reads, or after it. */
  long bytesRead();
}
