package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.internal.content.Excerpts;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.store.StoreBatch;
import java.time.InstantSource;

/**
 * The parts of a crawl that a record saves and restores.
 *
 * @param excerpts the choice of the parts of pages that are shown
 * @param productToken the name under which robots.txt rules are looked up
 * @param pagesHandedOver barriers that wait until the page sink has written and flushed pages
 */
public record RecordedParts(
    Frontier frontier,
    RelevanceJudge judge,
    LinkScorer scorer,
    Fetcher fetcher,
    Excerpts excerpts,
    InstantSource clock,
    String productToken,
    RobotsCache robotsCache,
    PageBarriers pagesHandedOver) {

  /** Creates barriers that wait until a page sink has pages. */
  @FunctionalInterface
  public interface PageBarriers {

    /**
     * Creates one for all pages that were handed over so far.
     *
     * @throws InterruptedException if the thread is interrupted while it waits for a slow sink
     */
    StoreBatch.Barrier create() throws InterruptedException;
  }
}
