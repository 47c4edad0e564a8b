package io.dowser.crawler;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Visit;
import java.time.Duration;
import java.util.BitSet;

/** Counts what happens in a crawl; for one thread. */
final class Tally {

  private final int window;
  private final BitSet lastOnes = new BitSet();
  private int relevantInWindow;
  private long visited;
  private long relevant;
  private long failed;
  private long redirects;
  private long bytes;

  Tally(int window) {
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

  CrawlStatistics snapshot(int waiting, int inFlight, long known, Duration elapsed) {
    return new CrawlStatistics(
        visited,
        relevant,
        failed,
        redirects,
        waiting,
        inFlight,
        known,
        bytes,
        windowedHarvestRate(),
        elapsed);
  }
}
