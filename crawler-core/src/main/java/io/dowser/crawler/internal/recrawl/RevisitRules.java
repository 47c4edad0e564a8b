package io.dowser.crawler.internal.recrawl;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.store.RecheckCounts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides by a plan and its policy which visited pages are due in a cycle, and their priorities.
 */
public record RevisitRules(RecheckPlan plan) {

  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** Returns whether a page is due in a cycle and was not rechecked in it. */
  public boolean isDue(PageReader.Known page, Instant cycle) {
    return page.visited().isBefore(cycle) && isOpen(page, cycle) && isTime(page, cycle);
  }

  /**
   * Returns whether a page is due because it has changed since its last recheck, as its site says.
   */
  boolean isDueByChange(PageReader.Known page, Instant modified, Instant cycle) {
    return isOpen(page, cycle) && page.row().rechecks().checked().isBefore(modified);
  }

  private boolean isOpen(PageReader.Known page, Instant cycle) {
    return page.row().rechecks().tried().isBefore(cycle)
        && (!plan.onlyRelevant() || page.row().version().relevant());
  }

  private boolean isTime(PageReader.Known page, Instant cycle) {
    PageRow row = page.row();
    boolean ofOther = row.rechecks().tried().isBefore(plan.policySince());
    Duration interval = ofOther ? null : row.interval();
    if (interval == null) {
      interval = interval(page);
    }
    Duration age = Duration.between(row.rechecks().tried(), cycle);
    return age.compareTo(interval) >= 0
        || plan.maxAge().filter(most -> age.compareTo(most) >= 0).isPresent();
  }

  /** Returns the time until the next recheck of a page, as its policy has it. */
  Duration interval(PageReader.Known page) {
    Duration interval = plan.policy().interval(checks(page));
    if (interval == null || interval.isNegative() || interval.compareTo(LONGEST) > 0) {
      throw wrong("interval", "0 to " + Durations.text(LONGEST), interval, page);
    }
    return interval;
  }

  /** Returns the priority of a page that is due, as its policy has it. */
  public double priority(PageReader.Known page, Instant now) {
    double priority = plan.policy().priority(checks(page), now);
    if (!Double.isFinite(priority)) {
      throw wrong("priority", "finite", priority, page);
    }
    return priority;
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

  private static RecheckHistory checks(PageReader.Known page) {
    PageRow row = page.row();
    PageVersion version = row.version();
    RecheckCounts counts = row.rechecks();
    Duration interval = row.interval();
    return new RecheckHistory(
        page.page(),
        version.relevance(),
        version.relevant(),
        page.visited(),
        counts.tried(),
        version.fetched(),
        counts.rechecks(),
        counts.changes(),
        counts.changedTime(),
        counts.unchangedTime(),
        row.gone(),
        interval == null ? Duration.ZERO : interval);
  }
}
