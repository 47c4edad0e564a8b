package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.report.CrawlFigures;
import io.dowser.crawler.store.LinkKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Takes down what happens in a crawl, so that it can go on after a restart; for the crawl's own
 * thread. This one takes nothing down: a crawl without directory lives in memory alone.
 */
class CrawlRecord {

  /** How a crawl's record is begun. */
  static CrawlRecord of(CrawlPlan plan, PageArchive pages) {
    CrawlStorage storage = plan.storage();
    return storage == null ? new CrawlRecord() : new StoredRecord(plan, storage, pages);
  }

  /** Gives the frontier that the engine is to use in place of the crawl's own. */
  Frontier frontier() {
    throw new IllegalStateException("a crawl without directory uses its frontier as it is");
  }

  /** Says whether {@link #frontier} must be used. */
  boolean isKept() {
    return false;
  }

  /**
   * Brings everything to where it was, and gives what was under way then.
   *
   * @throws java.util.concurrent.CancellationException if the crawl was stopped before that was
   *     done
   */
  List<Candidate> resume(KnownUrls known, Map<String, Resumable> parts, BooleanSupplier stopped) {
    return List.of();
  }

  /** A URL was seen for the first time. */
  void discovered(CrawlUrl url, int depth, long referrer, Instant time) {}

  /** A page has a link; told before {@link #visited}. */
  void link(Outcome.Page page, Outcome.Target target, int sequence, LinkKind kind) {}

  /** A page was visited; told before the frontier is. */
  void visited(Visit visit, Carry carry) {}

  /** A redirect is followed. */
  void followed(Candidate candidate, CrawlUrl target, int sequence) {}

  /** Links are not queued. */
  void skipped(List<SkippedLink> links) {}

  /** Says more about the candidate that is abandoned next. */
  void because(String words) {}

  /** Everything belongs together now, so that it may be committed. */
  void settle() throws InterruptedException {}

  /** Nanoseconds until {@link #settle} has something to do, {@code Long.MAX_VALUE} if never. */
  long nanosToCommit() {
    return Long.MAX_VALUE;
  }

  /** Commits what belongs together, and takes nothing down from now on. */
  void end() throws InterruptedException {}

  /** Adds the parts of scores to the paths of a report; after {@link #close}. */
  CrawlFigures explained(CrawlFigures figures) {
    return figures;
  }

  /** Frees the directory. */
  void close() {}
}
