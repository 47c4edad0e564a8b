package io.dowser.benchmarks;

import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * PageRank kept up to date: one more page is crawled and found to have 30 links, and whatever ranks
 * have moved by that are read. Half of the links lead to popular pages.
 *
 * <p>Each iteration begins with a graph of which a tenth is crawled; when all of it is, pages are
 * crawled again and found to have other links, which is dearer.
 *
 * <p>Run: {@code java -jar benchmarks/target/benchmarks.jar jmh PageRankBenchmark}
 */
@State(Scope.Benchmark)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class PageRankBenchmark {

  private static final int LINKS = 30;

  /** Known pages. */
  @Param({"1000", "100000"})
  public int size = 1_000;

  private long[][] targets = new long[0][];
  private IncrementalPageRank ranks = new IncrementalPageRank();
  private int next;
  private int moved;

  /** Creates the benchmark; JMH does. */
  public PageRankBenchmark() {}

  /** Draws the links. */
  @Setup
  public void draw() {
    var random = new SplittableRandom(1);
    targets = new long[size][LINKS];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < LINKS; j++) {
        double place = random.nextDouble();
        targets[i][j] = (int) (size * (j % 2 == 0 ? place : place * place * place));
      }
    }
  }

  /** Creates a graph of which a tenth is crawled. */
  @Setup(Level.Iteration)
  public void crawlTenth() {
    ranks = new IncrementalPageRank();
    ranks.add(size - 1);
    for (next = 0; next < size / 10; ) {
      crawl();
    }
  }

  /** Crawls one more page. */
  @Benchmark
  public int crawl() {
    int page = next % size;
    ranks.setOutLinks(page, targets[next / size % 2 == 0 ? page : size - 1 - page]);
    next++;
    ranks.drainChanged(node -> moved++);
    return moved;
  }
}
