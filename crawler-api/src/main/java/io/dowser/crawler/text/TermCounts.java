package io.dowser.crawler.text;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjIntConsumer;

/**
 * The number of occurrences of each term in a text.
 *
 * <p>The terms are numbered from 0 in the order in which they occurred first, which is also the
 * order of {@link #forEach}; sums over the terms of one text are therefore the same each time.
 * Counts are equal if they hold the same terms equally often, in any order.
 *
 * <p>Immutable and thread-safe. Takes some 80 bytes a distinct term, besides the term itself.
 */
public final class TermCounts {

  /** The counts of an empty text. */
  public static final TermCounts EMPTY = new Builder().build();

  private final Map<String, Integer> countOf; // in the order of first occurrence
  private final String[] terms;
  private final int[] counts;
  private final int total;
  private final int largest;

  private TermCounts(Map<String, Integer> countOf, int total) {
    this.countOf = countOf;
    this.terms = countOf.keySet().toArray(String[]::new);
    this.counts = countOf.values().stream().mapToInt(Integer::intValue).toArray();
    this.total = total;
    this.largest = Arrays.stream(counts).max().orElse(0);
  }

  /**
   * {@return the counts of all terms of a text}
   *
   * @param tokens the terms of the text
   */
  public static TermCounts of(Tokens tokens) {
    return of(tokens, 0, tokens.size());
  }

  /**
   * {@return the counts of the terms of a part of a text}
   *
   * @param tokens the terms of the text
   * @param from index of the first token to count
   * @param to index behind the last token to count; equal to {@code from} for none
   * @throws IndexOutOfBoundsException if the indexes are not of tokens, or in the wrong order
   */
  public static TermCounts of(Tokens tokens, int from, int to) {
    Objects.checkFromToIndex(from, to, tokens.size());
    if (from == to) {
      return EMPTY;
    }
    var builder = new Builder();
    for (int i = from; i < to; i++) {
      builder.add(tokens.term(i), 1);
    }
    return builder.build();
  }

  /**
   * {@return the counts of terms that are given one by one}
   *
   * @param terms the terms of a text, repeated as often as they occur
   */
  public static TermCounts of(Iterable<String> terms) {
    var builder = new Builder();
    terms.forEach(term -> builder.add(requireNonNull(term, "term"), 1));
    return builder.build();
  }

  /**
   * {@return counts that are known already, in the order of the map}
   *
   * @param counts the number of occurrences of each term, 0 or more; terms that occur 0 times are
   *     left out
   * @throws IllegalArgumentException if a count is negative, or all add up to more than an int
   *     holds
   */
  public static TermCounts of(Map<String, Integer> counts) {
    var builder = new Builder();
    counts.forEach(
        (term, count) -> {
          if (count < 0) {
            throw new IllegalArgumentException(
                "the count of term '" + term + "' must be 0 or more, but was " + count);
          }
          builder.add(term, count);
        });
    return builder.build();
  }

  /**
   * {@return the counts of this text and another one together}
   *
   * @param other the counts to add
   * @throws IllegalArgumentException if all counts add up to more than an int holds
   */
  public TermCounts plus(TermCounts other) {
    if (other.size() == 0) {
      return this;
    }
    if (size() == 0) {
      return other;
    }
    var builder = new Builder();
    countOf.forEach(builder::add);
    other.countOf.forEach(builder::add);
    return builder.build();
  }

  /**
   * {@return the number of occurrences of one term, 0 if there is none}
   *
   * @param term any term
   */
  public int count(String term) {
    return countOf.getOrDefault(term, 0);
  }

  /** {@return the number of distinct terms, 0 or more} */
  public int size() {
    return counts.length;
  }

  /**
   * {@return one of the distinct terms}
   *
   * @param index 0 up to {@link #size} exclusive, in the order of first occurrence
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public String term(int index) {
    return terms[index];
  }

  /**
   * {@return the count of one of the distinct terms, 1 or more}
   *
   * @param index 0 up to {@link #size} exclusive, in the order of first occurrence
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public int countAt(int index) {
    return counts[index];
  }

  /** {@return the sum of all counts, which is the length of the text in terms} */
  public int total() {
    return total;
  }

  /** {@return the number of occurrences of the most frequent term, 0 if there is none} */
  public int largest() {
    return largest;
  }

  /**
   * Performs an action for each distinct term.
   *
   * @param action receives each term with its count, in the order of first occurrence
   */
  public void forEach(ObjIntConsumer<String> action) {
    for (int i = 0; i < counts.length; i++) {
      action.accept(terms[i], counts[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TermCounts that && countOf.equals(that.countOf);
  }

  @Override
  public int hashCode() {
    return countOf.hashCode();
  }

  @Override
  public String toString() {
    return "TermCounts" + countOf;
  }

  private static final class Builder {

    private final Map<String, Integer> countOf = new LinkedHashMap<>();
    private long total;

    void add(String term, int count) {
      if (count > 0) {
        countOf.merge(term, count, Integer::sum);
        total += count;
      }
    }

    TermCounts build() {
      if (total > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "counts must add up to at most " + Integer.MAX_VALUE + ", but add up to " + total);
      }
      return new TermCounts(countOf, (int) total);
    }
  }
}
