package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.TopicVector;

/** The key words in one page, which is scanned for them once: in all of it, and in and by links. */
final class PageKeyWords {

  private final TopicVector vector;
  private final boolean isFull;
  private final AnalyzedPage page;
  private final TopicMatches matches;

  /**
   * Takes what the scan found.
   *
   * @param isFull whether all words of a text count into its norm
   */
  PageKeyWords(TopicVector vector, boolean isFull, AnalyzedPage page, TopicMatches matches) {
    this.vector = vector;
    this.isFull = isFull;
    this.page = page;
    this.matches = matches;
  }

  /** Returns whether the page has no key word anywhere. */
  boolean isEmpty() {
    return matches.isEmpty();
  }

  /** R(P): the cosine of the page; it is tokenized only if a key word occurs. */
  double relevance() {
    if (matches.isEmpty()) {
      return 0;
    }
    return isFull ? vector.cosine(matches, page.terms()) : vector.cosine(matches);
  }

  /** The cosine of the anchor text. */
  double anchor(Link link) {
    if (!occur(link.textStart(), link.textEnd())) {
      return 0; // nearly all links, and no memory is taken for them
    }
    var found = new int[matches.termCount()];
    count(link.textStart(), link.textEnd(), found);
    return vector.cosine(found, isFull ? page.anchorTerms(link) : TermCounts.EMPTY);
  }

  /** Returns the cosine of the words around the link. */
  double context(Link link, int tokensPerSide) {
    if (matches.isEmpty() || tokensPerSide == 0) {
      return 0;
    }
    int from = contextStart(link, tokensPerSide);
    int to = contextEnd(link, tokensPerSide);
    if (!occur(from, link.textStart()) && !occur(link.textEnd(), to)) {
      return 0;
    }
    var found = new int[matches.termCount()];
    count(from, link.textStart(), found);
    count(link.textEnd(), to, found);
    return vector.cosine(found, isFull ? page.contextTerms(link, tokensPerSide) : TermCounts.EMPTY);
  }

  private int contextStart(Link link, int tokensPerSide) {
    Tokens tokens = page.tokens();
    int first = tokens.indexFrom(link.textStart()) - tokensPerSide;
    return first <= 0 ? 0 : tokens.start(first);
  }

  private int contextEnd(Link link, int tokensPerSide) {
    Tokens tokens = page.tokens();
    int anchorEnd = tokens.indexFrom(link.textEnd());
    return tokens.size() - anchorEnd <= tokensPerSide
        ? page.text().length()
        : tokens.start(anchorEnd + tokensPerSide);
  }

  private boolean occur(int from, int to) {
    return matches.firstFrom(from) < matches.firstBeyond(to);
  }

  private void count(int from, int to, int[] found) {
    int beyond = matches.firstBeyond(to);
    for (int match = matches.firstFrom(from); match < beyond; match++) {
      found[matches.term(match)]++;
    }
  }
}
