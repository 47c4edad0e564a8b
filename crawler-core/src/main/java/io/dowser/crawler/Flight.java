package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.RobotsReader;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way.
 *
 * @param errand what the request is for
 * @param candidate what the frontier gave; for a request about its site, the one that caused it
 * @param url where the request goes: the candidate's URL, or the target of its last redirect
 * @param redirects how many redirects led here
 * @param retries how often it was tried before
 * @param cause the URL whose site must be asked about something first; {@code url} for a page
 * @param ruling what the robots.txt of its site says about a page, or null before it was asked
 */
record Flight(
    Errand errand,
    Candidate candidate,
    CrawlUrl url,
    int redirects,
    int retries,
    CrawlUrl cause,
    @Nullable Ruling ruling) {

  /**
   * What a robots.txt says about one URL.
   *
   * @param forbiddingRule the rule that forbids it, empty if none does
   * @param crawlDelay the delay that the site asks for
   */
  record Ruling(Optional<String> forbiddingRule, Duration crawlDelay) {}

  /** What a request is for. */
  enum Errand {
    /** A page. */
    PAGE,
    /** The robots.txt of a site. */
    ROBOTS,
    /** A sitemap of a site. */
    SITEMAP,
    /** The address of a host. */
    ADDRESS
  }

  static Flight of(Candidate candidate) {
    return new Flight(Errand.PAGE, candidate, candidate.url(), 0, 0, candidate.url(), null);
  }

  boolean isPage() {
    return errand == Errand.PAGE;
  }

  Flight redirectedTo(CrawlUrl target) {
    CrawlUrl about = isPage() ? target : cause;
    return new Flight(errand, candidate, target, redirects + 1, retries, about, null);
  }

  Flight again() {
    return new Flight(errand, candidate, url, redirects, retries + 1, cause, ruling);
  }

  Flight ruledBy(RobotsFile file) {
    var rules = new Ruling(file.forbiddingRule(url), file.crawlDelay());
    return new Flight(errand, candidate, url, redirects, retries, cause, rules);
  }

  /** The request for the robots.txt that counts for this one. */
  Flight forRobots() {
    CrawlUrl address = RobotsReader.addressFor(url);
    return new Flight(Errand.ROBOTS, candidate, address, 0, 0, url, null);
  }

  Flight forSitemap(CrawlUrl sitemap) {
    return new Flight(Errand.SITEMAP, candidate, sitemap, 0, 0, cause, null);
  }

  Flight forAddress() {
    return new Flight(Errand.ADDRESS, candidate, url, 0, 0, url, null);
  }
}
