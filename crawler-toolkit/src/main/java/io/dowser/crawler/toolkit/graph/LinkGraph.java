package io.dowser.crawler.toolkit.graph;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which known page links to which.
 *
 * <p>Nodes are the numbers from 0 up to {@link #size}, crawled or not; a page that was not crawled
 * has no out-links. The out-links of a page are distinct, and never lead to itself. A node costs 4
 * bytes, a crawled page 16 more and 4 for each link. Not thread-safe.
 */
public final class LinkGraph {

  private static final int[] NONE = new int[0];

  private int[] @Nullable [] outLinks = new int[64] @Nullable [];
  private int size;

  /** Creates a graph without nodes. */
  public LinkGraph() {}

  /**
   * Counts the nodes.
   *
   * @return one more than the largest node named so far, 0 if there is none
   */
  public int size() {
    return size;
  }

  /**
   * Ensures that a node is there, and with it all smaller ones.
   *
   * @param node 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public void add(int node) {
    if (node < 0) {
      throw new IllegalArgumentException("node must be 0 or more, but was " + node);
    }
    if (node >= outLinks.length) {
      outLinks = Arrays.copyOf(outLinks, grown(node));
    }
    size = Math.max(size, node + 1);
  }

  private static int grown(int node) {
    return (int) Math.min(Integer.MAX_VALUE - 8L, node + 1L + (node >> 1));
  }

  /**
   * {@return whether a page's out-links are known, so whether it was crawled}
   *
   * @param page a node
   */
  public boolean isCrawled(int page) {
    return page < size && outLinks[page] != null;
  }

  /**
   * Replaces a page's out-links, and adds the nodes that are new.
   *
   * @param page the page, 0 or more
   * @param targets where it links to; repeated targets and the page itself are left out
   * @return the out-links it has now, ascending; not to be changed
   * @throws IllegalArgumentException if a node is negative
   */
  public int[] setOutLinks(int page, int... targets) {
    add(page);
    int[] distinct = distinctWithout(page, targets);
    if (distinct.length > 0) {
      add(
          distinct[
              0]); // the smallest one, so that a negative node is found before anything changes
      add(distinct[distinct.length - 1]);
    }
    outLinks[page] = distinct;
    return distinct;
  }

  /**
   * {@return the targets of a page, ascending; none for a page that was not crawled; not to be
   * changed}
   *
   * @param page a node
   */
  public int[] outLinks(int page) {
    int[] targets = page < size ? outLinks[page] : null;
    return targets == null ? NONE : targets;
  }

  private static int[] distinctWithout(int page, int[] targets) {
    int[] sorted = targets.clone();
    Arrays.sort(sorted);
    int kept = 0;
    for (int target : sorted) {
      if (target != page && (kept == 0 || sorted[kept - 1] != target)) {
        sorted[kept++] = target;
      }
    }
    return Arrays.copyOf(sorted, kept);
  }

  /**
   * Writes the graph.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  public void save(DataOutput out) throws IOException {
    out.writeInt(size);
    for (int page = 0; page < size; page++) {
      int[] targets = outLinks[page];
      out.writeInt(targets == null ? -1 : targets.length);
      for (int target : outLinks(page)) {
        out.writeInt(target);
      }
    }
  }

  /**
   * Reads a graph that {@link #save} wrote. Memory is taken as data comes, whatever sizes the input
   * claims.
   *
   * @param in where from
   * @return the graph
   * @throws IOException if reading fails or the input is not a graph
   */
  public static LinkGraph load(DataInput in) throws IOException {
    var graph = new LinkGraph();
    int size = in.readInt();
    for (int page = 0; page < size; page++) {
      int degree = in.readInt();
      graph.add(page);
      if (degree >= 0) {
        graph.outLinks[page] = readTargets(in, degree, page, size);
      }
    }
    return graph;
  }

  private static int[] readTargets(DataInput in, int degree, int page, int size)
      throws IOException {
    int[] targets = new int[Math.min(degree, 64)];
    int previous = -1;
    for (int i = 0; i < degree; i++) {
      int target = in.readInt();
      if (target <= previous || target >= size || target == page) {
        throw new IOException("page " + page + " of a link graph links to node " + target);
      }
      if (i == targets.length) {
        targets = Arrays.copyOf(targets, Math.min(degree, 2 * i));
      }
      targets[i] = target;
      previous = target;
    }
    return targets;
  }
}
