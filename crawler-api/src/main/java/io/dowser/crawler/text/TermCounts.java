package io.dowser.crawler.text;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjIntConsumer;

/**
 * How often each term occurs in a text.
 *
 * <p>The terms are numbered from 0 in the order in which they occurred first, which is also the
 * order of {@link #forEach}; sums over the terms of one text are therefore the same each time.
 * Counts are equal if they hold the same terms equally often, in any order.
 *
 * <p>Immutable and thread-safe. Takes some 50 bytes a distinct term, besides the term itself; less
 * for up to eight terms.
 */
public final class TermCounts {

  /** The counts of an empty text. */
  public static final TermCounts EMPTY = new Builder(0).build();

  private final TermTable table;
  private final int[] counts;
  private final int total;
  private final int largest;

  private TermCounts(TermTable table, int[] counts, int total, int largest) {
    this.table = table;
    this.counts = counts;
    this.total = total;
    this.largest = largest;
  }

  /**
   * Counts all terms of a text.
   *
   * @param tokens the terms of the text
   * @return the counts
   */
  public static TermCounts of(Tokens tokens) {
    return of(tokens, 0, tokens.size());
  }

  /**
   * Counts the terms of a part of a text.
   *
   * @param tokens the terms of the text
   * @param from index of the first token to count
   * @param to index behind the last token to count; equal to {@code from} for none
   * @return the counts
   * @throws IndexOutOfBoundsException if the indexes are not of tokens, or in the wrong order
   */
  public static TermCounts of(Tokens tokens, int from, int to) {
    Objects.checkFromToIndex(from, to, tokens.size());
    if (from == to) {
      return EMPTY;
    }
    var builder = new Builder(to - from);
    for (int i = from; i < to; i++) {
      builder.add(tokens.term(i), 1);
    }
    return builder.build();
  }

  /**
   * Counts terms that are given one by one.
   *
   * @param terms the terms of a text, repeated as often as they occur
   * @return the counts
   */
  public static TermCounts of(Iterable<String> terms) {
    var builder = new Builder(16);
    terms.forEach(term -> builder.add(requireNonNull(term, "term"), 1));
    return builder.build();
  }

  /**
   * Takes counts that are known already.
   *
   * @param counts how often each term occurs, 0 or more; terms that occur 0 times are left out
   * @return the counts, in the order of the map
   * @throws IllegalArgumentException if a count is negative, or all add up to more than an int
   *     holds
   */
  public static TermCounts of(Map<String, Integer> counts) {
    var builder = new Builder(counts.size());
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
   * Adds the counts of another text.
   *
   * @param other the counts to add
   * @return the counts of both texts together
   * @throws IllegalArgumentException if all counts add up to more than an int holds
   */
  public TermCounts plus(TermCounts other) {
    if (other.size() == 0) {
      return this;
    }
    if (size() == 0) {
      return other;
    }
    var builder = new Builder(size() + other.size());
    builder.addAll(this);
    builder.addAll(other);
    return builder.build();
  }

  /**
   * {@return how often one term occurs, 0 if it does not}
   *
   * @param term any term
   */
  public int count(String term) {
    int number = table.find(term);
    return number == TermTable.ABSENT ? 0 : counts[number];
  }

  /**
   * {@return whether a term occurs}
   *
   * @param term any term
   */
  public boolean contains(String term) {
    return table.find(term) != TermTable.ABSENT;
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
    return table.term(index);
  }

  /**
   * {@return a number by which tables find one of the distinct terms without a look at its letters,
   * which is most of what finding costs; never 0}
   *
   * <p>It is made when the terms are counted, from the hash code, the length, and the first, the
   * middle and the last letter. Equal terms have the same number, also in a vocabulary; different
   * ones share theirs by chance less than once in 10^9 pairs, but a plugin author who writes a text
   * can choose terms that do.
   *
   * @param index 0 up to {@link #size} exclusive, in the order of first occurrence
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public long fingerprint(int index) {
    return table.fingerprint(index);
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

  /**
   * Adds up all counts.
   *
   * @return the length of the text in terms, 0 if it has none
   */
  public int total() {
    return total;
  }

  /** {@return how often the most frequent term occurs, 0 if there is none} */
  public int largest() {
    return largest;
  }

  /**
   * Goes through the distinct terms.
   *
   * @param action gets each term with its count, in the order of first occurrence
   */
  public void forEach(ObjIntConsumer<String> action) {
    for (int i = 0; i < counts.length; i++) {
      action.accept(table.term(i), counts[i]);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TermCounts that
        && total == that.total
        && size() == that.size()
        && hasTheCountsOf(that);
  }

  private boolean hasTheCountsOf(TermCounts that) {
    for (int i = 0; i < counts.length; i++) {
      if (that.count(table.term(i)) != counts[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 0;
    for (int i = 0; i < counts.length; i++) {
      hash += table.term(i).hashCode() ^ (31 * counts[i]); // a sum, as the order does not matter
    }
    return hash;
  }

  @Override
  public String toString() {
    var text = new StringBuilder("TermCounts{");
    forEach((term, count) -> text.append(term).append('=').append(count).append(", "));
    text.setLength(counts.length == 0 ? text.length() : text.length() - 2);
    return text.append('}').toString();
  }

  private static final class Builder {

    private final TermTable table;
    private int[] counts;
    private long total;

    Builder(int expectedTerms) {
      this.table = new TermTable(expectedTerms);
      this.counts = new int[Math.max(4, Math.min(expectedTerms, 256))];
    }

    void add(String term, int count) {
      if (count == 0) {
        return;
      }
      int number = table.add(term);
      if (number == counts.length) {
        counts = Arrays.copyOf(counts, 2 * number);
      }
      counts[number] += count;
      total += count;
    }

    void addAll(TermCounts other) {
      for (int i = 0; i < other.size(); i++) {
        add(other.term(i), other.countAt(i));
      }
    }

    TermCounts build() {
      if (total > Integer.MAX_VALUE) {
        throw new IllegalArgumentException(
            "counts must add up to at most " + Integer.MAX_VALUE + ", but add up to " + total);
      }
      int[] all = Arrays.copyOf(counts, table.size());
      int largest = 0;
      for (int count : all) {
        largest = Math.max(largest, count);
      }
      return new TermCounts(table, all, (int) total, largest);
    }
  }
}
