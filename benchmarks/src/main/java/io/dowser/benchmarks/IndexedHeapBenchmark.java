package io.dowser.benchmarks;

import io.dowser.crawler.toolkit.queue.IndexedHeap;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The heap at a constant size: the best entry is taken out and comes back further down; or a random
 * entry gets another key. Beside it, the first of these on a {@link PriorityQueue}, which cannot do
 * the second in less than linear time.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh IndexedHeapBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class IndexedHeapBenchmark {

  private static final int MASK = (1 << 20) - 1;

  /** Entries in the heap. */
  @Param({"1000", "100000", "1000000"})
  public int size = 1_000;

  private final double[] steps = new double[MASK + 1];
  private final int[] handles = new int[MASK + 1];
  private final IndexedHeap heap = new IndexedHeap();
  private final PriorityQueue<Entry> queue = new PriorityQueue<>();
  private int next;

  /** Creates the benchmark; JMH does. */
  public IndexedHeapBenchmark() {}

  /** Fills both, in random order. */
  @Setup
  public void fill() {
    var random = new SplittableRandom(1);
    for (int i = 0; i <= MASK; i++) {
      steps[i] = random.nextDouble();
      handles[i] = random.nextInt(size);
    }
    for (int handle = 0; handle < size; handle++) {
      double key = random.nextDouble();
      heap.push(handle, key);
      queue.add(new Entry(handle, key));
    }
  }

  /** Takes the best entry out and puts it back with a smaller key. */
  @Benchmark
  public int popAndPush() {
    double key = heap.peekKey();
    int handle = heap.pop();
    heap.push(handle, key - steps[next++ & MASK]);
    return handle;
  }

  /** The same with the JDK's queue. */
  @Benchmark
  public int popAndPushPriorityQueue() {
    Entry best = queue.remove();
    queue.add(new Entry(best.handle, best.key - steps[next++ & MASK]));
    return best.handle;
  }

  /** Returns a random entry another key. */
  @Benchmark
  public int rekey() {
    int handle = handles[next & MASK];
    heap.rekey(handle, steps[next++ & MASK]);
    return handle;
  }

  private record Entry(int handle, double key) implements Comparable<Entry> {

    @Override
    public int compareTo(Entry other) {
      int byKey = Double.compare(other.key, key);
      return byKey != 0 ? byKey : Integer.compare(handle, other.handle);
    }
  }
}
