package io.dowser.crawler.toolkit.graph;

import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;

/**
 * PageRank that is not normalised, kept up to date while pages are crawled.
 *
 * <pre>PR(j) = (1-a) + a * sum over i linking to j of PR(i)/|C_i|</pre>
 *
 * <p>{@code C_i} are the distinct out-links of page i. The mean over a graph in which every page
 * has out-links is 1, so a rank of 2 means twice the average. Nodes are all known pages; one that
 * was not crawled has no out-links and its rank is not passed on, so the total is below the number
 * of nodes.
 *
 * <p>Source: S. Brin and L. Page, <i>The anatomy of a large-scale hypertextual Web search
 * engine</i>, 1998, section 2.1.1, in the form that Liu, Chen and Zhao 2023 print. The difference:
 * it is not computed again by iteration. Each node keeps an estimate x and a residual r with the
 * invariant {@code x[v] + r[v] = (1-a) + a * sum over u linking to v of x[u]/|C_u|}, and only
 * residuals above {@code eps} are passed on. The errors of all nodes add up to at most {@code (sum
 * of |r|)/(1-a)}.
 *
 * <p>Not thread-safe.
 */
public final class IncrementalPageRank implements Resumable {

  /** The damping factor a that is used throughout the literature. */
  public static final double DEFAULT_A = 0.85;

  /** The residual that is not worth passing on. */
  public static final double DEFAULT_EPS = 1e-5;

  private final double a;
  private final double eps;
  private LinkGraph graph = new LinkGraph();
  private double[] x = new double[64];
  private double[] r = new double[64];
  private int size;
  private final ArrayDeque<Integer> work = new ArrayDeque<>();
  private final BitSet isInWork = new BitSet();
  private final BitSet changed = new BitSet();

  /** Creates ranks with {@link #DEFAULT_A} and {@link #DEFAULT_EPS}. */
  public IncrementalPageRank() {
    this(DEFAULT_A, DEFAULT_EPS);
  }

  /**
   * Creates ranks for a graph without nodes.
   *
   * @param a damping factor, 0 to below 1
   * @param eps residual that is not worth passing on, above 0
   * @throws IllegalArgumentException if one of them is out of its range
   */
  public IncrementalPageRank(double a, double eps) {
    if (!(a >= 0 && a < 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("a must be 0 to below 1, but was " + a);
    }
    Checks.positive("eps", eps);
    this.a = a;
    this.eps = eps;
  }

  /** Returns the largest node so far plus 1. */
  int size() {
    return size;
  }

  /** {@return an estimate of the memory that nodes and links take, in bytes} */
  public long bytes() {
    return 2L * Double.BYTES * (size + size / 2) + graph.bytes();
  }

  /**
   * {@return the PageRank of a node, at least about {@code 1-a}; 0 for a node that was never named}
   *
   * @param node 0 or more
   */
  public double rank(long node) {
    return node < size ? x[(int) node] + r[(int) node] : 0;
  }

  /**
   * Ensures that a node is there, and with it all smaller ones.
   *
   * @param node 0 or more
   * @throws IllegalArgumentException if it is negative
   * @throws IllegalStateException if it does not fit into the graph
   */
  public void add(long node) {
    graph.add(index(node));
    addNewNodes();
    settle();
  }

  /**
   * Sets the out-links of a page that was crawled, for the first time or again.
   *
   * @param page the page, 0 or more
   * @param targets the pages that it links to; repeated targets and the page itself are left out
   * @throws IllegalArgumentException if a node is negative
   * @throws IllegalStateException if a node does not fit into the graph
   */
  public void setOutLinks(long page, long... targets) {
    int source = index(page);
    int[] indexes = LongStream.of(targets).mapToInt(IncrementalPageRank::index).toArray();
    int[] before = graph.outLinks(source);
    int[] after = graph.setOutLinks(source, indexes);
    addNewNodes();
    spread(before, -x[source]);
    spread(after, x[source]);
    settle();
  }

  private static int index(long node) {
    if (node > Integer.MAX_VALUE - 8) {
      throw new IllegalStateException(
          "the graph is full: sequence numbers must be below 2^31, but one was " + node);
    }
    return Math.toIntExact(node);
  }

  /**
   * Performs an action for each node whose rank may have changed since the last call, in ascending
   * order.
   *
   * @param action the action
   */
  public void drainChanged(LongConsumer action) {
    for (int node = changed.nextSetBit(0); node >= 0; node = changed.nextSetBit(node + 1)) {
      action.accept(node);
    }
    changed.clear();
  }

  private void addNewNodes() {
    int wanted = graph.size();
    if (wanted > x.length) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8L, wanted + (wanted >> 1) + 1L);
      x = Arrays.copyOf(x, length);
      r = Arrays.copyOf(r, length);
    }
    for (; size < wanted; size++) {
      raise(size, 1 - a);
    }
  }

  /** Passes a share of some rank to each target. */
  private void spread(int[] targets, double rank) {
    double share = a * rank / targets.length; // no targets, no use of it
    for (int target : targets) {
      raise(target, share);
    }
  }

  private void raise(int node, double by) {
    r[node] += by;
    changed.set(node);
    if (Math.abs(r[node]) > eps) {
      addWork(node);
    }
  }

  private void addWork(int node) {
    if (!isInWork.get(node)) {
      isInWork.set(node);
      work.add(node);
    }
  }

  private void settle() {
    while (!work.isEmpty()) {
      int node = work.remove();
      isInWork.clear(node);
      double rest = r[node];
      if (Math.abs(rest) > eps) {
        r[node] = 0;
        x[node] += rest;
        spread(graph.outLinks(node), rest);
      }
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    graph.save(out);
    for (int node = 0; node < size; node++) {
      out.writeDouble(x[node]);
      out.writeDouble(r[node]);
    }
  }

  /** Replaces the ranks; {@link #drainChanged} then has no node. */
  @Override
  public void restore(StateReader in) throws IOException {
    LinkGraph loaded = LinkGraph.load(in);
    double[] estimates = new double[loaded.size() + 1];
    double[] residuals = new double[loaded.size() + 1];
    for (int node = 0; node < loaded.size(); node++) {
      estimates[node] = readFinite(in, node);
      residuals[node] = readFinite(in, node);
    }
    graph = loaded;
    x = estimates;
    r = residuals;
    size = loaded.size();
    work.clear();
    isInWork.clear();
    changed.clear();
  }

  private static double readFinite(StateReader in, int node) throws IOException {
    return in.readDouble(-Double.MAX_VALUE, Double.MAX_VALUE, "rank of node " + node);
  }
}
