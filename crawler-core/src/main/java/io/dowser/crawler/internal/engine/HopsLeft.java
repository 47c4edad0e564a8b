package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * How many links beyond the scope may follow from each page. A page in the scope needs no state,
 * because its URL says so. Neither does one that is as far beyond as allowed, so a byte for each
 * known URL is kept only where two links or more are allowed.
 *
 * <p>{@link #from} is thread-safe: workers ask about pages that were numbered before they were
 * dispatched. All else is confined to the engine thread.
 */
final class HopsLeft implements Resumable {

  private static final int LIMIT = 128;

  private final CrawlScope scope;
  private final UrlBytes left = new UrlBytes("hops left", LIMIT);

  HopsLeft(CrawlScope scope) {
    this.scope = scope;
  }

  /** Returns the number for a page of a candidate, which redirects may have led elsewhere. */
  int from(CrawlUrl page, Candidate candidate) {
    int noted = left.get(candidate.sequence());
    return Math.max(scope.hopsFrom(page), Math.min(noted, scope.maxHops() - 1));
  }

  /** Records a way to a page, unless one is known that leaves as many links. */
  void found(int sequence, int hops) {
    if (hops > 0) {
      left.set(sequence, Math.max(left.get(sequence), hops));
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    left.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    left.restore(in);
  }
}
