package io.dowser.crawler.robots;

import java.util.Arrays;

/**
 * Finds all of many literals in a text in one pass.
 *
 * <p>Source: A. V. Aho and M. J. Corasick, "Efficient string matching: an aid to bibliographic
 * search", 1975. Nodes are numbers; the root is 0, which also stands for "no node".
 */
final class LiteralTrie {

  /** Memory of a node: one character and five numbers. */
  static final int NODE_BYTES = 22;

  private static final int MAX_NODES = 1 << 16;

  private char[] symbols = new char[64];
  private int[] firstChild = new int[64];
  private int[] nextSibling = new int[64];
  private int[] literals = new int[64];
  private int[] fallback = {};
  private int[] output = {};
  private int size = 1;

  /** Adds a literal with its number, from 1 on; returns false if there is no room for it. */
  boolean add(String text, int literal) {
    if (text.length() > MAX_NODES - size) {
      return false;
    }
    int node = 0;
    for (int i = 0; i < text.length(); i++) {
      int child = child(node, text.charAt(i));
      node = child == 0 ? append(node, text.charAt(i)) : child;
    }
    literals[node] = literal;
    return true;
  }

  private int append(int parent, char symbol) {
    if (size == symbols.length) {
      grow(2 * size);
    }
    symbols[size] = symbol;
    nextSibling[size] = firstChild[parent];
    firstChild[parent] = size;
    return size++;
  }

  private void grow(int capacity) {
    symbols = Arrays.copyOf(symbols, capacity);
    firstChild = Arrays.copyOf(firstChild, capacity);
    nextSibling = Arrays.copyOf(nextSibling, capacity);
    literals = Arrays.copyOf(literals, capacity);
  }

  /** Returns the literal that ends at a node, 0 if none does. */
  int literal(int node) {
    return literals[node];
  }

  int size() {
    return size;
  }

  /** Computes where to go on after a mismatch; to be called once, after the last {@link #add}. */
  void link() {
    grow(size);
    fallback = new int[size];
    output = new int[size];
    int[] queue = new int[size];
    int end = 1;
    for (int begin = 0; begin < end; begin++) {
      int node = queue[begin];
      for (int child = firstChild[node]; child != 0; child = nextSibling[child]) {
        int suffix = node == 0 ? 0 : next(fallback[node], symbols[child]);
        fallback[child] = suffix;
        output[child] = literals[suffix] == 0 ? output[suffix] : suffix;
        queue[end++] = child;
      }
    }
  }

  /** Returns the child of a node, 0 if there is none. */
  int child(int node, char symbol) {
    int child = firstChild[node];
    while (child != 0 && symbols[child] != symbol) {
      child = nextSibling[child];
    }
    return child;
  }

  /** Returns the node of the longest suffix of the text so far that has a node. */
  int next(int node, char symbol) {
    int from = node;
    int child = child(from, symbol);
    while (child == 0 && from != 0) {
      from = fallback[from];
      child = child(from, symbol);
    }
    return child;
  }

  /** Returns the node of the next shorter literal that ends where a node's text ends, or 0. */
  int output(int node) {
    return output[node];
  }
}
