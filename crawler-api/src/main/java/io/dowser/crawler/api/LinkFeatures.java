package io.dowser.crawler.api;

import java.util.Arrays;

/**
 * Hashed features that a learning scorer leaves with a pending link, to score it again later.
 *
 * <pre>{@code
 * public LinkFeatures features(Link link) { // of a PageScoring; rescore() finds them in the candidate
 *   return LinkFeatures.of(
 *       page.anchorTerms(link).terms().stream().limit(20).mapToInt(String::hashCode).toArray());
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class LinkFeatures {

  /** No features, as from a scorer that does not learn. */
  public static final LinkFeatures NONE = new LinkFeatures(new int[0]);

  /** Most features that one link may have. */
  public static final int MAX_SIZE = 1_024;

  private final int[] features;

  private LinkFeatures(int[] features) {
    this.features = features;
  }

  /**
   * {@return the features of one link}
   *
   * @param features at most {@value #MAX_SIZE} numbers whose meaning the scorer defines; copied
   * @throws IllegalArgumentException if there are too many
   */
  public static LinkFeatures of(int... features) {
    if (features.length > MAX_SIZE) {
      throw new IllegalArgumentException(
          "features must be at most " + MAX_SIZE + " numbers, but were " + features.length);
    }
    return features.length == 0 ? NONE : new LinkFeatures(features.clone());
  }

  /** {@return the number of features, 0 for {@link #NONE}} */
  public int size() {
    return features.length;
  }

  /**
   * {@return the feature}
   *
   * @param index 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such feature
   */
  public int get(int index) {
    return features[index];
  }

  /** {@return a copy of the features} */
  public int[] toArray() {
    return features.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LinkFeatures that && Arrays.equals(features, that.features);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(features);
  }

  @Override
  public String toString() {
    return "LinkFeatures" + Arrays.toString(features);
  }
}
