package io.dowser.crawler.toolkit.graph;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The links between the known pages.
 *
 * <p>Nodes are the numbers from 0 up to the size, crawled or not; a page that was not crawled has
 * no out-links. The out-links of a page are distinct, ascending, and never lead to itself. A node
 * takes 4 bytes, a crawled page 16 more and 4 for each link. Not thread-safe.
 */
final class LinkGraph {

  private static final int[] NONE = new int[0];
  private static final int REFERENCE = 4; // bytes
  private static final int ARRAY = 16;

  private int[] @Nullable [] outLinks = new int[64] @Nullable [];
  private int size;
  private long links;
  private int pages; // with links

  int size() {
    return size;
  }

  /** Estimates the memory that it takes. */
  long bytes() {
    return (long) REFERENCE * (size + size / 2) + (long) ARRAY * pages + Integer.BYTES * links;
  }

  /** Ensures that a node is there, and with it all smaller ones. */
  void add(int node) {
    Checks.notNegative("node", node);
    if (node >= outLinks.length) {
      int length = (int) Math.min(Integer.MAX_VALUE - 8L, node + 1L + (node >> 1));
      outLinks = Arrays.copyOf(outLinks, length);
    }
    size = Math.max(size, node + 1);
  }

  /** Replaces the out-links of a page, and adds the nodes that are new; returns the out-links. */
  int[] setOutLinks(int page, int... targets) {
    add(page);
    int[] distinct =
        IntStream.of(targets).filter(target -> target != page).sorted().distinct().toArray();
    if (distinct.length > 0) {
      add(distinct[0]); // the smallest first, so that a negative one is refused before any change
      add(distinct[distinct.length - 1]);
    }
    put(page, distinct);
    return distinct;
  }

  private void put(int page, int[] targets) {
    pages += outLinks[page] == null ? 1 : 0;
    links += targets.length - outLinks(page).length;
    outLinks[page] = targets;
  }

  int[] outLinks(int page) {
    int[] targets = page < size ? outLinks[page] : null;
    return targets == null ? NONE : targets;
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(size);
    for (int page = 0; page < size; page++) {
      int[] targets = outLinks[page];
      out.writeInt(targets == null ? -1 : targets.length);
      for (int target : outLinks(page)) {
        out.writeInt(target);
      }
    }
  }

  /** Reads a graph; memory is allocated as data arrives, whatever sizes the input claims. */
  static LinkGraph load(StateReader in) throws IOException {
    var graph = new LinkGraph();
    int size = in.readInt();
    for (int page = 0; page < size; page++) {
      int degree = in.readInt();
      graph.add(page);
      if (degree >= 0) {
        graph.put(page, readTargets(in, degree, page, size));
      }
    }
    return graph;
  }

  private static int[] readTargets(StateReader in, int degree, int page, int size)
      throws IOException {
    var targets = IntStream.builder();
    int previous = -1;
    for (int i = 0; i < degree; i++) {
      int target = in.readInt();
      if (target <= previous || target >= size || target == page) {
        throw new IOException("page " + page + " of a link graph links to node " + target);
      }
      targets.add(target);
      previous = target;
    }
    return targets.build().toArray();
  }
}
