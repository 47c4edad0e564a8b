package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import java.util.List;
import java.util.Map;

/** Tells everybody who must know that a candidate becomes no page; for the crawl's own thread. */
final class FailureHandler {

  private final Frontier frontier;
  private final CrawlRecord record;
  private final CrawlCounters tally;
  private final Seeds seeds;
  private final Observers observers;

  FailureHandler(
      Frontier frontier,
      CrawlRecord record,
      CrawlCounters tally,
      Seeds seeds,
      Observers observers) {
    this.frontier = frontier;
    this.record = record;
    this.tally = tally;
    this.seeds = seeds;
    this.observers = observers;
  }

  /** The crawl does not want it any more. */
  void drop(FetchTask fetchTask, AbandonReason reason, String detail) {
    giveUp(fetchTask, reason, reason + " " + detail);
    observers.tell(new CrawlEvent.Dropped(fetchTask.candidate(), fetchTask.url(), reason, detail));
  }

  /** The web did not give a page or a robots.txt, at least this time. */
  void fail(FetchTask fetchTask, FetchResult.Failed failed, boolean willRetry) {
    if (willRetry) {
      tally.countRetry(fetchTask.isPage());
    } else {
      String words = failed.reason() + " " + failed.detail();
      giveUp(fetchTask, AbandonReason.FETCH_FAILED, words);
    }
    observers.tell(new CrawlEvent.FetchFailed(fetchTask.candidate(), failed, willRetry));
  }

  /** A plugin failed on it; that is told elsewhere. */
  void plugin(FetchTask fetchTask, Throwable cause) {
    giveUp(fetchTask, AbandonReason.PLUGIN_FAILED, cause.toString());
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
  void redirected(FetchTask fetchTask, String words) {
    record.because(words);
    seeds.failed(fetchTask.candidate(), words);
    frontier.abandon(fetchTask.candidate(), AbandonReason.REDIRECTED);
  }

  private void giveUp(FetchTask fetchTask, AbandonReason reason, String words) {
    tally.countFailure();
    record.because(words);
    seeds.failed(fetchTask.candidate(), words);
    frontier.abandon(fetchTask.candidate(), reason);
  }
}
