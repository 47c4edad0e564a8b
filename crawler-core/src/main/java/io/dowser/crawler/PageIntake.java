package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.traps.Duplicates;
import io.dowser.crawler.traps.HostBudgets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes visits of pages and tells everybody of them; for the crawl's own thread. */
final class PageIntake {

  private final double threshold;
  private final Frontier frontier;
  private final CrawlRecord record;
  private final PageArchive archive;
  private final HostBudgets budgets;
  private final Copies copies;
  private final LinkIntake links;
  private final Tally tally;
  private final Observers observers;
  private final Streaks streaks;

  PageIntake(
      double threshold,
      Frontier frontier,
      CrawlRecord record,
      PageArchive archive,
      HostBudgets budgets,
      Copies copies,
      LinkIntake links,
      Tally tally,
      Observers observers,
      Streaks streaks) {
    this.threshold = threshold;
    this.frontier = frontier;
    this.record = record;
    this.archive = archive;
    this.budgets = budgets;
    this.copies = copies;
    this.links = links;
    this.tally = tally;
    this.observers = observers;
    this.streaks = streaks;
  }

  void take(Outcome.Page page) throws InterruptedException {
    Optional<Duplicates.Original> original = copies.find(page, tally.visited() + 1);
    LinkIntake.Links taken = links.take(copies.withoutLinksIfCopy(page, original));
    Visit visit = visit(page, taken);
    tally.count(visit);
    record.visited(visit, page.carry());
    budgets.visited(visit.url(), visit.relevant(), original.isPresent());
    var troubles = new ArrayList<>(page.troubles());
    troubles.addAll(observers.visited(visit));
    frontier.expand(visit, taken.scored());
    observers.tell(new CrawlEvent.Visited(visit));
    archive.page(visit);
    remarks(visit, original, taken.skipped());
    troubles.addAll(observers.rekeyIfMoved(frontier, tally.visited()));
    streaks.endExcept(troubles);
    streaks.report(visit.url(), troubles);
  }

  private Visit visit(Outcome.Page page, LinkIntake.Links taken) {
    return new Visit(
        tally.visited() + 1,
        page.flight().candidate(),
        page.page(),
        page.fetched(),
        page.page().relevance() >= threshold,
        page.time(),
        taken.outLinks(),
        page.carry());
  }

  private void remarks(
      Visit visit, Optional<Duplicates.Original> original, List<SkippedLink> skipped) {
    if (original.isPresent()) {
      Duplicates.Original earlier = original.get();
      tally.countDuplicate();
      observers.tell(new CrawlEvent.DuplicateFound(visit, earlier.likeness(), earlier.visit()));
    }
    if (!skipped.isEmpty()) {
      tally.countSkipped(skipped.size());
      observers.tell(new CrawlEvent.LinksSkipped(visit.url(), skipped));
    }
  }
}
