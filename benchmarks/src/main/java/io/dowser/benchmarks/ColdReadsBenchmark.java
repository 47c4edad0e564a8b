package io.dowser.benchmarks;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What memory alone costs a poll and an offer among 1,000,000 pending URLs of 80 characters, for
 * {@link HostGroupedQueueBenchmark} to be compared with: a bare loop that reads a row of 32 bytes,
 * two lines of a URL's text and an entry of an index, and writes an entry of the index and one of a
 * queue, all at random places in arrays of the sizes that the queue has.
 *
 * <p>{@code atOnce} lets the processor ask for all of them at the same time; in {@code inTurn} each
 * place is known only when the one before was read, as it is in a structure of pointers.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh ColdReadsBenchmark}
 */
@State(Scope.Benchmark)
@Fork(value = 1, jvmArgs = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ColdReadsBenchmark {

  private static final long MULTIPLIER = 6_364_136_223_846_793_005L;

  private long[] rows = {};
  private long[] entries = {};
  private int[] index = {};
  private byte[] texts = {};
  private long state = 1;

  /** Creates the benchmark; JMH does. */
  public ColdReadsBenchmark() {}

  /** Takes the memory. */
  @Setup
  public void fill() {
    rows = new long[4 << 20];
    entries = new long[2 << 20];
    index = new int[2 << 20];
    texts = new byte[80 << 20];
  }

  /** All places are known from the start. */
  @Benchmark
  public long atOnce() {
    long place = next(0);
    long read = rows[at(place, rows.length)];
    read += index[at(place * MULTIPLIER, index.length)];
    int text = at(place * 31, texts.length - 64);
    read += texts[text] + texts[text + 64];
    long fresh = next(0);
    index[at(fresh, index.length)]++;
    entries[at(fresh * 31, entries.length)]++;
    return read;
  }

  /** Each place depends on what the one before held: zero, but the processor cannot know. */
  @Benchmark
  public long inTurn() {
    long place = next(0);
    long read = rows[at(place, rows.length)];
    read += index[at((place + read) * MULTIPLIER, index.length)];
    int text = at((place + read) * 31, texts.length - 64);
    read += texts[text] + texts[text + 64];
    long fresh = next(read);
    read += index[at(fresh, index.length)]++;
    read += entries[at((fresh + read) * 31, entries.length)]++;
    state += read & 1L << 62;
    return read;
  }

  private long next(long read) {
    state = state * MULTIPLIER + 1 + (read & 1L << 62);
    return state;
  }

  /** Returns a random place below a bound. */
  private static int at(long random, int bound) {
    return (int) (((random >>> 33) * bound) >>> 31);
  }
}
