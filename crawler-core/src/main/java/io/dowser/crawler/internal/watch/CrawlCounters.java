package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.store.PageRow;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts what happens in a crawl. Confined to the engine thread. */
public final class CrawlCounters implements StopConditions.Counts, Resumable {

  /** The counters, in the order of the saved state. */
  public enum Count {
    VISITED,
    RELEVANT,
    FAILED,
    REDIRECTS,
    BYTES,
    RETRIES,
    PAGE_RETRIES,
    SKIPPED,
    /** Links that were skipped because the memory of the crawl is full. */
    REFUSED_FOR_MEMORY
  }

  private static final Set<SkipReason> FOR_MEMORY =
      EnumSet.of(SkipReason.MEMORY_BUDGET, SkipReason.FRONTIER_FULL);

  /** The results of the check of a visited page. */
  private enum Finding {
    UNCHANGED,
    CHANGED,
    GONE,
    MOVED,
    FAILED
  }

  private static final int FORMAT = 1;

  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private final Map<Irrelevance, Long> irrelevant = new EnumMap<>(Irrelevance.class);
  private final int window;
  private final BitSet lastOnes = new BitSet();
  private int inWindow;
  private int relevantInWindow;
  private final RelevantEstimate estimate = new RelevantEstimate();
  private long visitedBefore;
  private final Map<Finding, Long> findings = new EnumMap<>(Finding.class);
  private long byAnswers; // is not saved: the crawl keeps answers

  public CrawlCounters(int window) {
    this.window = window;
  }

  public long get(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  public void add(Count what, long number) {
    counts.merge(what, number, Long::sum);
  }

  public void increment(Count what) {
    add(what, 1);
  }

  @Override
  public long visited() {
    return get(Count.VISITED);
  }

  @Override
  public long relevant() {
    return get(Count.RELEVANT) + byAnswers;
  }

  @Override
  public long bytes() {
    return get(Count.BYTES);
  }

  @Override
  public double estimatedRelevant() {
    return estimate.total(relevant());
  }

  public RelevantEstimate estimate() {
    return estimate;
  }

  @Override
  public int inWindow() {
    return inWindow;
  }

  @Override
  public double windowedHarvestRate() {
    return inWindow == 0 ? 0 : (double) relevantInWindow / inWindow;
  }

  public void countVisit(boolean relevant, long bytes) {
    remember(visited(), relevant);
    increment(Count.VISITED);
    add(Count.RELEVANT, relevant ? 1 : 0);
    add(Count.BYTES, bytes);
  }

  /** Counts a visited page that is not relevant whatever the judge returns. */
  public void countIrrelevant(Irrelevance reason) {
    countIrrelevant(reason, 1);
  }

  private void countIrrelevant(Irrelevance reason, long pages) {
    irrelevant.merge(reason, pages, Long::sum);
    irrelevant.remove(reason, 0L);
  }

  private void remember(long number, boolean relevant) {
    int slot = (int) (number % window);
    relevantInWindow += (relevant ? 1 : 0) - (lastOnes.get(slot) ? 1 : 0);
    lastOnes.set(slot, relevant);
    inWindow = Math.min(inWindow + 1, window);
  }

  /** Counts a page that was judged again. */
  public void countRejudged(boolean before, boolean now) {
    add(Count.RELEVANT, (now ? 1 : 0) - (before ? 1 : 0));
  }

  /**
   * Sets how many more pages are relevant by the answers of people than by the judge; negative if
   * fewer are.
   */
  public void relevantByAnswers(long pages) {
    byAnswers = pages;
  }

  /** Counts a check, and the page as relevant if it is there and its last version is relevant. */
  public void countRecheck(PageRow before, PageRow found) {
    findings.merge(finding(before, found), 1L, Long::sum);
    countRejudged(isRelevant(before), isRelevant(found));
    before.version().irrelevance().ifPresent(reason -> countIrrelevant(reason, -1));
    found.version().irrelevance().ifPresent(reason -> countIrrelevant(reason, 1));
  }

  private static Finding finding(PageRow before, PageRow found) {
    boolean isSame = found.version().number() == before.version().number();
    return switch (found.status()) {
      case GONE -> Finding.GONE;
      case MOVED -> Finding.MOVED;
      case ALIVE -> isSame ? Finding.UNCHANGED : Finding.CHANGED;
    };
  }

  private static boolean isRelevant(PageRow page) {
    return page.status() == PageRow.Status.ALIVE && page.version().relevant();
  }

  /** Counts a check of a visited page that has found out nothing. */
  public void countFailedCheck() {
    findings.merge(Finding.FAILED, 1L, Long::sum);
  }

  private CrawlStatistics.Rechecks checks(long due) {
    return new CrawlStatistics.Rechecks(
        findings.getOrDefault(Finding.UNCHANGED, 0L),
        findings.getOrDefault(Finding.CHANGED, 0L),
        findings.getOrDefault(Finding.GONE, 0L),
        findings.getOrDefault(Finding.MOVED, 0L),
        findings.getOrDefault(Finding.FAILED, 0L),
        due);
  }

  /** Counts links that were skipped. */
  void countSkipped(List<SkippedLink> links) {
    add(Count.SKIPPED, links.size());
    long refused = links.stream().filter(link -> FOR_MEMORY.contains(link.reason())).count();
    add(Count.REFUSED_FOR_MEMORY, refused);
  }

  /** Counts a failed request that is repeated, of a page or list of pages or of a robots.txt. */
  public void countRetry(boolean page) {
    increment(Count.RETRIES);
    add(Count.PAGE_RETRIES, page ? 1 : 0);
  }

  /** Returns the number of requests for pages, failed and repeated ones included. */
  public long requests() {
    return visited() + get(Count.FAILED) + get(Count.REDIRECTS) + get(Count.PAGE_RETRIES);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section("counters", FORMAT);
    for (Count each : Count.values()) {
      out.writeLong(get(each));
    }
    for (Irrelevance each : Irrelevance.values()) {
      out.writeLong(irrelevant.getOrDefault(each, 0L));
    }
    out.writeInt(inWindow);
    for (long number = visited() - inWindow; number < visited(); number++) {
      out.writeBoolean(lastOnes.get((int) (number % window)));
    }
  }

  /** Restores the counts; the window may have another length than when they were saved. */
  @Override
  public void restore(StateReader in) throws IOException {
    in.section("counters", FORMAT);
    for (Count each : Count.values()) {
      counts.put(each, in.readLong());
    }
    for (Irrelevance each : Irrelevance.values()) {
      long count = in.readLong();
      irrelevant.merge(each, count, (before, now) -> now);
    }
    irrelevant.values().removeIf(count -> count == 0);
    visitedBefore = visited();
    int remembered = in.readInt();
    for (long number = visited() - remembered; number < visited(); number++) {
      remember(number, in.readBoolean());
    }
  }

  public CrawlStatistics snapshot(
      String name,
      int pending,
      int inFlight,
      long known,
      Duration elapsed,
      CrawlStatistics.Stall stall,
      long due,
      CrawlStatistics.Load load) {
    return new CrawlStatistics(
        name,
        visited(),
        relevant(),
        get(Count.FAILED),
        get(Count.REDIRECTS),
        pending,
        inFlight,
        known,
        get(Count.BYTES),
        windowedHarvestRate(),
        elapsed,
        get(Count.RETRIES),
        irrelevant,
        get(Count.SKIPPED),
        stall,
        visitedBefore,
        estimatedRelevant(),
        checks(due),
        load);
  }
}
