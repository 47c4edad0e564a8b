package io.dowser.crawler.internal.recovery;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The memory of a long table, in chunks of one size; these are on the heap. */
class Chunks {

  /** The size of a chunk. */
  static final int BYTES = 1 << 18;

  /** Returns a chunk of zeros in the byte order of the machine. */
  ByteBuffer next() {
    return ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder());
  }

  /** Takes a chunk back, which nothing uses any more. */
  void release(ByteBuffer chunk) {}

  /** Returns whether chunks count for the heap. */
  boolean inHeap() {
    return true;
  }
}
