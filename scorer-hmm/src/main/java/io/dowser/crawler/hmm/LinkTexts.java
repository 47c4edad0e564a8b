package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of the links of one page say: compared with the topic, and about the distance of
 * the page behind.
 *
 * <p>What is compared with the topic is the anchor with {@link AnalyzedPage#CONTEXT_TOKENS} tokens
 * on each side. Each token near a link is looked up once. Not thread-safe.
 */
final class LinkTexts {

  private final ClusterSpace space;
  private final AnalyzedPage page;
  private int[] ids = {}; // of each token of the page that was looked up, plus 2; else 0
  private int[] window = new int[64];
  private @Nullable Link last;
  private double lastCosine;

  LinkTexts(ClusterSpace space, AnalyzedPage page) {
    this.space = space;
    this.page = page;
  }

  /** The cosine with the centroid of the targets, 0 to 1. */
  double cosine(Link link) {
    if (!link.equals(last)) { // asked for the score and once more for the second key
      lastCosine = cosineOf(link);
      last = link;
    }
    return lastCosine;
  }

  private double cosineOf(Link link) {
    Tokens tokens = page.tokens();
    int first = tokens.indexFrom(link.textStart()) - AnalyzedPage.CONTEXT_TOKENS;
    int beyond = tokens.indexFrom(link.textEnd()) + AnalyzedPage.CONTEXT_TOKENS;
    return cosine(Math.max(0, first), Math.min(tokens.size(), beyond));
  }

  /**
   * Adds up what the terms of a link's anchor say about the distance behind it.
   *
   * @return whether any of them is known
   */
  boolean addTo(double[] sums, Link link, AnchorModel anchors, double weight) {
    int beyond = page.tokens().indexFrom(link.textEnd());
    boolean known = false;
    for (int i = page.tokens().indexFrom(link.textStart()); i < beyond; i++) {
      int id = id(i);
      if (id != Vocabulary.ABSENT) {
        anchors.addTo(sums, id, weight);
        known = true;
      }
    }
    return known;
  }

  private int id(int token) {
    if (ids.length == 0) {
      ids = new int[page.tokens().size()];
    }
    if (ids[token] == 0) {
      ids[token] = space.vocabulary().id(page.tokens().term(token)) + 2;
    }
    return ids[token] - 2;
  }

  /** The divisor of the frequencies cancels, so plain counts times rarity will do. */
  private double cosine(int from, int to) {
    int size = sorted(from, to);
    double product = 0;
    double squares = 0;
    for (int i = 0; i < size; ) {
      int id = window[i];
      int count = 1;
      while (i + count < size && window[i + count] == id) {
        count++;
      }
      double weight = count * space.rarity[id];
      product += weight * space.topic[id];
      squares += weight * weight;
      i += count;
    }
    return squares > 0 ? Math.min(1, product / Math.sqrt(squares)) : 0;
  }

  private int sorted(int from, int to) {
    if (window.length < to - from) {
      window = new int[to - from];
    }
    int size = 0;
    for (int i = from; i < to; i++) {
      int id = id(i);
      if (id != Vocabulary.ABSENT) {
        window[size++] = id;
      }
    }
    Arrays.sort(window, 0, size);
    return size;
  }
}
