package io.dowser.crawler.text;

import java.util.Arrays;

/**
 * The occurrences of the terms of a {@link TopicMatcher} in one text.
 *
 * <p>Matches are numbered from 0 in text order, terms by their index in {@link TopicMatcher#terms}.
 * Starts and ends never fall from one match to the next, so the matches inside a range of the text
 * are those from {@link #firstFrom} to {@link #firstBeyond}, found by two binary searches.
 *
 * <pre>{@code
 * TopicMatcher matcher = TopicMatcher.of(List.of("tide", "ebb"), TextNormalizer.PLAIN);
 * String text = "ebb and flood of the tide";
 * TopicMatches matches = matcher.match(text);
 * for (int i = 0; i < matches.size(); i++) {
 *   System.out.println(text.substring(matches.start(i), matches.end(i))); // ebb, tide
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class TopicMatches {

  private final int[] counts;
  private final int[] terms;
  private final int[] starts;
  private final int[] ends;

  private TopicMatches(int[] counts, int[] terms, int[] starts, int[] ends) {
    this.counts = counts;
    this.terms = terms;
    this.starts = starts;
    this.ends = ends;
  }

  /** {@return the number of matches, 0 or more} */
  public int size() {
    return terms.length;
  }

  /** {@return whether nothing was found} */
  public boolean isEmpty() {
    return terms.length == 0;
  }

  /** {@return the number of terms that were searched for, found or not, 1 or more} */
  public int termCount() {
    return counts.length;
  }

  /**
   * {@return the number of matches of one term, 0 or more}
   *
   * @param term its index in {@link TopicMatcher#terms}
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public int count(int term) {
    return counts[term];
  }

  /**
   * {@return the term of one match, as an index in {@link TopicMatcher#terms}}
   *
   * @param match 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such match
   */
  public int term(int match) {
    return terms[match];
  }

  /**
   * {@return the start of one match: an offset in the text that was given, in characters}
   *
   * @param match 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such match
   */
  public int start(int match) {
    return starts[match];
  }

  /**
   * {@return the end of one match: an offset in the text that was given, in characters, exclusive}
   *
   * @param match 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such match
   */
  public int end(int match) {
    return ends[match];
  }

  /**
   * {@return the number of the first match that begins at or behind a place, or {@link #size}}
   *
   * @param offset a place in the text, in characters; may lie outside of it
   */
  public int firstFrom(int offset) {
    return firstAtLeast(starts, offset);
  }

  /**
   * {@return the number of the first match that ends behind a place, or {@link #size}}
   *
   * @param offset a place in the text, in characters; may lie outside of it
   */
  public int firstBeyond(int offset) {
    return offset == Integer.MAX_VALUE ? ends.length : firstAtLeast(ends, offset + 1);
  }

  /** Returns the first index of a non-decreasing sequence whose number is not below this one. */
  static int firstAtLeast(int[] rising, int offset) {
    int low = 0;
    int high = rising.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rising[middle] < offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  public String toString() {
    return "TopicMatches[" + terms.length + " matches, counts " + Arrays.toString(counts) + "]";
  }

  /** Takes matches from left to right. */
  static final class Builder {

    private final int[] counts;
    private final int[] terms;
    private final int[] starts;
    private final int[] ends;
    private int size;

    Builder(int termCount, int maxMatches) {
      this.counts = new int[termCount];
      this.terms = new int[maxMatches];
      this.starts = new int[maxMatches];
      this.ends = new int[maxMatches];
    }

    void add(int term, int start, int end) {
      counts[term]++;
      terms[size] = term;
      starts[size] = start;
      ends[size++] = end;
    }

    TopicMatches build() {
      return new TopicMatches(
          counts,
          Arrays.copyOf(terms, size),
          Arrays.copyOf(starts, size),
          Arrays.copyOf(ends, size));
    }
  }
}
