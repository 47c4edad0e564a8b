package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.watch.PluginFailure;
import io.dowser.crawler.net.AddressRules;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/** Fetches robots.txt and looks up addresses, on workers. Thread-safe. */
final class SiteRequests {

  private final Fetcher fetcher;
  private final RobotsReader robots;

  SiteRequests(Fetcher fetcher, RobotsReader robots) {
    this.fetcher = fetcher;
    this.robots = robots;
  }

  Outcome run(FetchTask task) throws InterruptedException {
    try {
      return switch (task.kind()) {
        case ROBOTS -> robots(task);
        case ADDRESS -> new Outcome.Located(task, address(task.url().host()));
        case PAGE, CHECK, SITEMAP ->
            throw new IllegalArgumentException("no site request: " + task.url());
      };
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      return new Outcome.Broken(task, PluginFailure.of(PluginKind.FETCHER, fetcher, e));
    }
  }

  private Outcome robots(FetchTask task) throws InterruptedException {
    FetchResult result = fetcher.fetch(FetchRequest.of(task.url(), Purpose.ROBOTS));
    return result instanceof FetchResult.Redirect
        ? new Outcome.Robots(task, result, Optional.empty())
        : new Outcome.Robots(task, result, robots.read(result));
  }

  /** Returns the address that is connected to first, by the fetcher's own lookup if it has one. */
  private Optional<String> address(String host) {
    try {
      List<InetAddress> addresses =
          fetcher instanceof AddressRules.Lookup lookup
              ? lookup.addressesOf(host)
              : List.of(InetAddress.getByName(host));
      return addresses.stream().findFirst().map(first -> "address " + first.getHostAddress());
    } catch (UnknownHostException e) { // the fetch will fail with the fetcher's own message
      return Optional.empty();
    }
  }
}
