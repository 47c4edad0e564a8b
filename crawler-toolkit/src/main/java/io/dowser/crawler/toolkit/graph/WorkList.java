package io.dowser.crawler.toolkit.graph;

import java.util.Arrays;
import java.util.BitSet;

/** Nodes in the order in which they were added, none twice at a time. */
final class WorkList {

  private final BitSet present = new BitSet();
  private int[] ring = new int[64];
  private int head;
  private int size;

  public boolean isEmpty() {
    return size == 0;
  }

  public void add(int node) {
    if (present.get(node)) {
      return;
    }
    present.set(node);
    if (size == ring.length) {
      grow();
    }
    ring[(head + size++) & (ring.length - 1)] = node;
  }

  public int remove() {
    int node = ring[head];
    head = (head + 1) & (ring.length - 1);
    size--;
    present.clear(node);
    return node;
  }

  public void clear() {
    present.clear();
    size = 0;
  }

  private void grow() {
    int[] larger = Arrays.copyOf(ring, 2 * ring.length);
    System.arraycopy(ring, 0, larger, ring.length, head); // what had wrapped around
    ring = larger;
  }
}
