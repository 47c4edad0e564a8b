package io.dowser.crawler.internal.recrawl;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PageChecks;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.store.CheckCounts;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.toolkit.queue.HostGroupedQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The visited pages that are due for a check in a cycle, those first that the revisit policy
 * prefers; the best of them are in memory. Confined to the engine thread.
 */
final class DuePages {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  private final RecheckPlan plan;
  private final int capacity;
  private final HostGroupedQueue queue = HostGroupedQueue.of(HostGrouping.FULL_HOST);

  /** Numbers of the pages whose check has begun in this run and cycle. */
  private final BitSet begun = new BitSet();

  private long notInMemory;

  /**
   * Creates an empty queue.
   *
   * @param capacity how many pages it has in memory
   */
  DuePages(RecheckPlan plan, int capacity) {
    this.plan = plan;
    this.capacity = capacity;
  }

  /** Forgets all pages, for a new cycle. */
  void clear() {
    begun.clear();
    queue.clear();
    notInMemory = 0;
  }

  /** Returns the number of pages, those that are not in memory included. */
  long size() {
    return queue.size() + notInMemory;
  }

  /** Returns whether pages are due, but none is in memory, so that all are to be added again. */
  boolean needsRefill() {
    return queue.size() == 0 && notInMemory > 0;
  }

  /** Begins to add pages again, see {@link #needsRefill}. */
  void beginRefill() {
    notInMemory = 0;
  }

  /** Adds a page if it is due in a cycle and its check has not begun. */
  void addIfDue(PageReader.Known page, Instant cycle) {
    boolean isOpen = page.visited().isBefore(cycle) && isOpen(page, cycle);
    if (isOpen && isWanted(page) && isDue(page, cycle)) {
      add(page, cycle);
    }
  }

  /** Adds a page that has changed since its last check, as its site says. */
  void addIfChanged(PageReader.Known page, Instant modified, Instant cycle) {
    boolean isNews = page.row().checks().checked().isBefore(modified);
    if (isOpen(page, cycle) && isWanted(page) && isNews) {
      add(page, cycle);
    }
  }

  private boolean isOpen(PageReader.Known page, Instant cycle) {
    return page.row().checks().tried().isBefore(cycle) && !hasBegun(page.row().url());
  }

  /** Returns whether the check of a page has begun in this run and cycle. */
  boolean hasBegun(long url) {
    return begun.get((int) url);
  }

  private boolean isWanted(PageReader.Known page) {
    return !plan.onlyRelevant() || page.row().version().relevant();
  }

  private boolean isDue(PageReader.Known page, Instant cycle) {
    PageRow row = page.row();
    boolean ofOther =
        plan.policyChanged() && row.checks().tried().isBefore(plan.cycle().orElseThrow());
    Duration interval = ofOther ? null : row.interval();
    if (interval == null) {
      interval = interval(page);
    }
    Duration age = Duration.between(row.checks().tried(), cycle);
    return age.compareTo(interval) >= 0
        || plan.maxAge().filter(most -> age.compareTo(most) >= 0).isPresent();
  }

  /** Returns the time until the next check of a page, as its policy has it. */
  Duration interval(PageReader.Known page) {
    Duration interval = plan.policy().interval(checks(page));
    if (interval == null || interval.isNegative() || interval.compareTo(LONGEST) > 0) {
      throw wrong("interval", "0 to " + LONGEST, interval, page);
    }
    return interval;
  }

  private void add(PageReader.Known page, Instant now) {
    double priority = plan.policy().priority(checks(page), now);
    if (!Double.isFinite(priority)) {
      throw wrong("priority", "finite", priority, page);
    }
    queue.offer(
        new Candidate(
            page.page(),
            page.row().url(),
            0,
            priority,
            0,
            Candidate.NO_PARENT,
            PathState.NONE,
            LinkFeatures.NONE));
    if (queue.size() > capacity) {
      queue.removeWorst();
      notInMemory++;
    }
  }

  private CrawlException wrong(
      String what, String allowed, @Nullable Object value, PageReader.Known page) {
    return new CrawlException(
        "the "
            + what
            + " of the revisit policy "
            + plan.policy().getClass().getName()
            + " must be "
            + allowed
            + ", but was "
            + value
            + " for "
            + page.page());
  }

  private static PageChecks checks(PageReader.Known page) {
    PageRow row = page.row();
    PageVersion version = row.version();
    CheckCounts counts = row.checks();
    Duration interval = row.interval();
    return new PageChecks(
        page.page(),
        version.relevance(),
        version.relevant(),
        page.visited(),
        counts.checked(),
        version.fetched(),
        counts.checks(),
        counts.changes(),
        counts.changedTime(),
        counts.unchangedTime(),
        row.gone(),
        interval == null ? Duration.ZERO : interval);
  }

  /** Takes out the number of the next page whose host is ready. */
  Optional<Long> poll(HostGate gate) {
    Optional<Long> next = queue.poll(gate).map(Candidate::sequence);
    next.ifPresent(url -> begun.set((int) (long) url));
    return next;
  }
}
