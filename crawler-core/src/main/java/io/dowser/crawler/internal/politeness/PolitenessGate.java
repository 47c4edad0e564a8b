package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.internal.robots.RobotsFile;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a crawl behaves: which flight may start now, what it must wait for, and what
 * becomes of it after a failure. For the crawl's own thread.
 */
public final class PolitenessGate {

  private static final long FREE_RETRIES = 100;

  private final Politeness politeness;
  private final AddressBook addresses = new AddressBook();
  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private final UnresponsiveHosts unresponsiveHosts;
  private final RobotsGate robots;
  private final InstantSource clock;
  private final Consumer<CrawlEvent> listeners;
  private final Predicate<CrawlUrl> gavePages;

  /** What a flight may do now. */
  public sealed interface Clearance {

    /** This one may start: the flight itself, or an errand that must come first. */
    record Go(FetchTask fetchTask) implements Clearance {}

    /** It waits. */
    record Wait() implements Clearance {}

    /** It will never start. */
    record Drop(AbandonReason reason, String detail) implements Clearance {}

    /** Its robots.txt will never be had; nor will those start that waited for it as well. */
    record NoRobots(List<FetchTask> fetchTasks, FetchResult.Failed failure) implements Clearance {}
  }

  /**
   * Begins.
   *
   * @param gavePages says whether the host of a URL has ever given a page
   */
  public PolitenessGate(
      PolitenessPlan plan,
      InstantSource clock,
      LongSupplier nanoClock,
      Consumer<CrawlEvent> listeners,
      Predicate<CrawlUrl> gavePages) {
    this.politeness = plan.politeness();
    this.clock = clock;
    this.listeners = listeners;
    this.gavePages = gavePages;
    this.schedule =
        new HostSchedule(politeness, addresses, new SplittableRandom(plan.seed()), nanoClock);
    this.delayedTasks = new DelayedTasks(schedule);
    this.unresponsiveHosts = new UnresponsiveHosts(schedule, delayedTasks);
    this.robots = new RobotsGate(plan, schedule, delayedTasks);
  }

  /** The state that must survive a restart, by name. */
  public Map<String, Resumable> resumable() {
    var parts = new LinkedHashMap<String, Resumable>();
    parts.put("hosts", schedule);
    return parts;
  }

  public HostSchedule schedule() {
    return schedule;
  }

  RobotsGate robots() {
    return robots;
  }

  /** Counts the flights that wait for their host. */
  public int pending() {
    return delayedTasks.size() + robots.asking();
  }

  /** Says how the host of a URL is; may be called by any thread. */
  public HostView look(CrawlUrl url) {
    return schedule.look(url);
  }

  public Stall stall() {
    return schedule.stall(pending());
  }

  /** Takes out a waiting flight whose host is ready. */
  public Optional<FetchTask> next() {
    return delayedTasks.next();
  }

  public void await(FetchTask fetchTask) {
    delayedTasks.add(fetchTask);
  }

  /** Takes out all waiting flights for pages. */
  public List<FetchTask> dismiss() {
    List<FetchTask> all = delayedTasks.clear();
    all.addAll(robots.dismiss());
    all.removeIf(fetchTask -> !fetchTask.isPage());
    return all;
  }

  /**
   * Ends the waiting for hosts that never answered, once there is nothing else to wait for: a crawl
   * without network tells so within seconds, and one with other work still tries them again later.
   *
   * @param idle whether nothing is under way
   */
  public void endHopelessPending(boolean idle) {
    for (String host : unresponsiveHosts.giveUpIfHopeless(idle)) {
      listeners.accept(
          new HostSlowed(host, HostSlowed.Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO));
    }
  }

  /** Says what a flight may do whose host is ready. */
  public Clearance clear(FetchTask fetchTask) {
    if (schedule.isGivenUp(fetchTask.url())) {
      FetchResult.Failed last = schedule.lastFailure(fetchTask.url());
      if (fetchTask.isPage()) {
        String detail = last == null ? "" : "last: " + last.reason() + " " + last.detail();
        return new Clearance.Drop(AbandonReason.HOST_GIVEN_UP, detail);
      }
      if (last != null && fetchTask.siteRequest() != FetchTask.SiteRequest.ADDRESS) {
        return new Clearance.NoRobots(givenUpWith(fetchTask), last);
      }
    }
    boolean mustLocate = politeness.isPerAddress() && addresses.isUnknown(fetchTask.url());
    if (mustLocate && fetchTask.siteRequest() != FetchTask.SiteRequest.ADDRESS) {
      return robots.askFirst(fetchTask, fetchTask.forAddress(), "host " + fetchTask.url().host());
    }
    return robots.clear(fetchTask);
  }

  public void begin(FetchTask fetchTask) {
    if (fetchTask.siteRequest() != FetchTask.SiteRequest.ADDRESS) {
      schedule.begin(fetchTask.url());
    }
  }

