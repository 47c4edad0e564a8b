package io.dowser.crawler.toolkit.queue;

/** Decides between two handles of a heap whose keys are equal. */
@FunctionalInterface
public interface HandleOrder {

  /** The smaller handle goes first: first in, first out, if handles are given out in order. */
  HandleOrder SMALLER_FIRST = (a, b) -> a < b;

  /**
   * {@return whether one handle goes before another; true if {@code a} goes first; of two different
   * handles exactly one goes first}
   *
   * @param a a handle in the heap
   * @param b another handle in the heap
   */
  boolean goesBefore(int a, int b);
}
