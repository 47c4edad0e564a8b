package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import io.dowser.crawler.internal.politeness.FetchTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Passes each outcome to the class that handles its kind. Confined to the engine thread. */
final class OutcomeHandler {

  private static final int FOUND = 302;

  private final EngineContext context;
  private final SiteInfoHandler sites;
  private final Workers workers;
  private final VisitRecorder visits;
  private final Redirects redirects;
  private final CheckRecorder checks;

  OutcomeHandler(EngineContext context, SiteInfoHandler sites, Workers workers) {
    this.context = context;
    this.workers = workers;
    this.sites = sites;
    this.visits = new VisitRecorder(context);
    this.redirects = new Redirects(context);
    this.checks = new CheckRecorder(context);
  }

  void take(Outcome outcome) throws InterruptedException {
    FetchTask task = outcome.task();
    if (task.review() == null) { // else its request ended before
      context.politeness.end(task, answerTime(outcome));
    }
    if (outcome instanceof Outcome.Fatal fatal) {
      if (task.isPage()) {
        context.failures.pluginFailed(task, fatal.cause());
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
   * Returns the time of an answer that may have been queued for its analysis after it had come,
   * else null.
   */
  static @Nullable Duration answerTime(Outcome outcome) {
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
      context.politeness.answered(page.task());
      Optional<FetchTask> again = context.worth.review(page);
      if (again.isPresent()) {
        workers.send(again.get());
      } else if (page.task().isCheck()) {
        checks.page(page);
      } else {
        visits.take(page);
      }
    } else if (outcome instanceof Outcome.Same same) {
      publish(same.task(), same.fetched(), same.fetched().elapsed());
      context.pluginFailures.end(PluginKind.FETCHER);
      context.politeness.answered(same.task());
      checks.same(same.task(), same.fetched());
    } else if (outcome instanceof Outcome.NoPage noPage
        && !context.politeness.postponed(noPage.task(), noPage.result())) {
      publish(noPage.task(), noPage.result(), noPage.elapsed());
      context.pluginFailures.end(PluginKind.FETCHER);
      takeAnswer(noPage.task(), noPage.result());
    } else if (outcome instanceof Outcome.Broken broken) {
      context.failures.pluginFailed(broken.task(), broken.trouble().cause());
      context.pluginFailures.report(broken.task().url(), List.of(broken.trouble()));
    }
  }

  private void publish(FetchTask task, FetchResult result, Duration elapsed) {
    context.observers.publish(new CrawlEvent.RequestEnded(task.candidate(), result, elapsed));
  }

  private void takeAnswer(FetchTask task, FetchResult result) throws InterruptedException {
    if (result instanceof FetchResult.Failed failed) {
      CrawlCounters counters = context.counters;
      boolean willRetry =
          context.politeness.failed(
              task, failed, counters.get(Count.PAGE_RETRIES), counters.requests());
      if (task.isCheck() && !willRetry) {
        checks.failed(task, failed);
      } else {
        context.failures.fail(task, failed, willRetry);
      }
      return;
    }
    context.politeness.answered(task);
    if (result instanceof FetchResult.Redirect redirect) {
      takeRedirect(task, redirect);
    } else if (result instanceof FetchResult.Fetched page) {
      takeRedirect(task.withPage(page), redirectTo(page));
    } else if (task.isCheck()) {
      checks.notModified(task, (FetchResult.NotModified) result);
    } else {
      context.seeds.notModified(task.candidate());
      context.abandon(task.candidate(), AbandonReason.NOT_MODIFIED);
      context.observers.publish(new CrawlEvent.NotModified(task.candidate()));
    }
  }

  private void takeRedirect(FetchTask task, FetchResult.Redirect redirect)
      throws InterruptedException {
    if (task.isCheck()) {
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
