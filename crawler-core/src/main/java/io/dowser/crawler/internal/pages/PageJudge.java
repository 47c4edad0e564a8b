package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.internal.plan.Threshold;
import io.dowser.crawler.internal.sites.Sites;
import java.util.List;

/**
 * Judges pages by their main text, without what other pages of the site repeat. Thread-safe.
 *
 * @param judge rates the pages
 * @param threshold the relevance from which on they are relevant
 * @param sites know what is repeated
 */
public record PageJudge(RelevanceJudge judge, Threshold threshold, Sites sites) {

  /** Blocks with fewer say nothing about a page, so it is judged with those that others repeat. */
  private static final int FEWEST_LETTERS = 12;

  private static final int LETTERS_OF_HAN = 3;

  /**
   * Returns a page with its relevance.
   *
   * @throws RuntimeException if the judge fails, or returns a number that is not within 0 to 1
   */
  public AnalyzedPage judged(AnalyzedPage page) {
    List<String> own = sites.withoutRepeated(page.url(), page.mainBlocks());
    boolean isWhole = own.size() == page.mainBlocks().size() || !hasLetters(own);
    AnalyzedPage judged = isWhole ? page : page.withMainBlocks(own);
    double relevance = judge.relevance(judged.mainContent());
    return judged.withRelevance(relevance, relevance >= threshold.value());
  }

  /** Returns whether blocks have enough letters to be judged; looks at no more than these. */
  private static boolean hasLetters(List<String> blocks) {
    int letters = 0;
    for (String block : blocks) {
      for (int i = 0; i < block.length() && letters < FEWEST_LETTERS; i++) {
        int c = block.codePointAt(i); // the second half of a pair is no letter
        letters += Character.isIdeographic(c) ? LETTERS_OF_HAN : Character.isLetter(c) ? 1 : 0;
      }
    }
    return letters >= FEWEST_LETTERS;
  }
}
