package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.CrawlException;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every URL seen so far, by fingerprint, with its sequence number, and whether it is still pending.
 *
 * <p>The fingerprints lie in the order of their sequence numbers, 16 bytes each in chunks that are
 * never copied; an open-addressed table of sequence numbers finds them. So an entry takes 21 to 27
 * bytes, of the heap or of mapped files, and one bit of the heap. The file of fingerprints is kept:
 * a crawl that is opened again reads it, and not the URLs, if a sum over all of them agrees with
 * the one that was committed. Not thread-safe.
 *
 * <p>A look-up reads one place of the table and one fingerprint: two pages of the file at most if
 * none of it is in memory. Sets that are far larger than memory are looked up in batches instead,
 * sorted with the file: DRUM of IRLbot (Lee, Leonard, Wang and Loguinov 2008) and the sieve of
 * BUbiNG (Boldi, Marino, Santini and Vigna 2014). That delays each link until a batch is full, and
 * so the order of visits, which is what a focused crawl is about.
 */
public final class KnownUrls {

  /** The result of {@link #find} for a URL that was never added. */
  public static final int UNKNOWN = -1;

  private static final int HEAP_BYTES = 32;
  private static final int PRINT_BITS = 14; // 16 bytes each fill a chunk
  private static final int SLOT_BITS = 16; // 4 bytes each fill a chunk
  private static final int MAX_SLOTS = 1 << 30;

  private final Chunks memory;
  private final Chunks kept;
  private final List<LongBuffer> prints = new ArrayList<>();
  private final BitSet closed = new BitSet();
  private List<ByteBuffer> table = List.of();
  private IntBuffer[] slots = {};
  private int mask;
  private int size;
  private long sum;

  /** Creates an empty set in the heap. */
  public KnownUrls() {
    this(new Chunks(), new Chunks());
  }

  /**
   * Creates an empty set.
   *
   * @param memory the memory of the table
   * @param kept the memory of the fingerprints
   */
  KnownUrls(Chunks memory, Chunks kept) {
    this.memory = memory;
    this.kept = kept;
    createTable(1);
  }

  /** Returns a sum over all fingerprints and their numbers. */
  long sum() {
    return sum;
  }

  /**
   * Takes the fingerprints that are where they are kept; of an empty set.
   *
   * @param count their number
   * @param expected their sum
   * @return false if they are others, and the set is empty
   */
  boolean restore(int count, long expected) {
    int chunks = 1;
    while (count > ((long) chunks << SLOT_BITS) / 4 * 3) {
      chunks *= 2;
    }
    table.forEach(memory::release);
    createTable(chunks);
    for (int sequence = 0; sequence < count; sequence++) {
      LongBuffer chunk = chunk(sequence);
      long high = chunk.get(place(sequence));
      sum += term(high, chunk.get(place(sequence) + 1), sequence);
      enter(high, sequence);
    }
    size = count;
    if (sum == expected) {
      return true;
    }
    size = 0;
    sum = 0;
    table.forEach(memory::release);
    createTable(1);
    return false;
  }

  private static long term(long high, long low, int sequence) {
    return (high ^ Long.rotateLeft(low, Integer.SIZE)) * (2L * sequence + 1);
  }

  /** Returns the chunk of a number, which is that of a known URL or the next one. */
  private LongBuffer chunk(int sequence) {
    int index = sequence >>> PRINT_BITS;
    if (index == prints.size()) {
      prints.add(kept.next().asLongBuffer());
    }
    return prints.get(index);
  }

  public int size() {
    return size;
  }

  /** Returns about how many bytes of the heap the set takes. */
  public long heapBytes() {
    return memory.inHeap() ? (long) HEAP_BYTES * size : size / Byte.SIZE;
  }

  /** Returns the sequence number of a URL, or {@link #UNKNOWN}. */
  public int find(Fingerprint url) {
    int slot = (int) url.high() & mask;
    int sequence = at(slot);
    while (sequence != UNKNOWN && !matches(sequence, url)) {
      slot = (slot + 1) & mask;
      sequence = at(slot);
    }
    return sequence;
  }

  /** Returns the URL of a sequence number. */
  public Fingerprint get(int sequence) {
    LongBuffer chunk = prints.get(sequence >>> PRINT_BITS);
    int at = place(sequence);
    return new Fingerprint(chunk.get(at), chunk.get(at + 1));
  }

  /** Adds a URL that is unknown and gives its sequence number. */
  public int add(Fingerprint url) {
    if (size > mask - (mask >>> 2)) {
      grow();
    }
    LongBuffer chunk = chunk(size);
    chunk.put(place(size), url.high());
    chunk.put(place(size) + 1, url.low());
    sum += term(url.high(), url.low(), size);
    enter(url.high(), size);
    return size++;
  }

  public void add(String url) {
    add(Fingerprint.of(url));
  }

  /** Marks a URL as polled, so that it is never offered again. */
  public void close(long sequence) {
    closed.set((int) sequence);
  }

  /** Marks a URL as not polled, because it is pending again. */
  public void reopen(long sequence) {
    closed.clear((int) sequence);
  }

  public boolean isClosed(int sequence) {
    return closed.get(sequence);
  }

  /** Returns the number in a slot; 0 in the table is no number. */
  private int at(int slot) {
    return slots[slot >>> SLOT_BITS].get(slot & ((1 << SLOT_BITS) - 1)) - 1;
  }

  /** Puts a URL that is unknown into a free slot, without a look at those that are known. */
  private void enter(long high, int sequence) {
    int slot = (int) high & mask;
    while (at(slot) != UNKNOWN) {
      slot = (slot + 1) & mask;
    }
    slots[slot >>> SLOT_BITS].put(slot & ((1 << SLOT_BITS) - 1), sequence + 1);
  }

  /** Returns where a fingerprint is in its chunk. */
  private static int place(int sequence) {
    return 2 * (sequence & ((1 << PRINT_BITS) - 1));
  }

  private boolean matches(int sequence, Fingerprint url) {
    LongBuffer chunk = prints.get(sequence >>> PRINT_BITS);
    int at = place(sequence);
    return chunk.get(at) == url.high() && chunk.get(at + 1) == url.low();
  }

  private void grow() {
    if (mask == MAX_SLOTS - 1) {
      throw new CrawlException("a crawl can know at most " + size + " URLs");
    }
    List<ByteBuffer> old = table;
    createTable(2 * old.size());
    old.forEach(memory::release);
    for (int sequence = 0; sequence < size; sequence++) {
      enter(prints.get(sequence >>> PRINT_BITS).get(place(sequence)), sequence);
    }
  }

  private void createTable(int chunks) {
    table = Stream.generate(memory::next).limit(chunks).toList();
    slots = table.stream().map(ByteBuffer::asIntBuffer).toArray(IntBuffer[]::new);
    mask = (chunks << SLOT_BITS) - 1;
  }
}
