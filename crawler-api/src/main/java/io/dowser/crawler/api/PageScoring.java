package io.dowser.crawler.api;

import java.util.Optional;

/**
 * Rates the links of one page; see {@link LinkScorer#forPage}.
 *
 * <pre>{@code
 * final class AnchorScoring implements PageScoring {
 *   public double score(Link link) {
 *     return link.anchorText().contains("tide") ? 1 : 0;
 *   }
 *
 *   public Optional<String> drop(Link link) {
 *     return link.anchorText().equals("Log in") ? Optional.of("a form") : Optional.empty();
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface PageScoring {

  /**
   * Rates one link.
   *
   * @param link a link of the page
   * @return any finite number; a link with a higher one is fetched sooner. NaN or an infinite
   *     number is an error of the scorer: the page then counts as visited without links, and the
   *     crawl reports a {@link CrawlEvent.PluginFailed}
   */
  double score(Link link);

  /**
   * Orders links of equal score.
   *
   * @param link a link of the page
   * @return any finite number, higher first; 0 by default
   */
  default double tieBreak(Link link) {
    return 0;
  }

  /**
   * Returns the reason for which a link is not followed at all. Called before the link is scored;
   * the crawl reports such links as {@link SkipReason#SCORER}. A {@link LinkPolicy} does the same
   * for any scorer.
   *
   * @param link a link of the page
   * @return a reason in words, or empty to follow the link; by default empty
   */
  default Optional<String> drop(Link link) {
    return Optional.empty();
  }

  /**
   * {@return the numbers that pages reached from this page will find in their arrival candidate;
   * {@link PathState#NONE} by default}
   */
  default PathState pathState() {
    return PathState.NONE;
  }

  /**
   * {@return the features with which a {@link LearningScorer} can score a pending link again;
   * {@link LinkFeatures#NONE} by default}
   *
   * @param link a link of the page
   */
  default LinkFeatures features(Link link) {
    return LinkFeatures.NONE;
  }

  /**
   * Explains a score as named parts.
   *
   * @param link a link of the page
   * @return an explanation whose value is {@code score(link)}; a single part by default
   */
  default Explanation explain(Link link) {
    return Explanation.of("score", score(link));
  }
}
