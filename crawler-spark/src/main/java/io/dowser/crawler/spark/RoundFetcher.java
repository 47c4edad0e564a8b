package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.internal.politeness.PolitenessRules;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.UrlCanonicalizer;
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
import java.util.function.Predicate;

/**
 * The fetcher of one task. It requires the driver's lease for each request, and returns a
 * robots.txt that an earlier round has read. The crawl delay of the host's robots.txt also counts
 * from the requests of earlier rounds and attempts. A redirect to another form of the same URL is
 * left to the engine, which follows it; other redirects become failures, and their targets become
 * URLs of a later round. Thread-safe.
 */
final class RoundFetcher implements Fetcher {

  private final Fetcher fetcher;
  private final TaskLease lease;
  private final int round;
  private final PolitenessRules politeness;
  private final Map<String, HostRules> hostRules;
  private final UrlCanonicalizer urls;
  private final HostGrouping hosts;
  private final Predicate<CrawlUrl> isRecheck;
  private final InstantSource clock;
  private final long start;
  private final Map<String, RobotsResponse> robots = new ConcurrentHashMap<>();
  private final Map<String, Long> notBefore = new ConcurrentHashMap<>();
  private final Map<CrawlUrl, FetchResult.Redirect> redirects = new ConcurrentHashMap<>();
  private final Queue<RobotsResponse> news = new ConcurrentLinkedQueue<>();
  private final Map<String, Pace> paces = new ConcurrentHashMap<>();

  /** Requests to a host, and the time from the start of the first to that of the last one. */
  private record Pace(long requests, long first, long last) {

    Pace and(Pace later) {
      return new Pace(requests + later.requests, first, later.last);
    }
  }

  /**
   * Begins.
   *
   * @param known the robots.txt responses of earlier rounds
   * @param isRecheck whether a URL is that of a visited page, whose redirects the engine records
   * @param start when the task began, by {@link System#nanoTime}
   */
  RoundFetcher(
      Fetcher fetcher,
      TaskLease lease,
      CrawlRules rules,
      int round,
      Collection<RobotsResponse> known,
      Predicate<CrawlUrl> isRecheck,
      InstantSource clock,
      long start) {
    this.fetcher = fetcher;
    this.lease = lease;
    this.round = round;
    this.politeness = rules.spec().politeness();
    this.hostRules = rules.hostRules();
    this.urls = rules.spec().canonicalizer.get();
    this.hosts = rules.spec().hostGrouping.get();
    this.isRecheck = isRecheck;
    this.clock = clock;
    this.start = start;
    RobotsPolicy policy = rules.spec().robots.get();
    var reader = new RobotsReader(policy, fetcher.productToken());
    long oldest = clock.millis() - policy.keep().toMillis();
    known.forEach(response -> take(response, reader, oldest));
  }

  private void take(RobotsResponse response, RobotsReader reader, long oldest) {
    if (response.time() >= oldest) {
      robots.merge(response.url(), response, (a, b) -> a.round() >= b.round() ? a : b);
    }
    reader
        .read(response.result())
        .ifPresent(
            file -> {
              Duration granted = politeness.granted(file.crawlDelay());
              notBefore.merge(response.host(), start + granted.toNanos(), Math::max);
            });
  }

  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    if (request.purpose() == Purpose.ROBOTS) {
      RobotsResponse known = robots.get(request.url().toString());
      return known == null ? askForRobots(request) : known.result();
    }
    FetchResult result = send(request);
    boolean isForEngine =
        request.candidate().filter(each -> isRecheck.test(each.url())).isPresent();
    return result instanceof FetchResult.Redirect redirect && !isForEngine && !isSamePage(redirect)
        ? handBack(redirect)
        : result;
  }

  private FetchResult send(FetchRequest request) throws InterruptedException {
    String host = hosts.groupOf(request.url());
    await(Math.max(notBefore.getOrDefault(host, start), readyByRules(request.url())));
    lease.require();
    long sent = System.nanoTime();
    FetchResult result = fetcher.fetch(request);
    paces.merge(host, new Pace(1, sent, sent), Pace::and);
    return result;
  }

  private long readyByRules(CrawlUrl url) {
    return hostRules.isEmpty()
        ? start
        : start + HostRules.forHost(hostRules, url.host()).delay().orElse(Duration.ZERO).toNanos();
  }

  @Override
  public String productToken() {
    return fetcher.productToken();
  }

  private FetchResult askForRobots(FetchRequest request) throws InterruptedException {
    FetchResult result = send(request); // a file that is too old has a delay too
    String host = hosts.groupOf(request.url());
    RobotsResponse.of(round, host, result, clock.instant()).ifPresent(news::add);
    return result;
  }

  private static void await(long time) throws InterruptedException {
    long left = time - System.nanoTime();
    if (left > 0) {
      TimeUnit.NANOSECONDS.sleep(left);
    }
  }

  /** Returns whether the engine may follow a redirect: its host has no other task. */
  private boolean isSamePage(FetchResult.Redirect redirect) {
    CrawlUrl target = urls.resolver(redirect.url()).resolve(redirect.location());
    return target == null || canonical(redirect.url()).equals(target);
  }

  private CrawlUrl canonical(CrawlUrl url) {
    return urls.canonicalize(url.toString()).orElse(url);
  }

  private FetchResult handBack(FetchResult.Redirect redirect) {
    redirects.put(canonical(redirect.url()), redirect);
    return new FetchResult.Failed(
        redirect.url(),
        FailureReason.TOO_MANY_REDIRECTS,
        redirect.status(),
        "redirects to " + redirect.location(),
        false,
        FetchResult.NO_HEADERS);
  }

  /** The target that a page has redirected to, if it has. */
  Optional<FetchResult.Redirect> redirect(CrawlUrl from) {
    return Optional.ofNullable(redirects.remove(from));
  }

  /** The robots.txt files that are new for the rounds to come. */
  List<RobotsResponse> news() {
    return List.copyOf(news);
  }

  /**
   * Returns the mean time from one request of a host to the next. One request measures none: then
   * it is half of the time before, so that the share of a host that was slow once can grow again.
   *
   * @param before that of earlier rounds, which also counts without requests
   */
  long paceMillis(String host, long before) {
    Pace pace = paces.get(host);
    if (pace == null) {
      return before;
    }
    return pace.requests < 2
        ? before / 2
        : TimeUnit.NANOSECONDS.toMillis(pace.last - pace.first) / (pace.requests - 1);
  }
}
