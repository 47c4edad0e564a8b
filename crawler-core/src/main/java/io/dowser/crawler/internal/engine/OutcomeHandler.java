package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.pages.Workers;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recrawl.RecheckRecorder;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes each outcome to the class that handles its kind. Confined to the engine thread. */
final class OutcomeHandler {

  private static final int FOUND = 302;

  private final Workers workers;
  private final PolitenessGate politeness;
  private final PageWorth worth;
  private final PageWorth.NewLinks newLinks;
  private final SiteOutcomes sites;
  private final VisitRecorder visits;
  private final Redirects redirects;
  private final RecheckRecorder checks;
  private final FailureHandler failures;
  private final CrawlCounters counters;
  private final Seeds seeds;
  private final Events events;
  private final ConsecutiveFailures pluginFailures;

  OutcomeHandler(
      Workers workers,
      PolitenessGate politeness,
      PageWorth worth,
      PageWorth.NewLinks newLinks,
      SiteOutcomes sites,
      VisitRecorder visits,
      Redirects redirects,
      RecheckRecorder checks,
      FailureHandler failures,
      CrawlCounters counters,
      Seeds seeds,
      Events events,
      ConsecutiveFailures pluginFailures) {
    this.workers = workers;
    this.politeness = politeness;
    this.worth = worth;
    this.newLinks = newLinks;
    this.sites = sites;
    this.visits = visits;
    this.redirects = redirects;
    this.checks = checks;
    this.failures = failures;
    this.counters = counters;
    this.seeds = seeds;
    this.events = events;
    this.pluginFailures = pluginFailures;
  }

  void take(Outcome outcome) throws InterruptedException {
    FetchTask task = outcome.task();
    if (task.review() == null) { // else its request ended before
      politeness.end(task, responseTime(outcome));
    }
    if (outcome instanceof Outcome.Fatal fatal) {
      if (task.isPage()) {
        failures.pluginFailed(task, fatal.cause());
      }
      throw new CrawlException("a worker failed on " + task.url(), fatal.cause());
    }
    if (task.isPage()) {
      takePage(outcome);
    } else {
      sites.take(outcome);
    }
  }

  /**
   * Returns the response time of a page that may have been queued for its analysis after it had
   * arrived, else null.
   */
  static @Nullable Duration responseTime(Outcome outcome) {
    if (outcome instanceof Outcome.Page page) {
      return page.fetched().elapsed();
    }
    if (outcome instanceof Outcome.Same same) {
      return same.fetched().elapsed();
    }
    if (outcome instanceof Outcome.NoPage noPage) {
      return noPage.elapsed();
    }
    return outcome instanceof Outcome.Listed listed
            && listed.result() instanceof FetchResult.Fetched fetched
        ? fetched.elapsed()
        : null;
  }

  private void takePage(Outcome outcome) throws InterruptedException {
    if (outcome instanceof Outcome.Page page) {
      if (page.task().arrived() == null) { // else its request ended before
        publish(page.task(), page.fetched(), page.fetched().elapsed());
      }
      politeness.responded(page.task());
      Optional<FetchTask> again = worth.review(page, newLinks);
      if (again.isPresent()) {
        workers.send(again.get());
      } else if (page.task().isRecheck()) {
        checks.page(page);
      } else {
        visits.take(page);
      }
    } else if (outcome instanceof Outcome.Same same) {
      publish(same.task(), same.fetched(), same.fetched().elapsed());
      pluginFailures.end(PluginKind.FETCHER);
      politeness.responded(same.task());
      checks.same(same.task(), same.fetched());
    } else if (outcome instanceof Outcome.NoPage noPage
        && !politeness.postponed(noPage.task(), noPage.result())) {
      publish(noPage.task(), noPage.result(), noPage.elapsed());
      pluginFailures.end(PluginKind.FETCHER);
      takeResponse(noPage.task(), noPage.result());
    } else if (outcome instanceof Outcome.Broken broken) {
      failures.pluginFailed(broken.task(), broken.failure().cause());
      pluginFailures.report(broken.task().url(), List.of(broken.failure()));
    }
  }

  private void publish(FetchTask task, FetchResult result, Duration elapsed) {
    events.publish(new CrawlEvent.RequestEnded(task.candidate(), result, elapsed));
  }

  private void takeResponse(FetchTask task, FetchResult result) throws InterruptedException {
    if (result instanceof FetchResult.Failed failed) {
      boolean willRetry =
          politeness.failed(task, failed, counters.get(Count.PAGE_RETRIES), counters.requests());
      if (task.isRecheck() && !willRetry) {
        checks.failed(task, failed);
      } else {
        failures.fail(task, failed, willRetry);
      }
      return;
    }
    politeness.responded(task);
    if (result instanceof FetchResult.Redirect redirect) {
      takeRedirect(task, redirect);
    } else if (result instanceof FetchResult.Fetched page) {
      takeRedirect(task.withPage(page), redirectTo(page));
    } else if (task.isRecheck()) {
      checks.notModified(task, (FetchResult.NotModified) result);
    } else {
      seeds.notModified(task.candidate());
      failures.abandon(task.candidate(), AbandonReason.NOT_MODIFIED);
      events.publish(new CrawlEvent.NotModified(task.candidate()));
    }
  }

  private void takeRedirect(FetchTask task, FetchResult.Redirect redirect)
      throws InterruptedException {
    if (task.isRecheck()) {
      checks.redirected(task, redirect);
    } else {
      redirects.take(task, redirect);
    }
  }

  /** Returns the redirect that a page with another URL than the one asked for stands for. */
  private static FetchResult.Redirect redirectTo(FetchResult.Fetched page) {
    return new FetchResult.Redirect(page.url(), FOUND, page.finalUrl().toString());
  }
}
