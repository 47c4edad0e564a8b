package io.dowser.crawler.judge;

import io.dowser.crawler.text.TopicMatches;
import java.util.Arrays;
import java.util.Collection;

/** Rates texts by {@link TopicTermsJudge.Measure#MENTIONS}. Immutable. */
final class Mentions {

  /** One mention in this number of words is half of the most that a term can add. */
  private static final double WORDS_A_MENTION = 200;

  /** A mention that is closer than this to the last counted one is not counted. */
  private static final double WORDS_APART = 20;

  /** The number of terms, those of the largest weights, that relevance is in proportion to. */
  private static final int MOST_TERMS = 4;

  /** The share of the weight of these terms for which the relevance is 0.5. */
  private static final double SHARE = 0.175;

  private static final double CHARACTERS_A_WORD = 6;
  private static final char FIRST_WIDE = '\u2E80'; // Chinese, Japanese and Korean from here on
  private static final int WIDTH = 3;

  private final double[] weights;
  private final double needed;

  Mentions(Collection<Double> weights) {
    double largest = weights.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    this.weights = weights.stream().mapToDouble(weight -> weight / largest).toArray();
    double[] sorted = this.weights.clone();
    Arrays.sort(sorted);
    int first = Math.max(0, sorted.length - MOST_TERMS);
    this.needed = SHARE * Arrays.stream(sorted, first, sorted.length).sum();
  }

  /**
   * Rates a text.
   *
   * @param matches the matches of terms in it, at least one
   * @param text the text
   */
  double relevance(TopicMatches matches, String text) {
    double words = words(text);
    int[] counts = counts(matches, WORDS_APART * text.length() / words);
    double sum = 0;
    for (int term = 0; term < counts.length; term++) {
      sum += weights[term] * counts[term] / (counts[term] + words / WORDS_A_MENTION);
    }
    return sum / (sum + needed);
  }

  private static double words(String text) {
    int wide = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= FIRST_WIDE) {
        wide++;
      }
    }
    return (text.length() + (WIDTH - 1.0) * wide) / CHARACTERS_A_WORD;
  }

  /** Counts the mentions of each term that lie apart, in characters. */
  private int[] counts(TopicMatches matches, double apart) {
    var counts = new int[weights.length];
    double next = 0;
    for (int match = 0; match < matches.size(); match++) {
      if (matches.start(match) >= next) {
        counts[matches.term(match)]++;
        next = matches.end(match) + apart;
      }
    }
    return counts;
  }
}
