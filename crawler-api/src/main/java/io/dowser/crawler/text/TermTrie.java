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

  /** What {@link Node#term} has where no term begins. */
  static final int NONE = -1;

  final Node root = new Node();

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

  TermTrie(List<Folding.Folded> terms) {
    for (int term = 0; term < terms.size(); term++) {
      Node node = root;
      for (int i = terms.get(term).size() - 1; i >= 0; i--) {
        node = node.child(terms.get(term).label(i));
      }
      node.term = term;
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

  /** Returns the state after one more unit. */
  Node next(Node state, int label) {
    Node from = state;
    int index = Arrays.binarySearch(from.labels, label);
    while (index < 0 && from != root) {
      from = from.failure;
      index = Arrays.binarySearch(from.labels, label);
    }
    return index < 0 ? root : from.children.get(index);
  }
}