  /**
   * Notes that a request has ended.
   *
   * @param answer how long the host took; null for all of the time since the request was begun
   */
  public void end(FetchTask fetchTask, @Nullable Duration answer) {
    if (fetchTask.siteRequest() != FetchTask.SiteRequest.ADDRESS) {
      schedule.end(fetchTask.url(), answer, RobotsGate.crawlDelay(fetchTask));
    }
  }

  /** Takes note of the address of a host; whoever waited for it waits for the host now. */
  public void located(FetchTask fetchTask, Optional<String> address) {
    CrawlUrl url = fetchTask.url();
    addresses.put(url, address);
    robots.answered(fetchTask.cause(), "host " + url.host());
  }

  /** Takes note of a robots.txt; a site that says 429 is open but must rest. */
  public void robotsRead(FetchTask fetchTask, FetchResult result, RobotsFile file) {
    if (result instanceof FetchResult.Failed failure && failure.status() == 429) {
      slow(fetchTask, failure);
    } else {
      schedule.succeeded(fetchTask.url());
    }
    Duration wished = file.crawlDelay();
    Duration granted = politeness.granted(wished);
    if (granted.compareTo(wished) < 0) {
      String host = schedule.groupOf(fetchTask.cause());
      listeners.accept(new HostSlowed(host, HostSlowed.Cause.CRAWL_DELAY, wished, granted));
    }
    robots.read(fetchTask, file);
  }

  /**
   * Takes note of a robots.txt that could not be had.
   *
   * @return the flights that will not get one any more; empty if it is tried again
   */
  public List<FetchTask> robotsFailed(FetchTask fetchTask, FetchResult.Failed failure) {
    if (failure.reason() == FailureReason.FORBIDDEN_ADDRESS) {
      giveUp(fetchTask.url());
    } else {
      slow(fetchTask, failure);
    }
    if (!schedule.isGivenUp(fetchTask.url())) {
      delayedTasks.add(fetchTask.again());
      return List.of();
    }
    giveUp(fetchTask.cause());
    return robots.failed(fetchTask);
  }

  /** Gives the pages that wait for an errand which will not be run any more. */
  private List<FetchTask> givenUpWith(FetchTask siteRequest) {
    if (siteRequest.siteRequest() != FetchTask.SiteRequest.ROBOTS) {
      return List.of();
    }
    giveUp(siteRequest.cause());
    return robots.failed(siteRequest);
  }

  private void giveUp(CrawlUrl url) {
    schedule.giveUp(url);
    delayedTasks.recheck(schedule.groupOf(url));
  }

  /** Takes note that a host has answered as hosts should. */
  public void answered(FetchTask fetchTask) {
    schedule.succeeded(fetchTask.url());
  }

  /**
   * Takes note of a page that could not be had.
   *
   * @param retries how many requests for pages were repeated so far
   * @param requests how many requests for pages there were so far, repeated ones included
   * @return whether it is tried again
   */
  public boolean failed(
      FetchTask fetchTask, FetchResult.Failed failure, long retries, long requests) {
    if (!isTroubleOfHost(failure)) {
      if (failure.status() > 0) {
        schedule.succeeded(fetchTask.url());
      }
      return false;
    }
    slow(fetchTask, failure);
    boolean again =
        failure.retryable()
            && fetchTask.retries() < politeness.maxRetries()
            && retries < FREE_RETRIES + politeness.retryShare() * requests
            && !schedule.isGivenUp(fetchTask.url());
    if (again) {
      delayedTasks.add(fetchTask.again());
    }
    return again;
  }

  /** An address that must not be connected to is no trouble of the host; nobody asked it. */
  private static boolean isTroubleOfHost(FetchResult.Failed failure) {
    return switch (failure.reason()) {
      case DNS, REFUSED, RESET, TIMEOUT, TLS, IO -> true;
      case HTTP_STATUS -> failure.retryable() || failure.status() >= 500;
      case FORBIDDEN_ADDRESS, CONTENT_TYPE, PROTOCOL, TOO_MANY_REDIRECTS -> false;
    };
  }

  private void slow(FetchTask fetchTask, FetchResult.Failed failure) {
    boolean maySay = failure.status() == 429 || failure.status() == 503;
    Duration retryAfter = maySay ? RetryAfter.of(failure.headers(), clock.instant()) : null;
    boolean neverAnswered = failure.status() <= 0 && !gavePages.test(fetchTask.url());
    BackOff.Verdict verdict = schedule.failed(fetchTask.url(), failure, neverAnswered, retryAfter);
    String host = schedule.groupOf(fetchTask.url());
    if (verdict.cause() == HostSlowed.Cause.GIVEN_UP) {
      delayedTasks.recheck(host);
    }
    listeners.accept(new HostSlowed(host, verdict.cause(), verdict.wished(), verdict.granted()));
  }
}
