package io.dowser.crawler.bayes;

import io.dowser.crawler.text.TermCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often each word occurs in a whole collection of texts. Not thread-safe.
 *
 * <p>Words keep the order in which they came first, so that sums over them are the same each time.
 */
public final class WordCounts {

  private final Map<String, long[]> counts = new LinkedHashMap<>();

  /** Starts without words. */
  public WordCounts() {}

  /**
   * Adds the words of a text.
   *
   * @param text its counts
   * @return this
   */
  public WordCounts add(TermCounts text) {
    for (int i = 0; i < text.size(); i++) {
      counts.computeIfAbsent(text.term(i), word -> new long[1])[0] += text.countAt(i);
    }
    return this;
  }

  /** {@return the number of distinct words, 0 or more} */
  public int words() {
    return counts.size();
  }

  /**
   * {@return how often one word occurs, 0 if it does not}
   *
   * @param word any word
   */
  public long count(String word) {
    long[] count = counts.get(word);
    return count == null ? 0 : count[0];
  }

  Iterable<String> all() {
    return counts.keySet();
  }

  @Override
  public String toString() {
    return "WordCounts[" + counts.size() + " words]";
  }
}
