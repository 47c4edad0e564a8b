package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.admission.DeferredUrls;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.learning.Learning;
import io.dowser.crawler.internal.lists.SitemapReader;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.plan.HostRecords;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.HostBudgets;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.PageArchive;
import io.dowser.crawler.internal.watch.SkippedLinks;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Turns a fetched page into a visit. Confined to the engine thread.
 *
 * <p>State changes and events of one visit, in their order:
 *
 * <ol>
 *   <li>{@link PageWorth} and {@link Sites} add the page to what is known of its site.
 *   <li>{@link LinkAdmission} numbers, records and charges the new links.
 *   <li>The visit is counted, recorded, added to its host's record and charged to its budget.
 *   <li>A learning judge and scorer learn from the visit.
 *   <li>The frontier expands it.
 *   <li>Listeners get {@code Visited}, and the page sink gets the page.
 *   <li>Listeners get {@code DuplicateFound} and {@code OtherLanguage}, then {@code LinksSkipped}
 *       for the page's links and for the pending URLs that the frontier has dropped.
 *   <li>If the page is relevant, its feeds and the sitemaps of its site are requested; listeners
 *       get {@code LinksSkipped} for feeds that are refused.
 *   <li>If the model has moved, pending links are scored again, and listeners get {@code Rekeyed}.
 *   <li>Listeners get {@code PluginFailed} of each plugin that failed on the page; too many
 *       consecutive failures end the crawl.
 * </ol>
 */
final class VisitRecorder {

  private final PageWorth worth;
  private final Sites sites;
  private final DeferredUrls deferred;
  private final LinkAdmission admission;
  private final SitemapReader lists;
  private final HostBudgets budgets;
  private final HostRecords hosts;
  private final PendingUrls frontier;
  private final CrawlRecord record;
  private final Learning learning;
  private final CrawlCounters counters;
  private final Events events;
  private final SkippedLinks skipped;
  private final PageArchive archive;
  private final ConsecutiveFailures pluginFailures;

  VisitRecorder(
      PageWorth worth,
      Sites sites,
      DeferredUrls deferred,
      LinkAdmission admission,
      SitemapReader lists,
      HostBudgets budgets,
      HostRecords hosts,
      PendingUrls frontier,
      CrawlRecord record,
      Learning learning,
      CrawlCounters counters,
      Events events,
      SkippedLinks skipped,
      PageArchive archive,
      ConsecutiveFailures pluginFailures) {
    this.worth = worth;
    this.sites = sites;
    this.deferred = deferred;
    this.admission = admission;
    this.lists = lists;
    this.budgets = budgets;
    this.hosts = hosts;
    this.frontier = frontier;
    this.record = record;
    this.learning = learning;
    this.counters = counters;
    this.events = events;
    this.skipped = skipped;
    this.archive = archive;
    this.pluginFailures = pluginFailures;
  }

  void take(Outcome.Page page) throws InterruptedException {
    long number = counters.visited() + 1;
    Optional<Duplicates.Original> original = original(page);
    worth.add(page, number);
    sites.visited(page.task().candidate().url(), page.page(), page.contentHash());
    deferred.requestEnded(page.task().candidate().url());
    LinkAdmission.Links links = admission.links(page);
    worth.addNamed(page);
    Visit visit = page.visit(number, links.outLinks(), 1);
    counters.countVisit(visit.relevant(), visit.fetched().body().size());
    visit.irrelevance().ifPresent(counters::countIrrelevant);
    counters.estimate().visited(visit, links.scored());
    record.visited(visit, page.stableHash());
    hosts.visited(visit.url(), visit.relevant());
    budgets.visited(visit.url(), visit.relevant(), original.isPresent());
    var failed = new ArrayList<>(page.failures());
    failed.addAll(learning.learn(visit, links.scored()));
    frontier.expand(visit, links.scored());
    events.publish(new CrawlEvent.Visited(visit));
    archive.page(visit);
    original.ifPresent(earlier -> duplicate(visit, earlier));
    page.otherLanguage()
        .ifPresent(language -> events.publish(new CrawlEvent.OtherLanguage(visit, language)));
    skipped.add(visit.url(), links.skipped(), page.page().otherSkips());
    admission.reportDropped(visit.url());
    lists.pageRead(page.task(), page.page());
    failed.addAll(learning.rekeyIfMoved(number));
    pluginFailures.visited(visit.url(), failed);
  }

  /** Returns the visit that a copy repeats. */
  private Optional<Duplicates.Original> original(Outcome.Page page) {
    return page.isCopy() ? worth.original(page.task(), page.contentHash()) : Optional.empty();
  }

  private void duplicate(Visit visit, Duplicates.Original earlier) {
    events.publish(new CrawlEvent.DuplicateFound(visit, earlier.likeness(), earlier.visit()));
  }
}
