package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.toolkit.text.TextVectors;

/** A scorer with vectors: texts with the same letters have the same direction. */
final class AnchorLetters implements LinkScorer, TextVectors {

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return link -> link.anchorText().length() - 5;
  }

  @Override
  public int dimensions() {
    return 26;
  }

  @Override
  public float[] vector(String text) {
    var vector = new float[dimensions()];
    text.chars().filter(c -> c >= 'a' && c <= 'z').forEach(c -> vector[c - 'a'] = 1);
    double squares = 0;
    for (float number : vector) {
      squares += number;
    }
    for (int i = 0; i < vector.length && squares > 0; i++) {
      vector[i] /= (float) Math.sqrt(squares);
    }
    return vector;
  }
}
