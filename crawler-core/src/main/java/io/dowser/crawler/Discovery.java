package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import java.time.InstantSource;

/** Takes in URLs that are no links of a page; for the crawl's own thread. */
final class Discovery {

  private final KnownUrls known;
  private final CrawlRecord record;
  private final Frontier frontier;
  private final InstantSource clock;

  Discovery(KnownUrls known, CrawlRecord record, Frontier frontier, InstantSource clock) {
    this.known = known;
    this.record = record;
    this.frontier = frontier;
    this.clock = clock;
  }

  /** Makes a URL wait as a seed, unless it was met before. */
  void seed(CrawlUrl url) {
    Fingerprint fingerprint = Fingerprint.of(url);
    if (known.find(fingerprint) == KnownUrls.UNKNOWN) {
      record.discovered(url, 0, Candidate.NO_PARENT, clock.instant());
      frontier.seed(Candidate.seed(url, known.add(fingerprint)));
    }
  }

  /** Gives the number of a URL that a candidate redirects to. */
  int redirectTarget(CrawlUrl target, Candidate from) {
    Fingerprint fingerprint = Fingerprint.of(target);
    int sequence = known.find(fingerprint);
    if (sequence != KnownUrls.UNKNOWN) {
      return sequence;
    }
    record.discovered(target, from.depth(), from.sequence(), clock.instant());
    return known.add(fingerprint);
  }
}
