package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.api.Visit;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;

/** Counts what happens in a crawl; for one thread. */
public final class CrawlCounters {

  private final int window;
  private final BitSet lastOnes = new BitSet();
  private int relevantInWindow;
  private long visited;
  private long relevant;
  private long failed;
  private long redirects;
  private long bytes;
  private long retries;
  private long pageRetries;
  private long duplicates;
  private long skipped;
  private long visitedBefore;

  CrawlCounters(int window) {
    this.window = window;
  }

  long visited() {
    return visited;
  }

  long relevant() {
    return relevant;
  }

  long bytes() {
    return bytes;
  }

  double windowedHarvestRate() {
    return visited == 0 ? 0 : (double) relevantInWindow / Math.min(visited, window);
  }

  void count(Visit visit) {
    int slot = (int) (visited % window);
    relevantInWindow += (visit.relevant() ? 1 : 0) - (lastOnes.get(slot) ? 1 : 0);
    lastOnes.set(slot, visit.relevant());
    visited++;
    relevant += visit.relevant() ? 1 : 0;
    bytes += visit.fetched().body().size();
  }

  void countFailure() {
    failed++;
  }

  void countRedirect() {
    redirects++;
  }

  /** Counts a failed request that is made again, for a page or for a robots.txt. */
  void countRetry(boolean page) {
    retries++;
    pageRetries += page ? 1 : 0;
  }

  /** Returns how many requests for pages were made again: they alone have a budget. */
  public long pageRetries() {
    return pageRetries;
  }

  /** Requests for pages so far, those that failed included. */
  public long requests() {
    return visited + failed + redirects + pageRetries;
  }

  void countDuplicate() {
    duplicates++;
  }

  void countSkipped(int links) {
    skipped += links;
  }

  void save(DataOutput out) throws IOException {
    for (long count :
        new long[] {
          visited, relevant, failed, redirects, bytes, retries, pageRetries, duplicates, skipped
        }) {
      out.writeLong(count);
    }
    int remembered = (int) Math.min(visited, window);
    out.writeInt(remembered);
    for (long number = visited - remembered; number < visited; number++) {
      out.writeBoolean(lastOnes.get((int) (number % window)));
    }
  }

  /** Takes up the counts; the window may have another length by now. */
  void restore(DataInput in) throws IOException {
    visited = in.readLong();
    visitedBefore = visited;
    relevant = in.readLong();
    failed = in.readLong();
    redirects = in.readLong();
    bytes = in.readLong();
    retries = in.readLong();
    pageRetries = in.readLong();
    duplicates = in.readLong();
    skipped = in.readLong();
    int remembered = in.readInt();
    for (long number = visited - remembered; number < visited; number++) {
      boolean relevantOne = in.readBoolean();
      int slot = (int) (number % window);
      relevantInWindow += (relevantOne ? 1 : 0) - (lastOnes.get(slot) ? 1 : 0);
      lastOnes.set(slot, relevantOne);
    }
  }

  CrawlStatistics snapshot(int pending, int inFlight, long known, Duration elapsed, Stall stall) {
    return new CrawlStatistics(
        visited,
        relevant,
        failed,
        redirects,
        pending,
        inFlight,
        known,
        bytes,
        windowedHarvestRate(),
        elapsed,
        retries,
        duplicates,
        skipped,
        stall,
        visitedBefore);
  }
}
