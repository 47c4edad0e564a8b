package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import java.util.List;
import java.util.Map;

/** Tells everybody who must know that a candidate becomes no page; for the crawl's own thread. */
final class Losses {

  private final Frontier frontier;
  private final CrawlRecord record;
  private final Tally tally;
  private final Seeds seeds;
  private final Observers observers;

  Losses(Frontier frontier, CrawlRecord record, Tally tally, Seeds seeds, Observers observers) {
    this.frontier = frontier;
    this.record = record;
    this.tally = tally;
    this.seeds = seeds;
    this.observers = observers;
  }

  /** The crawl does not want it any more. */
  void drop(Flight flight, AbandonReason reason, String detail) {
    giveUp(flight, reason, reason + " " + detail);
    observers.tell(new CrawlEvent.Dropped(flight.candidate(), flight.url(), reason, detail));
  }

  /** The web did not give a page or a robots.txt, at least this time. */
  void fail(Flight flight, FetchResult.Failed failed, boolean willRetry) {
    if (willRetry) {
      tally.countRetry(flight.isPage());
    } else {
      String words = failed.reason() + " " + failed.detail();
      giveUp(flight, AbandonReason.FETCH_FAILED, words);
    }
    observers.tell(new CrawlEvent.FetchFailed(flight.candidate(), failed, willRetry));
  }

  /** A plugin failed on it; that is told elsewhere. */
  void plugin(Flight flight, Throwable cause) {
    giveUp(flight, AbandonReason.PLUGIN_FAILED, cause.toString());
  }

  /** Some of the URLs that a page or sitemap names are not taken. */
  void skipped(CrawlUrl page, List<SkippedLink> links) {
    skipped(page, links, Map.of());
  }

  /** Skips links of a page, and others of which only the number is known. */
  void skipped(CrawlUrl page, List<SkippedLink> links, Map<SkipReason, Integer> others) {
    if (!links.isEmpty() || !others.isEmpty()) {
      tally.countSkipped(links.size());
      others.values().forEach(tally::countSkipped);
      record.skipped(links);
      observers.tell(new CrawlEvent.LinksSkipped(page, links, others));
    }
  }

  /** It leads somewhere else, where nobody goes from here. */
  void redirected(Flight flight, String words) {
    record.because(words);
    seeds.failed(flight.candidate(), words);
    frontier.abandon(flight.candidate(), AbandonReason.REDIRECTED);
  }

  private void giveUp(Flight flight, AbandonReason reason, String words) {
    tally.countFailure();
    record.because(words);
    seeds.failed(flight.candidate(), words);
    frontier.abandon(flight.candidate(), reason);
  }
}
