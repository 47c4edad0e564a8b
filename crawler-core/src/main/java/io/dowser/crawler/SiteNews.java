package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.RobotsReader;
import java.util.List;

/**
 * Takes in what errands found out about a site: its robots.txt, its sitemaps, its address. For the
 * crawl's own thread.
 */
final class SiteNews {

  private final CrawlPlan plan;
  private final Manners manners;
  private final SiteTour tour;
  private final LinkAdmission admission;
  private final Losses losses;
  private final Streaks streaks;

  SiteNews(
      CrawlPlan plan, Manners manners, LinkAdmission admission, Losses losses, Streaks streaks) {
    this.plan = plan;
    this.manners = manners;
    this.tour = new SiteTour(plan);
    this.admission = admission;
    this.losses = losses;
    this.streaks = streaks;
  }

  SiteTour tour() {
    return tour;
  }

  void take(Outcome outcome) {
    if (outcome instanceof Outcome.Robots robots) {
      robots(robots);
    } else if (outcome instanceof Outcome.Listed listed) {
      sitemap(listed);
    } else if (outcome instanceof Outcome.Located located) {
      manners.located(located);
    } else if (outcome instanceof Outcome.Broken broken) {
      broken(broken.flight(), broken.trouble());
    }
  }

  private void sitemap(Outcome.Listed listed) {
    tour.goOn(listed).forEach(manners::await);
    losses.skipped(listed.flight().url(), tour.pages(listed, admission::sitemapEntry));
  }

  private void broken(Flight flight, Outcome.Trouble trouble) {
    if (flight.errand() == Flight.Errand.ROBOTS) {
      String words = trouble.cause().toString();
      robotsFailed(flight, FetchResult.Failed.of(flight.url(), FailureReason.IO, words));
    }
    streaks.report(flight.url(), List.of(trouble));
  }

  private void robots(Outcome.Robots outcome) {
    Flight flight = outcome.flight();
    if (outcome.file().isPresent()) {
      manners.robotsRead(flight, outcome.result(), outcome.file().get());
      tour.start(flight, outcome.file().get()).forEach(manners::await);
    } else if (outcome.result() instanceof FetchResult.Redirect redirect) {
      robotsElsewhere(flight, redirect);
    } else if (outcome.result() instanceof FetchResult.Failed failed) {
      robotsFailed(flight, failed);
    } else {
      robotsFailed(flight, FetchResult.Failed.of(flight.url(), FailureReason.RESET, "broke off"));
    }
  }

  private void robotsElsewhere(Flight flight, FetchResult.Redirect redirect) {
    CrawlUrl target = plan.canonicalizer().resolver(flight.url()).resolve(redirect.location());
    if (target == null || flight.redirects() >= RobotsReader.MAX_REDIRECTS) {
      // "unavailable", RFC 9309, section 2.3.1.2
      manners.robotsRead(flight, redirect, RobotsFile.OPEN);
    } else {
      manners.await(flight.redirectedTo(target));
    }
  }

  /** No answer to the robots.txt is no answer to its pages; an error is another matter. */
  private void robotsFailed(Flight errand, FetchResult.Failed failure) {
    List<Flight> lost = manners.robotsFailed(errand, failure);
    if (lost.isEmpty()) {
      losses.fail(errand, failure, true);
    }
    robotsLost(lost, failure);
  }

  /** Takes note of pages whose robots.txt will not be had any more. */
  void robotsLost(List<Flight> lost, FetchResult.Failed failure) {
    String detail = "robots.txt: " + failure.reason() + " " + failure.detail();
    for (Flight flight : lost) {
      if (failure.status() > 0) {
        losses.drop(flight, AbandonReason.ROBOTS_UNREACHABLE, detail);
      } else {
        losses.fail(flight, FetchResult.Failed.of(flight.url(), failure.reason(), detail), false);
      }
    }
  }
}
