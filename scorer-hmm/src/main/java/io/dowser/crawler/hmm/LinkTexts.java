package io.dowser.crawler.hmm;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.Vocabulary;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the texts of the links of one page say: compared with the topic, and about the distance of
 * the page behind.
 *
 * <p>What is compared with the topic is the anchor with {@link AnalyzedPage#CONTEXT_TOKENS} tokens
 * on each side. Each token of the page is looked up once, at the first link. For one thread.
 */
final class LinkTexts {

  private final ClusterSpace space;
  private final AnalyzedPage page;
  private int @Nullable [] ids; // of each token of the page
  private int[] window = new int[64];

  LinkTexts(ClusterSpace space, AnalyzedPage page) {
    this.space = space;
    this.page = page;
  }

  /** The cosine with the centroid of the targets, 0 to 1. */
  double cosine(Link link) {
    int[] all = ids();
    Tokens tokens = page.tokens();
    int first = tokens.indexFrom(link.textStart()) - AnalyzedPage.CONTEXT_TOKENS;
    int beyond = tokens.indexFrom(link.textEnd()) + AnalyzedPage.CONTEXT_TOKENS;
    return cosine(all, Math.max(0, first), Math.min(all.length, beyond));
  }

  /**
   * Adds up what the terms of a link's anchor say about the distance behind it.
   *
   * @return whether any of them is known
   */
  boolean addTo(double[] sums, Link link, AnchorModel anchors, double weight) {
    int[] all = ids();
    int beyond = page.tokens().indexFrom(link.textEnd());
    boolean known = false;
    for (int i = page.tokens().indexFrom(link.textStart()); i < beyond; i++) {
      if (all[i] != Vocabulary.ABSENT) {
        anchors.addTo(sums, all[i], weight);
        known = true;
      }
    }
    return known;
  }

  private int[] ids() {
    int[] made = ids;
    if (made == null) {
      Tokens tokens = page.tokens();
      Vocabulary vocabulary = space.vocabulary();
      made = new int[tokens.size()];
      for (int i = 0; i < made.length; i++) {
        made[i] = vocabulary.id(tokens.term(i));
      }
      ids = made;
    }
    return made;
  }

  /** The divisor of the frequencies cancels, so plain counts times rarity will do. */
  private double cosine(int[] all, int from, int to) {
    int size = sorted(all, from, to);
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

  private int sorted(int[] all, int from, int to) {
    if (window.length < to - from) {
      window = new int[to - from];
    }
    int size = 0;
    for (int i = from; i < to; i++) {
      if (all[i] != Vocabulary.ABSENT) {
        window[size++] = all[i];
      }
    }
    Arrays.sort(window, 0, size);
    return size;
  }
}
