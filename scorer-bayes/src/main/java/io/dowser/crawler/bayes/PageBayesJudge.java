package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;

/**
 * Judges a page by the probability that a {@link PageModel} gives to its text.
 *
 * <p>The probability of a page of some length is mostly close to 0 or 1. A comparison of strategies
 * needs a judge that none of them is guided by: train this one on other documents than the scorer.
 *
 * <p>Immutable and thread-safe.
 */
public final class PageBayesJudge implements RelevanceJudge {

  private final PageModel model;
  private final double threshold;

  private PageBayesJudge(PageModel model, double threshold) {
    this.model = model;
    this.threshold = threshold;
  }

  /**
   * Creates a judge to whom a page is relevant from the probability 0.5 on.
   *
   * @param model what was learned from labelled documents
   * @return the judge
   */
  public static PageBayesJudge of(PageModel model) {
    return of(model, DEFAULT_THRESHOLD);
  }

  /**
   * Creates a judge.
   *
   * @param model what was learned from labelled documents
   * @param threshold the probability from which on a page is relevant, 0 to 1
   * @return the judge
   * @throws IllegalArgumentException if the threshold is out of range
   */
  public static PageBayesJudge of(PageModel model, double threshold) {
    if (!(threshold >= 0 && threshold <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException("threshold must be 0 to 1, but was " + threshold);
    }
    return new PageBayesJudge(requireNonNull(model, "model"), threshold);
  }

  /**
   * Rates a page.
   *
   * @param page the page
   * @return the probability that it is of the positive class; that of the model's empty text if it
   *     has no known word
   * @throws io.dowser.crawler.toolkit.model.AnalyzerMismatchException if the page is cut by another
   *     text analyzer than the model was trained with
   */
  @Override
  public double relevance(AnalyzedPage page) {
    model.guard().check(page);
    return model.probability(page.terms());
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public String toString() {
    return "PageBayesJudge[" + model + ", threshold " + threshold + "]";
  }
}
