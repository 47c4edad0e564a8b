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
 */
record Measure(Bm25 words, Likeness likeness, double level) {

  private static final double LIKENESS_WEIGHT = 2;

  double score(TermCounts page) {
    return Math.max(0, words.score(page) + LIKENESS_WEIGHT * likeness.score(page));
  }

  double relevance(TermCounts page) {
    return Math.min(1, score(page) / level);
  }

  void save(StateWriter out) throws IOException {
    out.writeDouble(words.averageLength());
    out.writeDouble(level);
    Likeness.write(words.weights(), out);
    Likeness.write(likeness.weights(), out);
  }

  static Measure restored(StateReader in) throws IOException {
    double averageLength = in.readDouble(0, Double.MAX_VALUE, "mean length");
    double level = in.readDouble(Double.MIN_VALUE, Double.MAX_VALUE, "level");
    var words = new Bm25(Likeness.read(in, 0, 1), averageLength);
    return new Measure(words, new Likeness(Likeness.read(in, -2, 2)), level);
  }
}
