package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import java.util.List;

/**
 * Takes in what errands found out about a site: its robots.txt, its sitemaps, its address. For the
 * crawl's own thread.
 */
final class SiteInfoHandler {

  private final CrawlPlan plan;
  private final PolitenessGate politeness;
  private final SitemapReader tour;
  private final LinkAdmission admission;
  private final FailureHandler losses;
  private final ConsecutiveFailures streaks;

  SiteInfoHandler(
      CrawlPlan plan,
      PolitenessGate politeness,
      LinkAdmission admission,
      FailureHandler losses,
      ConsecutiveFailures streaks) {
    this.plan = plan;
    this.politeness = politeness;
    this.tour = new SitemapReader(plan);
    this.admission = admission;
    this.losses = losses;
    this.streaks = streaks;
  }

  SitemapReader tour() {
    return tour;
  }

  void take(Outcome outcome) {
    if (outcome instanceof Outcome.Robots robots) {
      robots(robots);
    } else if (outcome instanceof Outcome.Listed listed) {
      sitemap(listed);
    } else if (outcome instanceof Outcome.Located located) {
      politeness.located(located.fetchTask(), located.address());
    } else if (outcome instanceof Outcome.Broken broken) {
      broken(broken.fetchTask(), broken.trouble());
    }
  }

  private void sitemap(Outcome.Listed listed) {
    tour.goOn(listed).forEach(politeness::await);
    losses.skipped(listed.fetchTask().url(), tour.pages(listed, admission::sitemapEntry));
  }

  private void broken(FetchTask fetchTask, Outcome.Trouble trouble) {
    if (fetchTask.siteRequest() == FetchTask.SiteRequest.ROBOTS) {
      String words = trouble.cause().toString();
      robotsFailed(fetchTask, FetchResult.Failed.of(fetchTask.url(), FailureReason.IO, words));
    }
    streaks.report(fetchTask.url(), List.of(trouble));
  }

  private void robots(Outcome.Robots outcome) {
    FetchTask fetchTask = outcome.fetchTask();
    if (outcome.file().isPresent()) {
      politeness.robotsRead(fetchTask, outcome.result(), outcome.file().get());
      tour.start(fetchTask, outcome.file().get()).forEach(politeness::await);
    } else if (outcome.result() instanceof FetchResult.Redirect redirect) {
      robotsElsewhere(fetchTask, redirect);
    } else if (outcome.result() instanceof FetchResult.Failed failed) {
      robotsFailed(fetchTask, failed);
    } else {
      robotsFailed(
          fetchTask, FetchResult.Failed.of(fetchTask.url(), FailureReason.RESET, "broke off"));
    }
  }

  private void robotsElsewhere(FetchTask fetchTask, FetchResult.Redirect redirect) {
    CrawlUrl target = plan.canonicalizer().resolver(fetchTask.url()).resolve(redirect.location());
    if (target == null || fetchTask.redirects() >= RobotsReader.MAX_REDIRECTS) {
      // "unavailable", RFC 9309, section 2.3.1.2
      politeness.robotsRead(fetchTask, redirect, RobotsFile.OPEN);
    } else {
      politeness.await(fetchTask.redirectedTo(target));
    }
  }

  /** No answer to the robots.txt is no answer to its pages; an error is another matter. */
  private void robotsFailed(FetchTask siteRequest, FetchResult.Failed failure) {
    List<FetchTask> lost = politeness.robotsFailed(siteRequest, failure);
    if (lost.isEmpty()) {
      losses.fail(siteRequest, failure, true);
    }
    robotsLost(lost, failure);
  }

  /** Takes note of pages whose robots.txt will not be had any more. */
  void robotsLost(List<FetchTask> lost, FetchResult.Failed failure) {
    String detail = "robots.txt: " + failure.reason() + " " + failure.detail();
    for (FetchTask fetchTask : lost) {
      if (failure.status() > 0) {
        losses.drop(fetchTask, AbandonReason.ROBOTS_UNREACHABLE, detail);
      } else {
        losses.fail(
            fetchTask, FetchResult.Failed.of(fetchTask.url(), failure.reason(), detail), false);
      }
    }
  }
}
