package io.dowser.crawler.api;

/**
 * Receives each visit, in crawl order, on one thread.
 *
 * <p>A {@link RelevanceJudge} or {@link LinkScorer} that implements it is notified by the engine; a
 * {@link LearningScorer} is passed the visit together with its links instead. A visit is observed
 * after its links were scored and before the frontier receives them.
 *
 * <pre>{@code
 * final class NewestWords implements RelevanceJudge, VisitObserver {
 *   private volatile String title = "tide";
 *
 *   public double relevance(AnalyzedPage page) {
 *     return page.text().contains(title) ? 1 : 0;
 *   }
 *
 *   public void visited(Visit visit) { // in crawl order, on one thread
 *     if (visit.relevant()) {
 *       title = visit.page().title();
 *     }
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
