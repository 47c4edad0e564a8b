package io.dowser.crawler.internal.recovery;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.KeptPage;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageStates;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.report.CrawlMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes down what happens in a crawl, so that it can continue after a restart; for the crawl's own
 * thread. This one takes nothing down: a crawl without directory lives in memory alone.
 */
public class CrawlRecord {

  /** Creates the record of a crawl; one without storage records nothing. */
  public static CrawlRecord of(@Nullable CrawlStorage storage, RecordedParts parts) {
    return storage == null ? new CrawlRecord() : new StoredRecord(parts, storage);
  }

  /** Creates the set of known URLs, in the heap without a directory. */
  public KnownUrls knownUrls() {
    return new KnownUrls();
  }

  /**
   * Brings everything but pending URLs to where it was.
   *
   * @throws java.util.concurrent.CancellationException if the crawl was stopped before that was
   *     done
   */
  public void resume(KnownUrls known, Map<String, Resumable> parts, BooleanSupplier stopped) {}

  /** Opens the table of pending URLs; empty without a directory. */
  public Optional<PendingTable> pending() {
    return Optional.empty();
  }

  /** A URL was seen for the first time. */
  public void discovered(CrawlUrl url, int depth, long referrer, Instant time) {}

  /** A page has a link; reported before {@link #visited}. */
  public void link(ScoredTarget target, int sequence, LinkKind kind) {}

  /** A page was visited; reported before the frontier is. */
  public void visited(Visit visit, PageContentHash text) {}

  /** A visited page was checked; replaces what was known of it. */
  public void checked(PageRow page) {}

  /** A checked page has another text; replaces what is shown of it. */
  public void excerpt(long url, AnalyzedPage page) {}

  /** Returns the answers of earlier runs about pages. */
  public List<AnswerRow> answers() {
    return List.of();
  }

  /** A person has answered whether a page is relevant. */
  public void answered(AnswerRow answer, Instant time) {}

  /** The answer about a page is withdrawn. */
  public void withdrawn(long url) {}

  /** A visited page was judged again. */
  public void judged(KeptPage page) {}

  /** Opens what is committed, for another thread; empty without a directory. */
  public Optional<HistoryReader> history() {
    return Optional.empty();
  }

  /** A check has found a change. */
  public void changed(ChangeRow change) {}

  /** A check has led to a URL that is queued. */
  public void laterLink(Candidate candidate, String anchor) {}

  /** Commits what belongs together, and waits until it is written. */
  public void flush() throws InterruptedException {}

  /** Returns whether later runs recheck the pages of this one. */
  public boolean keepsPages() {
    return false;
  }

  /** Opens what is known of the visited pages. */
  public PageStates pages() {
    throw new IllegalStateException("a crawl without directory knows no pages");
  }

  /**
   * Returns the URLs that have ended and may be pending again; none without a directory. These are
   * seeds that failed in an earlier run for a reason that may be over, and URLs that were dropped
   * because they were excluded or the budget of their host was spent.
   *
   * @param seedsFailed whether seeds failed that are to be tried again
   * @param isExcluded whether a URL is excluded now; these are left out
   * @param isSpent whether the budget of a URL's host is spent now; these are left out
   */
  public List<PageReader.Failed> toQueueAgain(
      boolean seedsFailed, Predicate<CrawlUrl> isExcluded, Predicate<CrawlUrl> isSpent)
      throws InterruptedException {
    return List.of();
  }

  /** A redirect is followed. */
  public void followed(Candidate candidate, CrawlUrl target, int sequence) {}

  /** Settings have new values from now on, by name. */
  public void changed(Map<String, String> settings) {}

  /** Links are not queued. */
  public void skipped(List<SkippedLink> links) {}

  /** Records the detail of the candidate that is abandoned next: words, and an HTTP status or 0. */
  public void because(String words, int status) {}

  /** A candidate becomes no page. */
  public void abandoned(Candidate candidate, AbandonReason reason) {}

  /** A URL that has ended is pending again. */
  public void reopened(long url) {}

  /** Everything belongs together now, so that it may be committed. */
  public void settle() throws InterruptedException {}

  /** Nanoseconds until {@link #settle} has something to do, {@code Long.MAX_VALUE} if never. */
  public long nanosToCommit() {
    return Long.MAX_VALUE;
  }

  /** Adds the commits so far to the number of pages that wait for their analysis. */
  public CrawlStatistics.Load load(int queuedAnalyses) {
    return new CrawlStatistics.Load(queuedAnalyses, 0, Duration.ZERO);
  }

  /** Takes down why the run ends; before {@link #end}. */
  public void ends(StopReason reason) {}

  /** Commits what belongs together, and takes nothing down from now on. */
  public void end() throws InterruptedException {}

  /** Returns the committed parts of the scores of pending links. */
  public Map<Candidate, Explanation> explanations(List<Candidate> pending) {
    return Map.of();
  }

  /** Adds the parts of scores to the paths of a report; after {@link #close}. */
  public CrawlMetrics explained(CrawlMetrics metrics) {
    return metrics;
  }

  /** Frees the directory. */
  public void close() {}
}
