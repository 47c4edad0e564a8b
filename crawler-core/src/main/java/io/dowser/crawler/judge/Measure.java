package io.dowser.crawler.judge;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;

/**
 * The criteria of relevance: the words of the topic, known pages if there are any, and the score of
 * a good page. Immutable and thread-safe.
 *
 * @param words the BM25 of the topic and of terms that were learned
 * @param likeness the likeness to known pages
 * @param level the score that makes a page wholly relevant, above 0
 * @param cut the score that makes a page just relevant, between 0 and the level
 * @param threshold the relevance of that page, between 0 and 1
 */
record Measure(Bm25 words, Likeness likeness, double level, double cut, double threshold) {

  private static final double LIKENESS_WEIGHT = 2;

  double score(TermCounts page) {
    return Math.max(0, words.score(page) + LIKENESS_WEIGHT * likeness.score(page));
  }

  /** Creates a measure where relevance is in proportion to the score. */
  static Measure inProportion(Bm25 words, Likeness likeness, double level, double threshold) {
    return new Measure(words, likeness, level, threshold * level, threshold);
  }

  double relevance(TermCounts page) {
    double score = score(page);
    if (score >= level || cut == 0) {
      return Math.min(1, score / level);
    }
    return score < cut
        ? threshold * score / cut
        : threshold + (1 - threshold) * (score - cut) / (level - cut);
  }

  void save(StateWriter out) throws IOException {
    out.writeDouble(words.averageLength());
    out.writeDouble(level);
    out.writeDouble(cut);
    out.writeDouble(threshold);
    Likeness.write(words.weights(), out);
    Likeness.write(likeness.weights(), out);
  }

  static Measure restored(StateReader in) throws IOException {
    double averageLength = in.readDouble(0, Double.MAX_VALUE, "mean length");
    double level = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "level");
    double cut = in.readDouble(0, level, "score of a page that is just relevant");
    double threshold = in.readDouble(0, 1, "threshold");
    var words = new Bm25(Likeness.read(in, 0, 1), averageLength);
    return new Measure(words, new Likeness(Likeness.read(in, -2, 2)), level, cut, threshold);
  }
}
