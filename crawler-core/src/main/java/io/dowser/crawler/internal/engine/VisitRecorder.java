package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.HostBudgets;
import java.util.ArrayList;
import java.util.Optional;

/** Makes visits of pages and tells everybody of them; for the crawl's own thread. */
final class VisitRecorder {

  private final double threshold;
  private final Frontier frontier;
  private final CrawlRecord record;
  private final PageArchive archive;
  private final HostBudgets budgets;
  private final DuplicatePages copies;
  private final LinkAdmission admission;
  private final FailureHandler losses;
  private final CrawlCounters tally;
  private final Observers observers;
  private final ConsecutiveFailures streaks;

  VisitRecorder(
      double threshold,
      Frontier frontier,
      CrawlRecord record,
      PageArchive archive,
      HostBudgets budgets,
      DuplicatePages copies,
      LinkAdmission admission,
      FailureHandler losses,
      CrawlCounters tally,
      Observers observers,
      ConsecutiveFailures streaks) {
    this.threshold = threshold;
    this.frontier = frontier;
    this.record = record;
    this.archive = archive;
    this.budgets = budgets;
    this.copies = copies;
    this.admission = admission;
    this.losses = losses;
    this.tally = tally;
    this.observers = observers;
    this.streaks = streaks;
  }

  void take(Outcome.Page page) throws InterruptedException {
    Optional<Duplicates.Original> original = copies.find(page, tally.visited() + 1);
    LinkAdmission.Links taken = admission.links(copies.withoutLinksIfCopy(page, original));
    Visit visit = visit(page, taken);
    tally.count(visit);
    record.visited(visit, page.pathState());
    budgets.visited(visit.url(), visit.relevant(), original.isPresent());
    var troubles = new ArrayList<>(page.troubles());
    troubles.addAll(observers.visited(visit));
    frontier.expand(visit, taken.scored());
    observers.tell(new CrawlEvent.Visited(visit));
    archive.page(visit);
    original.ifPresent(earlier -> duplicate(visit, earlier));
    losses.skipped(visit.url(), taken.skipped(), page.page().otherSkips());
    losses.skipped(visit.url(), admission.dropped());
    troubles.addAll(observers.rekeyIfMoved(frontier, tally.visited()));
    streaks.endExcept(troubles);
    streaks.report(visit.url(), troubles);
  }

  private Visit visit(Outcome.Page page, LinkAdmission.Links taken) {
    return new Visit(
        tally.visited() + 1,
        page.fetchTask().candidate(),
        page.page(),
        page.fetched(),
        page.page().relevance() >= threshold,
        page.time(),
        taken.outLinks(),
        page.pathState());
  }

  private void duplicate(Visit visit, Duplicates.Original earlier) {
    tally.countDuplicate();
    observers.tell(new CrawlEvent.DuplicateFound(visit, earlier.likeness(), earlier.visit()));
  }
}
