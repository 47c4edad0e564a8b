package io.dowser.crawler.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the longest of many terms that begins at each place of a text, which is read from its end.
 *
 * <p>Source: A. V. Aho and M. J. Corasick, Efficient string matching: an aid to bibliographic
 * search, Communications of the ACM 18(6), 1975. Reading forwards, the longest term would be known
 * only behind its end, and reading on from there again takes quadratic time on hostile terms.
 *
 * <p>Immutable once built, and then thread-safe.
 */
final class TermTrie {

  /** The value of {@link Node#term} where no term begins. */
  static final int NONE = -1;

  final Node root = new Node();
  private final boolean[] last = new boolean[1 << FoldedText.LABEL_BITS]; // labels of terms

  /** A state: what was read begins with the longest end of a term that is a path from the root. */
  static final class Node {

    int term = NONE;
    private int[] labels = {}; // ascending
    private final List<Node> children = new ArrayList<>();
    private Node failure = this;

    private Node child(int label) {
      int index = Arrays.binarySearch(labels, label);
      if (index >= 0) {
        return children.get(index);
      }
      var child = new Node();
      children.add(-index - 1, child);
      labels = Arrays.copyOf(labels, labels.length + 1);
      System.arraycopy(labels, -index - 1, labels, -index, labels.length + index);
      labels[-index - 1] = label;
      return child;
    }
  }

  TermTrie(List<FoldedText> terms) {
    for (int term = 0; term < terms.size(); term++) {
      Node node = root;
      for (int i = terms.get(term).size() - 1; i >= 0; i--) {
        node = node.child(terms.get(term).label(i));
      }
      node.term = term;
    }
    for (int label : root.labels) {
      last[label] = true;
    }
    link();
  }

  private void link() {
    var queue = new ArrayDeque<Node>(List.of(root));
    while (!queue.isEmpty()) {
      Node node = queue.remove();
      for (int i = 0; i < node.labels.length; i++) {
        Node child = node.children.get(i);
        child.failure = node == root ? root : next(node.failure, node.labels[i]);
        child.term = child.term == NONE ? child.failure.term : child.term;
        queue.add(child);
      }
    }
  }

  /** Returns whether a unit leads from the root to another state; most do not. */
  boolean isLast(int label) {
    return last[label];
  }

  /** Returns the state after one more unit. */
  Node next(Node state, int label) {
    for (Node from = state; from != root; from = from.failure) {
      int index = Arrays.binarySearch(from.labels, label);
      if (index >= 0) {
        return from.children.get(index);
      }
    }
    return last[label] ? root.children.get(Arrays.binarySearch(root.labels, label)) : root;
  }
}
