package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.lists.SitemapReader;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recrawl.Rechecks;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.PluginFailure;
import io.dowser.crawler.internal.watch.SkippedLinks;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.List;

/**
 * Takes the outcomes of site requests: robots.txt, sitemaps and addresses. Confined to the engine
 * thread.
 */
final class SiteOutcomes {

  private final UrlCanonicalizer canonicalizer;
  private final PolitenessGate politeness;
  private final SitemapReader lists;
  private final Rechecks rechecks;
  private final FailureHandler failures;
  private final CrawlCounters counters;
  private final SkippedLinks skipped;
  private final ConsecutiveFailures pluginFailures;

  SiteOutcomes(
      UrlCanonicalizer canonicalizer,
      PolitenessGate politeness,
      SitemapReader lists,
      Rechecks rechecks,
      FailureHandler failures,
      CrawlCounters counters,
      SkippedLinks skipped,
      ConsecutiveFailures pluginFailures) {
    this.canonicalizer = canonicalizer;
    this.politeness = politeness;
    this.lists = lists;
    this.rechecks = rechecks;
    this.failures = failures;
    this.counters = counters;
    this.skipped = skipped;
    this.pluginFailures = pluginFailures;
  }

  void take(Outcome outcome) {
    if (outcome instanceof Outcome.Robots robots) {
      takeRobots(robots);
    } else if (outcome instanceof Outcome.Listed listed) {
      takeList(listed);
    } else if (outcome instanceof Outcome.Located located) {
      politeness.located(located.task(), located.address());
    } else if (outcome instanceof Outcome.Broken broken) {
      takeBroken(broken.task(), broken.failure());
    }
  }

  private void takeList(Outcome.Listed listed) {
    FetchTask task = listed.task();
    if (!(listed.result() instanceof FetchResult.Failed failed)) {
      politeness.responded(task);
    } else if (politeness.failed(
        task, failed, counters.get(Count.PAGE_RETRIES), counters.requests())) {
      failures.fail(task, failed, true);
      return; // it is requested again
    }
    lists.listRead(listed);
    rechecks.hint(listed.dates());
    pluginFailures.report(
        task.url(), listed.page().map(Outcome.Page::failures).orElseGet(List::of));
  }

  private void takeBroken(FetchTask task, PluginFailure failure) {
    if (task.kind() == FetchTask.Kind.ROBOTS) {
      robotsFailed(task, FailureReason.IO, failure.cause().toString());
    }
    pluginFailures.report(task.url(), List.of(failure));
  }

  private void takeRobots(Outcome.Robots outcome) {
    FetchTask task = outcome.task();
    if (outcome.file().isPresent()) {
      politeness.robotsRead(task, outcome.result(), outcome.file().get());
      lists.robotsRead(task, outcome.file().get());
    } else if (outcome.result() instanceof FetchResult.Redirect redirect) {
      followRobots(task, redirect);
    } else if (outcome.result() instanceof FetchResult.Failed failed) {
      robotsFailed(task, failed);
    } else {
      robotsFailed(task, FailureReason.RESET, "aborted");
    }
  }

  private void followRobots(FetchTask task, FetchResult.Redirect redirect) {
    CrawlUrl target = canonicalizer.resolver(task.url()).resolve(redirect.location());
    if (target == null || task.redirects() >= RobotsReader.MAX_REDIRECTS) {
      // "unavailable", RFC 9309, section 2.3.1.2
      politeness.robotsRead(task, redirect, RobotsFile.OPEN);
    } else {
      politeness.await(task.redirectedTo(target));
    }
  }

  private void robotsFailed(FetchTask task, FailureReason reason, String detail) {
    robotsFailed(task, FetchResult.Failed.of(task.url(), reason, detail));
  }

  private void robotsFailed(FetchTask task, FetchResult.Failed failure) {
    List<FetchTask> pages = politeness.robotsFailed(task, failure);
    if (pages.isEmpty()) {
      failures.fail(task, failure, true);
    }
    robotsUnavailable(pages, failure);
  }

  /**
   * Ends tasks whose robots.txt will not be read any more. Without a response they have failed,
   * too; after an error status they are dropped. Feeds count as skipped links.
   */
  void robotsUnavailable(List<FetchTask> tasks, FetchResult.Failed failure) {
    String detail = "robots.txt: " + failure.reason() + " " + failure.detail();
    for (FetchTask task : tasks) {
      if (!task.isPage()) {
        forbidden(task);
      } else if (failure.status() > 0) {
        failures.drop(task, AbandonReason.ROBOTS_UNREACHABLE, detail);
      } else {
        failures.fail(task, FetchResult.Failed.of(task.url(), failure.reason(), detail), false);
      }
    }
  }

  /** Records a feed that robots.txt forbids, or whose robots.txt cannot be read. */
  void forbidden(FetchTask feed) {
    skipped.add(feed.cause(), List.of(new SkippedLink(feed.url(), SkipReason.FORBIDDEN)));
  }
}
