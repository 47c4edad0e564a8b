package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way.
 *
 * @param siteRequest what the request is for
 * @param candidate what the frontier gave; for a request about its site, the one that caused it
 * @param url where the request goes: the candidate's URL, or the target of its last redirect
 * @param redirects how many redirects led here
 * @param retries how often it was tried before
 * @param cause the URL whose site must be asked about something first; {@code url} for a page
 * @param ruling what the robots.txt of its site says about a page, or null before it was asked
 */
public record FetchTask(
    SiteRequest siteRequest,
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
  public enum SiteRequest {
    /** A page. */
    PAGE,
    /** The robots.txt of a site. */
    ROBOTS,
    /** A sitemap of a site. */
    SITEMAP,
    /** The address of a host. */
    ADDRESS
  }

  public static FetchTask of(Candidate candidate) {
    return new FetchTask(SiteRequest.PAGE, candidate, candidate.url(), 0, 0, candidate.url(), null);
  }

  public boolean isPage() {
    return siteRequest == SiteRequest.PAGE;
  }

  public FetchTask redirectedTo(CrawlUrl target) {
    CrawlUrl about = isPage() ? target : cause;
    return new FetchTask(siteRequest, candidate, target, redirects + 1, retries, about, null);
  }

  FetchTask again() {
    return new FetchTask(siteRequest, candidate, url, redirects, retries + 1, cause, ruling);
  }

  FetchTask ruledBy(RobotsFile file) {
    var rules = new Ruling(file.forbiddingRule(url), file.crawlDelay());
    return new FetchTask(siteRequest, candidate, url, redirects, retries, cause, rules);
  }

  /** The request for the robots.txt that counts for this one. */
  FetchTask forRobots() {
    CrawlUrl address = RobotsReader.addressFor(url);
    return new FetchTask(SiteRequest.ROBOTS, candidate, address, 0, 0, url, null);
  }

  public FetchTask forSitemap(CrawlUrl sitemap) {
    return new FetchTask(SiteRequest.SITEMAP, candidate, sitemap, 0, 0, cause, null);
  }

  FetchTask forAddress() {
    return new FetchTask(SiteRequest.ADDRESS, candidate, url, 0, 0, url, null);
  }
}
