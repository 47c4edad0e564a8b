package io.dowser.crawler.text;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * How often each term occurs in a text.
 *
 * <p>Immutable and safe for use by many threads.
 */
public final class TermCounts {

  /** The counts of an empty text. */
  public static final TermCounts EMPTY = new TermCounts(Map.of());

  private final Map<String, Integer> counts;
  private final int total;
  private final int largest;

  private TermCounts(Map<String, Integer> counts) {
    this.counts = counts;
    this.total = counts.values().stream().mapToInt(Integer::intValue).sum();
    this.largest = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }

  public static TermCounts of(Tokens tokens) {
    return of(tokens, 0, tokens.size());
  }

  public static TermCounts of(Tokens tokens, int from, int to) {
    var counts = new HashMap<String, Integer>();
    for (int i = from; i < to; i++) {
      counts.merge(tokens.term(i), 1, Integer::sum);
    }
    return new TermCounts(counts);
  }

  public TermCounts plus(TermCounts other) {
    var counts = new HashMap<>(this.counts);
    other.counts.forEach((term, count) -> counts.merge(term, count, Integer::sum));
    return new TermCounts(counts);
  }

  public int count(String term) {
    return counts.getOrDefault(term, 0);
  }

  public int size() {
    return counts.size();
  }

  public int total() {
    return total;
  }

  public int largest() {
    return largest;
  }

  public void forEach(ObjIntConsumer<String> action) {
    counts.forEach(action::accept);
  }
}
