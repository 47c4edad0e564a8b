package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.text.Vocabulary;
import org.jspecify.annotations.Nullable;

/**
 * The evidence of the texts of the links of one page: their similarity to the topic, and the
 * distance of the page behind.
 *
 * <p>The text that is compared with the topic is the anchor with {@link
 * AnalyzedPage#CONTEXT_TOKENS} tokens on each side. Not thread-safe.
 */
final class LinkTexts {

  private final ClusterSpace space;
  private final AnalyzedPage page;
  private @Nullable Link last;
  private double lastCosine;

  LinkTexts(ClusterSpace space, AnalyzedPage page) {
    this.space = space;
    this.page = page;
  }

  /** The cosine with the centroid of the targets, 0 to 1. */
  double cosine(Link link) {
    if (!link.equals(last)) { // asked for the score and once more for the second key
      lastCosine = cosine(around(link));
      last = link;
    }
    return lastCosine;
  }

  private TermCounts around(Link link) {
    Tokens tokens = page.tokens();
    int first = tokens.indexFrom(link.textStart()) - AnalyzedPage.CONTEXT_TOKENS;
    int beyond = tokens.indexFrom(link.textEnd()) + AnalyzedPage.CONTEXT_TOKENS;
    return TermCounts.of(tokens, Math.max(0, first), Math.min(tokens.size(), beyond));
  }

  /**
   * Returns the cosine of a text; the divisor of the frequencies cancels, so plain counts times
   * rarity are enough.
   */
  private double cosine(TermCounts text) {
    double product = 0;
    double squares = 0;
    for (int i = 0; i < text.size(); i++) {
      int id = space.vocabulary().id(text.term(i));
      if (id != Vocabulary.ABSENT) {
        double weight = text.countAt(i) * space.rarity[id];
        product += weight * space.topic[id];
        squares += weight * weight;
      }
    }
    return squares > 0 ? Math.min(1, product / Math.sqrt(squares)) : 0;
  }

  /**
   * Adds up the evidence of the terms of a link's anchor for the distance behind it.
   *
   * @return whether any of them is known
   */
  boolean addTo(double[] sums, Link link, AnchorModel anchors, double weight) {
    TermCounts anchor = page.anchorTerms(link);
    boolean known = false;
    for (int i = 0; i < anchor.size(); i++) {
      int id = space.vocabulary().id(anchor.term(i));
      if (id != Vocabulary.ABSENT) {
        anchors.addTo(sums, id, anchor.countAt(i) * weight);
        known = true;
      }
    }
    return known;
  }
}
