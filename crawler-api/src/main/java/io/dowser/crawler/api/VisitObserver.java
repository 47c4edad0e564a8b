package io.dowser.crawler.api;

/**
 * Receives each visit, in crawl order, on one thread.
 *
 * <p>A {@link RelevanceJudge} or {@link LinkScorer} that implements it is notified by the engine; a
 * {@link LearningScorer} is passed the visit together with its links instead. A visit is observed
 * after its links were scored and before the frontier receives them.
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
