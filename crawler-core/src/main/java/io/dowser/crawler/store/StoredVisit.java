package io.dowser.crawler.store;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A visited page in the directory of a crawl.
 *
 * @param number position in the order of visits, from 1
 * @param url the requested URL
 * @param page the URL of the page; differs from {@code url} after a redirect
 * @param time when it was complete
 * @param relevance 0 to 1
 * @param relevant whether the judge's threshold was reached
 * @param score its key in the frontier; empty for a seed
 * @param depth links between it and a seed
 * @param bytes size of its body, decoded
 * @param irrelevance the reason why it is not relevant whatever the judge returned; empty if that
 *     decided
 */
public record StoredVisit(
    long number,
    CrawlUrl url,
    CrawlUrl page,
    Instant time,
    double relevance,
    boolean relevant,
    OptionalDouble score,
    int depth,
    long bytes,
    Optional<Irrelevance> irrelevance) {

  /**
   * A page on the path from a seed to a page.
   *
   * @param url the page
   * @param anchor text of the link that led to it, truncated after 100 characters; empty for a
   *     seed, a link without text, and the target of a redirect
   * @param score the score of that link when its page was visited; empty for a seed
   * @param status {@code VISITED}, the reason that there is no page, or {@code PENDING}
   * @param explanation the parts of that score; empty unless the crawl keeps them, see {@link
   *     io.dowser.crawler.Persistence.Builder#explanations}
   */
  public record PathStep(
      CrawlUrl url,
      String anchor,
      OptionalDouble score,
      String status,
      Optional<Explanation> explanation) {}
}
