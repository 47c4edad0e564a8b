package io.dowser.examples.linkevaluation;

import io.dowser.crawler.text.TermCounts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The Kullback-Leibler divergence of one collection of words from another, on the words that both
 * have:
 *
 * <pre>{@code KL = sum over common W of P(W) * ln( P(W) / Q(W) )}</pre>
 *
 * <p>{@code P} is of the collection that is looked at, {@code Q} of the one it is compared with;
 * both are counts divided by their sum over the common words, so that each adds up to 1.
 *
 * <p>Source: Han et al. 2010, who compare the contexts of links with pages to show that a
 * classifier trained on pages has learned another language than links speak. The paper names
 * neither the direction nor the base; here links are looked at and pages compared with, in nats.
 *
 * @param nats 0 or more; 0 if the common words are equally distributed
 * @param commonWords words of both, 1 or more
 * @param words words of the collection that is looked at
 * @param otherWords words of the other one
 */
record Divergence(double nats, int commonWords, int words, int otherWords) {

  /**
   * Compares two collections.
   *
   * @param links the collection that is looked at
   * @param pages the one it is compared with
   * @return the divergence
   * @throws IllegalArgumentException if they have no word in common
   */
  public static Divergence of(WordCounts links, WordCounts pages) {
    int common = 0;
    double linkTotal = 0;
    double pageTotal = 0;
    for (String word : links.all()) {
      if (pages.count(word) > 0) {
        common++;
        linkTotal += links.count(word);
        pageTotal += pages.count(word);
      }
    }
    if (common == 0) {
      throw new IllegalArgumentException(
          "the collections must have a word in common, but their "
              + links.words()
              + " and "
              + pages.words()
              + " words are all different");
    }
    double nats = nats(links, linkTotal, pages, pageTotal);
    return new Divergence(nats, common, links.words(), pages.words());
  }

  private static double nats(
      WordCounts links, double linkTotal, WordCounts pages, double pageTotal) {
    double sum = 0;
    for (String word : links.all()) {
      long there = pages.count(word);
      if (there > 0) { // both counts are above 0, so nothing has to be smoothed
        double p = links.count(word) / linkTotal;
        double q = there / pageTotal;
        sum += p * Math.log(p / q);
      }
    }
    return Math.max(0, sum); // rounding may leave a little less than nothing
  }

  /** {@return the divergence in bits; {@link #nats} over {@code ln 2}} */
  public double bits() {
    return nats / Math.log(2);
  }

  /**
   * The number of occurrences of each word in a collection of texts. Not thread-safe.
   *
   * <p>Words keep the order of their first occurrence, so that sums over them are the same each
   * time.
   */
  public static final class WordCounts {

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
     * {@return the number of occurrences of one word, 0 if it does not occur}
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
}
