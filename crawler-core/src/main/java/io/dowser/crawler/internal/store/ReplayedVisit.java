package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import java.time.Instant;
import java.util.List;

/**
 * A visit as the store has it: all but the page itself.
 *
 * @param url number of the URL that was visited
 * @param page where the page came from after redirects, empty if there were none
 * @param targets numbers of all distinct targets in the order of the page
 * @param links those of which the frontier was notified, in the same order
 */
public record ReplayedVisit(
    long url,
    CrawlUrl address,
    int depth,
    long number,
    Instant time,
    String page,
    int status,
    double relevance,
    boolean relevant,
    PathState pathState,
    Visit.OutLinks targets,
    List<ReplayedLink> links) {

  public ReplayedVisit {
    links = List.copyOf(links);
  }

  /** One link of the page, with the number of its target and its text, which may be truncated. */
  public record ReplayedLink(
      long target,
      CrawlUrl url,
      boolean known,
      double score,
      double tieBreak,
      String anchor,
      LinkFeatures features) {}
}
