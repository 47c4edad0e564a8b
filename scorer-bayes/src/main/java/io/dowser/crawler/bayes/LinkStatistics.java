package io.dowser.crawler.bayes;

import io.dowser.crawler.toolkit.text.Vocabulary;

/**
 * The counts of the training links, from which a model is created.
 *
 * <p>A feature is a word of the anchor ({@link #ANCHOR}) or of the context ({@link #CONTEXT}); of a
 * merged model, all are anchor words. Features that too few links have count 0.
 */
final class LinkStatistics {

  static final int ANCHOR = 0;
  static final int CONTEXT = 1;

  /** Numbers of each word: links and occurrences, for both kinds of features and both classes. */
  static final int NUMBERS = 8;

  private static final int OCCURRENCES = 4;

  private final Vocabulary vocabulary;
  private final int[] links; // by class
  private final int[] indicators; // of A and then of X, by class
  private final int[] numbers;

  /**
   * Creates statistics from counts, without a copy.
   *
   * @param links training links of the positive and of the negative class
   * @param indicators links of both classes with a dictionary term in the anchor, then those with
   *     one in the context
   * @param numbers {@value #NUMBERS} for each word
   */
  LinkStatistics(Vocabulary vocabulary, int[] links, int[] indicators, int[] numbers) {
    this.vocabulary = vocabulary;
    this.links = links;
    this.indicators = indicators;
    this.numbers = numbers;
  }

  Vocabulary vocabulary() {
    return vocabulary;
  }

  /** Returns the number of training links of a class, count_C. */
  int links(int c) {
    return links[c];
  }

  /** Returns the number of links of a class that have a feature, count(F, C). */
  int links(int id, int kind, int c) {
    return numbers[NUMBERS * id + 2 * kind + c];
  }

  /** Returns the number of occurrences of a feature in the links of a class. */
  int occurrences(int id, int kind, int c) {
    return numbers[NUMBERS * id + OCCURRENCES + 2 * kind + c];
  }

  /**
   * Returns the number of links of a class whose anchor or context has a term of the dictionary.
   */
  int indicator(int kind, int c) {
    return indicators[2 * kind + c];
  }

  /** Returns whether enough links have a feature. */
  boolean isKept(int id, int kind) {
    return links(id, kind, 0) + links(id, kind, 1) > 0;
  }

  int number(int index) {
    return numbers[index];
  }

  /** Adds a feature of a link to the numbers of a word. */
  static void count(int[] numbers, int id, int kind, int c, int times) {
    numbers[NUMBERS * id + 2 * kind + c]++;
    numbers[NUMBERS * id + OCCURRENCES + 2 * kind + c] += times;
  }

  /** Copies the features of a word that enough links have; returns whether there is one. */
  static boolean keep(int[] from, int id, int minLinks, int[] to, int newId) {
    boolean kept = false;
    for (int kind = 0; kind < 2; kind++) {
      int first = NUMBERS * id + 2 * kind;
      if (from[first] + from[first + 1] >= minLinks) {
        int there = NUMBERS * newId + 2 * kind;
        System.arraycopy(from, first, to, there, 2);
        System.arraycopy(from, first + OCCURRENCES, to, there + OCCURRENCES, 2);
        kept = true;
      }
    }
    return kept;
  }
}
