package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.net.AddressLookup;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** What a worker does to learn something about a site. Safe for many threads. */
final class SiteRequests {

  private final Fetcher fetcher;
  private final RobotsReader robots;
  private final Semaphore analyses;

  /** Creates them with the permits that the analyses of pages take, too. */
  SiteRequests(CrawlPlan plan, Semaphore analyses) {
    this.fetcher = plan.fetcher();
    this.analyses = analyses;
    this.robots = plan.politeness().robotsReader();
  }

  Outcome run(FetchTask fetchTask) throws InterruptedException {
    return switch (fetchTask.siteRequest()) {
      case ROBOTS -> robots(fetchTask);
      case SITEMAP -> sitemap(fetchTask);
      case ADDRESS -> new Outcome.Located(fetchTask, address(fetchTask.url().host()));
      case PAGE -> throw new IllegalArgumentException("a page is no errand: " + fetchTask.url());
    };
  }

  private Outcome robots(FetchTask fetchTask) throws InterruptedException {
    try {
      FetchResult result = fetcher.fetch(FetchRequest.of(fetchTask.url(), Purpose.ROBOTS));
      return result instanceof FetchResult.Redirect
          ? new Outcome.Robots(fetchTask, result, Optional.empty())
          : new Outcome.Robots(fetchTask, result, robots.read(result));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(fetchTask, PageProcessor.trouble(PluginKind.FETCHER, fetcher, e));
    }
  }

  private Outcome sitemap(FetchTask fetchTask) throws InterruptedException {
    try {
      FetchResult result = fetcher.fetch(FetchRequest.of(fetchTask.url(), Purpose.SITEMAP));
      return new Outcome.Listed(fetchTask, result, listed(result));
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(fetchTask, PageProcessor.trouble(PluginKind.FETCHER, fetcher, e));
    }
  }

  /** Reads a sitemap, which can be as much work as a page and therefore takes a permit, too. */
  private Sitemap listed(FetchResult result) throws InterruptedException {
    if (!(result instanceof FetchResult.Fetched fetched)) {
      return Sitemap.EMPTY;
    }
    analyses.acquire();
    try {
      return Sitemap.read(fetched);
    } finally {
      analyses.release();
    }
  }

  /** The address that is connected to first, as the fetcher sees it if it tells. */
  private Optional<String> address(String host) {
    try {
      List<InetAddress> addresses =
          fetcher instanceof AddressLookup lookup
              ? lookup.addressesOf(host)
              : List.of(InetAddress.getByName(host));
      return addresses.stream().findFirst().map(first -> "address " + first.getHostAddress());
    } catch (UnknownHostException e) { // the fetcher will tell it in its own words
      return Optional.empty();
    }
  }
}
