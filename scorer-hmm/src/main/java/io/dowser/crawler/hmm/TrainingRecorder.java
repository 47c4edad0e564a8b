package io.dowser.crawler.hmm;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Visit;
import java.util.HashMap;
import java.util.Map;

/**
 * Gathers training pages from a crawl, for example a short breadth-first one from on-topic seeds:
 * every visited page, with those that the crawl's judge found relevant as targets.
 *
 * <p>A crawl calls it on its own thread; the set is to be taken by one thread when the crawl has
 * ended.
 */
public final class TrainingRecorder implements CrawlListener {

  private final TrainingSet.Builder set = TrainingSet.builder();
  private final BrowsingSession.Builder session = BrowsingSession.builder();
  private final Map<Long, Integer> steps = new HashMap<>(); // by the sequence number of the page

  /** Creates a recorder for one crawl. */
  public TrainingRecorder() {}

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      record(visited.visit());
    }
  }

  private void record(Visit visit) {
    set.page(visit.page(), visit.relevant());
    int from = steps.getOrDefault(visit.candidate().parent(), BrowsingSession.START);
    session.visit(visit.url(), from);
    steps.put(visit.candidate().sequence(), steps.size());
  }

  /**
   * Returns what was gathered.
   *
   * @return the pages visited so far, and one session that holds the path to each of them
   */
  public TrainingSet trainingSet() {
    return TrainingSet.builder().addAll(set).session(session.build()).build();
  }
}
