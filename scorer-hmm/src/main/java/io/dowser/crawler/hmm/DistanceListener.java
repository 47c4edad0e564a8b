package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.util.function.Consumer;

/**
 * Reports of each visited page how far the model believes it to be from a target, so that tunnels
 * through off-topic pages can be seen.
 *
 * <p>Costs one more look at the text of each page, on the crawl's own thread.
 */
public final class DistanceListener implements CrawlListener {

  private final HmmLinkScorer scorer;
  private final Consumer<Sighting> consumer;

  /**
   * Listens to a crawl.
   *
   * @param scorer the scorer that guides it
   * @param consumer gets each visited page with its distance, in crawl order
   */
  public DistanceListener(HmmLinkScorer scorer, Consumer<Sighting> consumer) {
    this.scorer = requireNonNull(scorer, "scorer");
    this.consumer = requireNonNull(consumer, "consumer");
  }

  /**
   * A visited page and its distance.
   *
   * @param visit the visit
   * @param distance what the model believes
   */
  public record Sighting(Visit visit, DistanceBelief distance) {

    /**
     * Refuses nulls.
     *
     * @param visit the visit
     * @param distance what the model believes
     */
    public Sighting {
      requireNonNull(visit, "visit");
      requireNonNull(distance, "distance");
    }
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      Visit visit = visited.visit();
      consumer.accept(new Sighting(visit, scorer.distance(visit.page())));
    }
  }
}
