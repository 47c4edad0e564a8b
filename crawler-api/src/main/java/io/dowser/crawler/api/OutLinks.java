package io.dowser.crawler.api;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The distinct targets of a page's links, by their sequence numbers, in document order.
 *
 * <p>Immutable and thread-safe.
 */
public final class OutLinks {

  private final long[] targets;

  private OutLinks(long[] targets) {
    this.targets = targets;
  }

  /**
   * Takes the targets.
   *
   * @param targets sequence numbers, none twice; copied
   * @return the out-links
   */
  public static OutLinks of(long... targets) {
    return new OutLinks(targets.clone());
  }

  /** {@return the number of targets, 0 for a page without links} */
  public int size() {
    return targets.length;
  }

  /**
   * {@return the sequence number of one target}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such target
   */
  public long get(int index) {
    return targets[index];
  }

  /** {@return the sequence numbers of all targets in document order} */
  public LongStream stream() {
    return Arrays.stream(targets);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OutLinks that && Arrays.equals(targets, that.targets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(targets);
  }

  @Override
  public String toString() {
    return "OutLinks" + Arrays.toString(targets);
  }
}
