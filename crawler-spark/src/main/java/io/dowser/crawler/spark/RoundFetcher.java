package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * The fetcher of one task: answers for a robots.txt that an earlier round has read, remembers where
 * redirects lead, and keeps the crawl delay of the host's robots.txt also towards the requests of
 * earlier rounds and attempts. Thread-safe.
 */
final class RoundFetcher implements Fetcher {

  private final Fetcher fetcher;
  private final Duration maxCrawlDelay;
  private final HostGrouping hosts;
  private final InstantSource clock;
  private final Map<String, HostUpdates> robots = new ConcurrentHashMap<>();
  private final Map<String, Long> notBefore = new ConcurrentHashMap<>();
  private final Map<CrawlUrl, FetchResult.Redirect> redirects = new ConcurrentHashMap<>();
  private final Queue<HostUpdates> news = new ConcurrentLinkedQueue<>();

  /**
   * Begins.
   *
   * @param known what earlier rounds have learned
   * @param start when the task began, by {@link System#nanoTime}
   */
  RoundFetcher(
      Fetcher fetcher,
      CrawlRules rules,
      Collection<HostUpdates> known,
      InstantSource clock,
      long start) {
    this.fetcher = fetcher;
    this.maxCrawlDelay = rules.maxCrawlDelay();
    this.hosts = rules.hosts();
    this.clock = clock;
    var reader = new RobotsReader(rules.robots(), fetcher.productToken());
    long oldest = clock.millis() - rules.robots().keep().toMillis();
    for (HostUpdates host : known) {
      if (host.isRobots()) {
        if (host.robotsTime() >= oldest) {
          robots.put(host.robotsUrl(), host);
        }
        reader
            .read(host.answer())
            .ifPresent(
                file -> notBefore.merge(host.host(), start + delay(file).toNanos(), Math::max));
      }
    }
  }

  private Duration delay(RobotsFile file) {
    Duration asked = file.crawlDelay();
    return asked.compareTo(maxCrawlDelay) > 0 ? maxCrawlDelay : asked;
  }

  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    if (request.purpose() == Purpose.ROBOTS) {
      HostUpdates known = robots.get(request.url().toString());
      return known == null ? askForRobots(request) : known.answer();
    }
    await(notBefore.getOrDefault(hosts.groupOf(request.url()), Long.MIN_VALUE));
    FetchResult result = fetcher.fetch(request);
    if (result instanceof FetchResult.Redirect redirect) {
      redirects.put(request.url(), redirect);
    }
    return result;
  }

  @Override
  public String productToken() {
    return fetcher.productToken();
  }

  private FetchResult askForRobots(FetchRequest request) throws InterruptedException {
    String host = hosts.groupOf(request.url());
    await(notBefore.getOrDefault(host, Long.MIN_VALUE)); // a file that is too old has a delay too
    FetchResult result = fetcher.fetch(request);
    HostUpdates.ofRobots(host, result, clock.instant()).ifPresent(news::add);
    return result;
  }

  private static void await(long time) throws InterruptedException {
    if (time != Long.MIN_VALUE) {
      long left = time - System.nanoTime();
      if (left > 0) {
        TimeUnit.NANOSECONDS.sleep(left);
      }
    }
  }

  /** Where a page has redirected to, if it has. */
  Optional<FetchResult.Redirect> redirect(CrawlUrl from) {
    return Optional.ofNullable(redirects.remove(from));
  }

  /** What is new for the rounds to come. */
  List<HostUpdates> news() {
    return List.copyOf(news);
  }
}
