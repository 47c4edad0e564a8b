package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import java.util.List;
import java.util.Map;

/**
 * Takes the outcomes of site requests: robots.txt, sitemaps and addresses. Confined to the engine
 * thread.
 */
final class SiteInfoHandler {

  private final EngineContext context;

  SiteInfoHandler(EngineContext context) {
    this.context = context;
  }

  void take(Outcome outcome) {
    if (outcome instanceof Outcome.Robots robots) {
      takeRobots(robots);
    } else if (outcome instanceof Outcome.Listed listed) {
      takeSitemap(listed);
    } else if (outcome instanceof Outcome.Located located) {
      context.politeness.located(located.task(), located.address());
    } else if (outcome instanceof Outcome.Broken broken) {
      takeBroken(broken.task(), broken.trouble());
    }
  }

  private void takeSitemap(Outcome.Listed listed) {
    CrawlUrl url = listed.task().url();
    context.sitemaps.listedSitemaps(listed).forEach(context.politeness::await);
    listed.dates().forEach(context.rechecks::hint);
    List<SkippedLink> skipped = context.sitemaps.offerPages(listed, context.admission);
    context.failures.skipped(url, skipped, Map.of());
    context.failures.skipped(url, context.admission.dropped(), Map.of());
    context.pluginFailures.report(
        url, listed.page().map(Outcome.Page::troubles).orElseGet(List::of));
  }

  private void takeBroken(FetchTask task, Outcome.Trouble trouble) {
    if (task.kind() == FetchTask.Kind.ROBOTS) {
      robotsFailed(task, FailureReason.IO, trouble.cause().toString());
    }
    context.pluginFailures.report(task.url(), List.of(trouble));
  }

  private void takeRobots(Outcome.Robots outcome) {
    FetchTask task = outcome.task();
    if (outcome.file().isPresent()) {
      context.politeness.robotsRead(task, outcome.result(), outcome.file().get());
      context.sitemaps.ofRobots(task, outcome.file().get()).forEach(context.politeness::await);
    } else if (outcome.result() instanceof FetchResult.Redirect redirect) {
      followRobots(task, redirect);
    } else if (outcome.result() instanceof FetchResult.Failed failed) {
      robotsFailed(task, failed);
    } else {
      robotsFailed(task, FailureReason.RESET, "aborted");
    }
  }

  private void followRobots(FetchTask task, FetchResult.Redirect redirect) {
    CrawlUrl target =
        context.plan.canonicalizer().resolver(task.url()).resolve(redirect.location());
    if (target == null || task.redirects() >= RobotsReader.MAX_REDIRECTS) {
      // "unavailable", RFC 9309, section 2.3.1.2
      context.politeness.robotsRead(task, redirect, RobotsFile.OPEN);
    } else {
      context.politeness.await(task.redirectedTo(target));
    }
  }

  private void robotsFailed(FetchTask task, FailureReason reason, String detail) {
    robotsFailed(task, FetchResult.Failed.of(task.url(), reason, detail));
  }

  private void robotsFailed(FetchTask task, FetchResult.Failed failure) {
    List<FetchTask> pages = context.politeness.robotsFailed(task, failure);
    if (pages.isEmpty()) {
      context.failures.fail(task, failure, true);
    }
    robotsUnavailable(pages, failure);
  }

  /**
   * Ends tasks whose robots.txt will not be read any more. Without an answer they have failed, too;
   * after an error status they are dropped. Feeds count as skipped links.
   */
  void robotsUnavailable(List<FetchTask> tasks, FetchResult.Failed failure) {
    String detail = "robots.txt: " + failure.reason() + " " + failure.detail();
    for (FetchTask task : tasks) {
      if (!task.isPage()) {
        context.failures.forbidden(task);
      } else if (failure.status() > 0) {
        context.failures.drop(task, AbandonReason.ROBOTS_UNREACHABLE, detail);
      } else {
        context.failures.fail(
            task, FetchResult.Failed.of(task.url(), failure.reason(), detail), false);
      }
    }
  }
}
