package io.dowser.crawler.internal.engine;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.recovery.RecordedParts;
import io.dowser.crawler.internal.recovery.StoredSites;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.traps.Duplicates;
import io.dowser.crawler.internal.traps.HostBudgets;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/** What the classes of one engine share. Confined to the engine thread. */
final class EngineContext {

  final CrawlPlan plan;
  final LongSupplier nanoClock;
  final PageArchive archive;
  final CrawlRecord record;
  final PendingUrls frontier;
  final KnownUrls known;
  final HostBudgets budgets;
  final Duplicates duplicates;
  final Sites sites;
  final DeferredUrls deferred;
  final SitemapReader sitemaps;
  final CrawlCounters counters;
  final Seeds seeds = new Seeds();
  final ReportCollector metrics;
  final Observers observers;
  final ConsecutiveFailures pluginFailures;
  final PolitenessGate politeness;
  final LinkAdmission admission;
  final FailureHandler failures;
  final Rechecks rechecks;
  final PageWorth worth;

  /** Creates the context of a crawl that starts now; any thread may ask whether it must end. */
  EngineContext(
      CrawlPlan plan, CrawlListener listener, LongSupplier nanoClock, BooleanSupplier mustEnd) {
    this.plan = plan;
    this.nanoClock = nanoClock;
    archive = new PageArchive(plan.pageSink(), mustEnd, nanoClock, plan.threads());
    record = CrawlRecord.of(plan.storage(), recorded(plan, archive));
    frontier =
        new PendingUrls(
            plan.frontier(),
            record.pending(),
            plan.politeness().politeness().hostGrouping(),
            plan.memory().pendingUrls());
    known = record.knownUrls();
    Politeness rules = plan.politeness().politeness();
    budgets =
        new HostBudgets(
            plan.traps(),
            rules.hostGrouping(),
            plan.memory().pendingUrls(),
            url -> plan.politeness().hosts().rulesOf(url).pages());
    duplicates = new Duplicates(plan.memory().hashBytes());
    sites = new Sites(plan.memory().siteBytes(), plan.traps().mergesParameters());
    deferred = new DeferredUrls(sites, plan.memory());
    sitemaps = new SitemapReader(plan);
    counters = new CrawlCounters(plan.stopConditions().harvestWindow());
    metrics = new ReportCollector(plan, counters, nanoClock);
    observers = new Observers(plan, List.of(metrics, listener));
    pluginFailures = new ConsecutiveFailures(plan.maxPluginFailures(), observers);
    politeness =
        new PolitenessGate(plan.politeness(), plan.clock(), nanoClock, observers::publish, budgets);
    admission = new LinkAdmission(this);
    failures = new FailureHandler(this);
    rechecks = new Rechecks(this);
    worth = new PageWorth(admission, rechecks, known, duplicates, sites);
  }

  private static RecordedParts recorded(CrawlPlan plan, PageArchive archive) {
    return new RecordedParts(
        plan.frontier(),
        plan.judge(),
        plan.scorer(),
        plan.fetcher(),
        plan.clock(),
        plan.politeness().robotsReader().productToken(),
        plan.politeness().robotsCache(),
        archive::allHandedOver);
  }

  /** Returns the number of pending URLs, deferred ones included. */
  int pending() {
    return frontier.size() + deferred.size();
  }

  /** Reports to the frontier and a learning scorer that a candidate becomes no page. */
  void abandon(Candidate candidate, AbandonReason reason) {
    frontier.abandon(candidate, reason);
    record.abandoned(candidate, reason);
    if (reason == AbandonReason.FETCH_FAILED) {
      plan.hosts().failed(candidate.url());
    }
    if (reason != AbandonReason.STOPPED) { // it is pending again
      worth.abandoned(candidate);
      counters.estimate().ended(candidate.sequence());
      pluginFailures.report(candidate.url(), observers.abandoned(candidate, reason));
    }
  }

  /**
   * Returns the engine's state that survives a restart, by name: all but known URLs, report metrics
   * and frontier. The parts are saved and restored between two visits.
   */
  Map<String, Resumable> resumable() {
    Map<String, Resumable> parts = new LinkedHashMap<>();
    parts.put("hosts", politeness.schedule());
    parts.put("host records", plan.hosts());
    parts.put("budgets", budgets);
    parts.put("duplicates", duplicates);
    parts.put("worth", worth);
    parts.put(StoredSites.STATE, sites);
    parts.put("sitemaps", sitemaps);
    parts.put("relevant estimate", counters.estimate());
    parts.put("engine", new EngineState(counters, seeds, observers));
    return parts;
  }

  /** The counters, seeds and rekey schedule, which survive a restart. */
  private record EngineState(CrawlCounters counters, Seeds seeds, Observers observers)
      implements Resumable {

    private static final int FORMAT = 4;

    @Override
    public void save(StateWriter out) throws IOException {
      out.section("engine", FORMAT);
      counters.save(out);
      seeds.save(out);
      observers.save(out);
    }

    @Override
    public void restore(StateReader in) throws IOException {
      in.section("engine", FORMAT);
      counters.restore(in);
      seeds.restore(in);
      observers.restore(in);
    }
  }
}
