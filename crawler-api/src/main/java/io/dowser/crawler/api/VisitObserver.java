package io.dowser.crawler.api;

/**
 * Receives each visit, in crawl order, on one thread.
 *
 * <p>A {@link RelevanceJudge} or {@link LinkScorer} that implements it is notified by the engine; a
 * {@link LearningScorer} is passed the visit together with its links instead. A visit is observed
 * after its links were scored and before the frontier receives them.
 *
 * <pre>{@code
 * final class MeanJudge implements RelevanceJudge, VisitObserver {
 *   private volatile double threshold = 0.5;
 *
 *   public double relevance(AnalyzedPage page) {
 *     return page.text().contains("tide") ? 1 : 0;
 *   }
 *
 *   public double threshold() {
 *     return threshold;
 *   }
 *
 *   public void visited(Visit visit) {
 *     threshold += (visit.page().relevance() - threshold) / 100; // in crawl order, on one thread
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface VisitObserver {

  /**
   * Observes a visit.
   *
   * @param visit the visit
   */
  void visited(Visit visit);
}
