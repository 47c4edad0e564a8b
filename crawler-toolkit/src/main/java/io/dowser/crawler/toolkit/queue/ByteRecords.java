package io.dowser.crawler.toolkit.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A short run of bytes for each slot, written one behind the other into chunks.
 *
 * <p>A removed record leaves a hole. A chunk with less than thirteen sixteenths alive is given up:
 * its records go to the end. So holes take less than a fifth of the memory, and a removal costs at
 * most 13/3 of its own bytes of copying on average.
 *
 * <p>A record is the slot (4 bytes, -1 once removed), the length (2 bytes) and the bytes, padded to
 * a multiple of 4; an address counts such units, so that an int reaches 16 GiB.
 */
final class ByteRecords {

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int HEADER = 6;
  private static final int UNIT_BITS = 2;
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK = 1 << CHUNK_BITS;

  /**
   * The longest record fits beside fewer bytes, so a new chunk takes what is left of an old one.
   */
  private static final int LEAST_ALIVE = CHUNK / 16 * 13;

  private static final int MAX_CHUNKS = 1 << (32 - CHUNK_BITS + UNIT_BITS);
  private static final int NONE = 0;
  private static final int DEAD = -1;

  /** Where the addresses of the slots are kept, 0 at first. */
  interface Addresses {

    int get(int slot);

    void set(int slot, int address);
  }

  private final Addresses addresses;
  private byte[] @Nullable [] chunks = new byte[4][];
  private int[] alive = new int[4];
  private int[] used = new int[4];
  private int[] free = new int[4];
  private int freeCount;
  private int chunkCount = 1; // chunk 0 is never used, so that address 0 can mean none
  private int current;

  ByteRecords(Addresses addresses) {
    this.addresses = addresses;
  }

  /** Stores a record for a slot that has none. */
  void put(int slot, byte[] source, int from, int length) {
    int bytes = paddedSize(length);
    int address = append(bytes);
    int number = chunkOf(address);
    byte[] chunk = chunk(number);
    int at = offsetOf(address);
    writeInt(chunk, at, slot);
    chunk[at + 4] = (byte) (length >>> 8);
    chunk[at + 5] = (byte) length;
    System.arraycopy(source, from, chunk, at + HEADER, length);
    alive[number] += bytes;
    addresses.set(slot, address);
  }

  /** Returns the length of a record, 0 if the slot has none. */
  int length(int slot) {
    int address = addresses.get(slot);
    return address == NONE ? 0 : lengthAt(chunk(chunkOf(address)), offsetOf(address));
  }

  /** Reads the first four bytes of a record that has as many. */
  int firstInt(int slot) {
    int address = addresses.get(slot);
    return readInt(chunk(chunkOf(address)), offsetOf(address) + HEADER);
  }

  /** Copies a record out and gives its length, 0 if the slot has none. */
  int copy(int slot, byte[] target, int to) {
    int address = addresses.get(slot);
    if (address == NONE) {
      return 0;
    }
    byte[] chunk = chunk(chunkOf(address));
    int at = offsetOf(address);
    int length = lengthAt(chunk, at);
    System.arraycopy(chunk, at + HEADER, target, to, length);
    return length;
  }

  /** Forgets the record of a slot, if it has one. */
  void remove(int slot) {
    int address = addresses.get(slot);
    if (address == NONE) {
      return;
    }
    int number = chunkOf(address);
    byte[] chunk = chunk(number);
    int bytes = paddedSize(lengthAt(chunk, offsetOf(address)));
    alive[number] -= bytes;
    writeInt(chunk, offsetOf(address), DEAD);
    addresses.set(slot, NONE);
    if (number != current) {
      evacuateIfSparse(number);
    }
  }

  /** Counts the chunks in use, each of 64 KiB. */
  int chunks() {
    return chunkCount - 1 - freeCount;
  }

  private int append(int bytes) {
    if (current == 0 || used[current] + bytes > CHUNK) {
      startChunk();
    }
    int at = used[current];
    used[current] = at + bytes;
    return address(current, at);
  }

  private void startChunk() {
    int full = current;
    current = freeCount > 0 ? free[--freeCount] : newChunk();
    alive[current] = 0;
    used[current] = 0;
    if (full != 0) {
      evacuateIfSparse(full); // its survivors fit into the new chunk
    }
  }

  private void evacuateIfSparse(int number) {
    if (alive[number] >= LEAST_ALIVE) {
      return;
    }
    byte[] chunk = chunk(number);
    int end = used[number];
    for (int at = 0; at < end && alive[number] > 0; ) {
      int length = lengthAt(chunk, at);
      int slot = readInt(chunk, at);
      if (slot != DEAD) {
        put(slot, chunk, at + HEADER, length);
        alive[number] -= paddedSize(length);
      }
      at += paddedSize(length);
    }
    release(number);
  }

  private void release(int number) {
    if (freeCount == free.length) {
      free = Arrays.copyOf(free, freeCount * 2);
    }
    free[freeCount++] = number;
    if (freeCount > 1) { // one spare chunk is kept, the others are memory given back
      chunks[number] = null;
    }
  }

  private int newChunk() {
    if (chunkCount == MAX_CHUNKS) {
      throw new IllegalStateException("the table is full: its texts take 16 GiB");
    }
    if (chunkCount == chunks.length) {
      int capacity = chunkCount + (chunkCount >> 1);
      chunks = Arrays.copyOf(chunks, capacity);
      alive = Arrays.copyOf(alive, capacity);
      used = Arrays.copyOf(used, capacity);
    }
    return chunkCount++;
  }

  private byte[] chunk(int number) {
    byte[] chunk = chunks[number];
    if (chunk == null) {
      chunk = new byte[CHUNK];
      chunks[number] = chunk;
    }
    return chunk;
  }

  private static int chunkOf(int address) {
    return address >>> (CHUNK_BITS - UNIT_BITS);
  }

  private static int offsetOf(int address) {
    return (address << UNIT_BITS) & (CHUNK - 1);
  }

  private static int address(int chunk, int offset) {
    return chunk << (CHUNK_BITS - UNIT_BITS) | offset >>> UNIT_BITS;
  }

  private static int paddedSize(int length) {
    return (HEADER + length + 3) & -4;
  }

  private static int lengthAt(byte[] chunk, int at) {
    return (chunk[at + 4] & 0xFF) << 8 | (chunk[at + 5] & 0xFF);
  }

  static int readInt(byte[] chunk, int at) {
    return (int) INTS.get(chunk, at);
  }

  static void writeInt(byte[] chunk, int at, int value) {
    INTS.set(chunk, at, value);
  }
}
