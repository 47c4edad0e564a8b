package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One request, pending or in flight.
 *
 * @param candidate a candidate of the frontier; for a site request, the one that caused it
 * @param url the candidate's URL, or the target of its last redirect
 * @param trail the redirects from the candidate to {@code url}
 * @param retries the number of earlier attempts
 * @param cause the URL whose site the request is about; {@code url} for a page
 * @param ruling the ruling of the site's robots.txt about a page, or null before it is read
 * @param arrived the page, if it has arrived already, so that nothing is sent; or null
 * @param review the decision of the engine thread about the page after it arrived, or null
 */
public record FetchTask(
    Kind kind,
    Candidate candidate,
    CrawlUrl url,
    Trail trail,
    int retries,
    CrawlUrl cause,
    @Nullable Ruling ruling,
    FetchResult.@Nullable Fetched arrived,
    @Nullable Review review) {

  private FetchTask(Kind kind, Candidate candidate, CrawlUrl url, CrawlUrl cause) {
    this(kind, candidate, url, Trail.NONE, 0, cause, null, null, null);
  }

  /** The rule of a robots.txt that forbids a URL, if any, and the delay that the site requests. */
  record Ruling(Optional<String> forbiddingRule, Duration crawlDelay) {}

  /**
   * The redirects that led to a task.
   *
   * @param urls the URLs that were requested, in this order
   * @param changed the number of those that were requested before the latest change of a cookie
   */
  record Trail(List<CrawlUrl> urls, int changed) {

    static final Trail NONE = new Trail(List.of(), 0);

    Trail then(CrawlUrl url, boolean cookiesChanged) {
      List<CrawlUrl> longer = Stream.concat(urls.stream(), Stream.of(url)).toList();
      return new Trail(longer, cookiesChanged ? longer.size() : changed);
    }

    boolean mayAskAgain(CrawlUrl url) {
      int last = urls.lastIndexOf(url);
      return last >= 0 && last < changed;
    }
  }

  /** Returns the number of redirects from the candidate to the URL. */
  public int redirects() {
    return trail.urls.size();
  }

  /**
   * Returns whether a redirect leads to a URL that was requested before a cookie changed, so that
   * the response may differ.
   */
  public boolean mayAskAgain(CrawlUrl target, boolean cookiesChanged) {
    return trail.then(url, cookiesChanged).mayAskAgain(target);
  }

  /** The reason why a page that has arrived is not relevant, or empty if the judge decides. */
  public record Review(Optional<Irrelevance> reason) {}

  /** The purpose of a request. */
  public enum Kind {
    PAGE,
    CHECK,
    ROBOTS,
    SITEMAP,
    ADDRESS
  }

  public static FetchTask of(Candidate candidate) {
    return new FetchTask(Kind.PAGE, candidate, candidate.url(), candidate.url());
  }

  /** Returns the request for a page that was visited before, by the candidate that led to it. */
  public static FetchTask recheck(Candidate candidate, CrawlUrl page) {
    return new FetchTask(Kind.CHECK, candidate, page, page);
  }

  /** Returns whether this asks for a page, a new one or one to be checked. */
  public boolean isPage() {
    return kind == Kind.PAGE || isRecheck();
  }

  public boolean isRecheck() {
    return kind == Kind.CHECK;
  }

  /** Returns the task for the target of a redirect, with the page if it has arrived. */
  public FetchTask redirectedTo(CrawlUrl target) {
    return redirectedTo(target, false);
  }

  /**
   * Returns the task for the target of a redirect.
   *
   * @param cookiesChanged whether the redirect has set or removed a cookie
   */
  public FetchTask redirectedTo(CrawlUrl target, boolean cookiesChanged) {
    CrawlUrl about = isPage() ? target : cause;
    FetchResult.Fetched page = arrived == null ? null : arrived.at(target);
    Trail longer = trail.then(url, cookiesChanged);
    return new FetchTask(kind, candidate, target, longer, retries, about, null, page, null);
  }

  /** Returns this task with the page that its request has returned from elsewhere. */
  public FetchTask withPage(FetchResult.Fetched page) {
    return new FetchTask(kind, candidate, url, trail, retries, cause, ruling, page, null);
  }

  /** Returns this task with its page and the decision about it. */
  public FetchTask reviewed(FetchResult.Fetched page, Optional<Irrelevance> reason) {
    var decided = new Review(reason);
    return new FetchTask(kind, candidate, url, trail, retries, cause, ruling, page, decided);
  }

  FetchTask again() {
    return new FetchTask(kind, candidate, url, trail, retries + 1, cause, ruling, arrived, null);
  }

  FetchTask ruledBy(RobotsFile file) {
    return with(new Ruling(file.forbiddingRule(url), file.crawlDelay()));
  }

  /** Returns this task with the delay that a robots.txt requests, whatever it forbids. */
  FetchTask allowedBy(RobotsFile file) {
    return with(new Ruling(Optional.empty(), file.crawlDelay()));
  }

  private FetchTask with(Ruling rules) {
    return new FetchTask(kind, candidate, url, trail, retries, cause, rules, arrived, null);
  }

  /** Returns the request for the robots.txt that this task needs. */
  FetchTask forRobots() {
    CrawlUrl address = RobotsReader.addressFor(url);
    return new FetchTask(Kind.ROBOTS, candidate, address, url);
  }

  public FetchTask forSitemap(CrawlUrl sitemap) {
    return new FetchTask(Kind.SITEMAP, candidate, sitemap, cause);
  }

  FetchTask forAddress() {
    return new FetchTask(Kind.ADDRESS, candidate, url, url);
  }
}
