package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.traps.Duplicates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private final EngineContext context;

  VisitRecorder(EngineContext context) {
    this.context = context;
  }

  void take(Outcome.Page page) throws InterruptedException {
    long number = context.counters.visited() + 1;
    Observers observers = context.observers;
    Optional<Duplicates.Original> original = original(page);
    context.worth.add(page, number);
    context.sites.visited(page.task().candidate().url(), page.page(), page.contentHash());
    context.deferred.requestEnded(page.task().candidate().url());
    LinkAdmission.Links links = context.admission.links(original.isPresent() ? copy(page) : page);
    context.worth.addNamed(page);
    Visit visit = visit(page, number, links);
    context.counters.countVisit(visit.relevant(), visit.fetched().body().size());
    visit.irrelevance().ifPresent(context.counters::countIrrelevant);
    context.counters.estimate().visited(visit, links.scored());
    context.record.visited(visit, page.pathState(), page.stableHash());
    context.plan.hosts().visited(visit.url(), visit.relevant());
    context.budgets.visited(visit.url(), visit.relevant(), original.isPresent());
    var troubles = new ArrayList<>(page.troubles());
    troubles.addAll(observers.learn(visit, links.scored()));
    context.frontier.expand(visit, links.scored());
    observers.publish(new CrawlEvent.Visited(visit));
    context.archive.page(visit);
    original.ifPresent(earlier -> duplicate(visit, earlier));
    page.otherLanguage()
        .ifPresent(language -> observers.publish(new CrawlEvent.OtherLanguage(visit, language)));
    context.failures.skipped(visit.url(), links.skipped(), page.page().otherSkips());
    context.failures.skipped(visit.url(), context.admission.dropped(), Map.of());
    requestLists(page);
    troubles.addAll(observers.rekeyIfMoved(context.frontier, number));
    context.pluginFailures.endExcept(troubles);
    context.pluginFailures.report(visit.url(), troubles);
  }

  /** Returns the visit that a copy repeats. */
  private Optional<Duplicates.Original> original(Outcome.Page page) {
    Optional<Irrelevance> reason = page.page().irrelevance();
    boolean isCopy =
        reason.equals(Optional.of(Irrelevance.DUPLICATE))
            || reason.equals(Optional.of(Irrelevance.NEAR_DUPLICATE));
    return isCopy ? context.worth.original(page.task(), page.contentHash()) : Optional.empty();
  }

  /** Takes the links off a copy, if copies are not to be expanded. */
  private Outcome.Page copy(Outcome.Page page) {
    if (context.plan.traps().expandsDuplicates()) {
      return page;
    }
    List<SkippedLink> skipped = new ArrayList<>(page.skipped());
    for (ScoredTarget target : page.targets()) {
      skipped.add(new SkippedLink(target.link().target(), SkipReason.DUPLICATE_PAGE));
    }
    return page.withLinks(List.of(), skipped);
  }

  private Visit visit(Outcome.Page page, long number, LinkAdmission.Links links) {
    return new Visit(
        number,
        page.task().candidate(),
        page.page(),
        page.fetched(),
        page.time(),
        links.outLinks(),
        page.pathState());
  }

  private void requestLists(Outcome.Page page) {
    var refused = new ArrayList<SkippedLink>();
    context
        .sitemaps
        .ofPage(page.task(), page.page(), context.admission, refused)
        .forEach(context.politeness::await);
    context.failures.skipped(page.page().url(), refused, Map.of());
  }

  private void duplicate(Visit visit, Duplicates.Original earlier) {
    context.observers.publish(
        new CrawlEvent.DuplicateFound(visit, earlier.likeness(), earlier.visit()));
  }
}
