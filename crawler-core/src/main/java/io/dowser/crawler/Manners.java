package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Stall;
import io.dowser.crawler.robots.RobotsFile;
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

/**
 * Sees to it that a crawl behaves: which flight may start now, what it must wait for, and what
 * becomes of it after a failure. For the crawl's own thread.
 */
final class Manners {

  private static final long FREE_RETRIES = 100;

  private final Politeness politeness;
  private final AddressBook addresses = new AddressBook();
  private final HostSchedule schedule;
  private final WaitingRoom room;
  private final SilentHosts silentHosts;
  private final RobotsDesk robots;
  private final InstantSource clock;
  private final Consumer<CrawlEvent> listeners;
  private final Predicate<CrawlUrl> gavePages;

  /** What a flight may do now. */
  sealed interface Clearance {

    /** This one may start: the flight itself, or an errand that must come first. */
    record Go(Flight flight) implements Clearance {}

    /** It waits. */
    record Wait() implements Clearance {}

    /** It will never start. */
    record Drop(AbandonReason reason, String detail) implements Clearance {}

    /** Its robots.txt will never be had; nor will those start that waited for it as well. */
    record NoRobots(List<Flight> flights, FetchResult.Failed failure) implements Clearance {}
  }

  /**
   * Begins.
   *
   * @param gavePages says whether the host of a URL has ever given a page
   */
  Manners(
      CrawlPlan plan,
      LongSupplier nanoClock,
      Consumer<CrawlEvent> listeners,
      Predicate<CrawlUrl> gavePages) {
    MannersPlan manners = plan.manners();
    this.politeness = manners.politeness();
    this.clock = plan.clock();
    this.listeners = listeners;
    this.gavePages = gavePages;
    this.schedule =
        new HostSchedule(politeness, addresses, new SplittableRandom(manners.seed()), nanoClock);
    this.room = new WaitingRoom(schedule);
    this.silentHosts = new SilentHosts(schedule, room);
    this.robots = new RobotsDesk(manners, schedule, room);
  }

  /** The state that must survive a restart, by name. */
  Map<String, Resumable> resumable() {
    var parts = new LinkedHashMap<String, Resumable>();
    parts.put("hosts", schedule);
    return parts;
  }

  HostSchedule schedule() {
    return schedule;
  }

  RobotsDesk robots() {
    return robots;
  }

  /** Counts the flights that wait for their host. */
  int waiting() {
    return room.size() + robots.asking();
  }

  /** Says how the host of a URL is; may be called by any thread. */
  HostView look(CrawlUrl url) {
    return schedule.look(url);
  }

  Stall stall() {
    return schedule.stall(waiting());
  }

  /** Takes out a waiting flight whose host is ready. */
  Optional<Flight> next() {
    return room.next();
  }

  void await(Flight flight) {
    room.add(flight);
  }

  /** Takes out all waiting flights for pages. */
  List<Flight> dismiss() {
    List<Flight> all = room.clear();
    all.addAll(robots.dismiss());
    all.removeIf(flight -> !flight.isPage());
    return all;
  }

  /**
   * Ends the waiting for hosts that never answered, once there is nothing else to wait for: a crawl
   * without network tells so within seconds, and one with other work still tries them again later.
   *
   * @param idle whether nothing is under way
   */
  void endHopelessWaiting(boolean idle) {
    for (String host : silentHosts.giveUpIfHopeless(idle)) {
      listeners.accept(
          new HostSlowed(host, HostSlowed.Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO));
    }
  }

  /** Says what a flight may do whose host is ready. */
  Clearance clear(Flight flight) {
    if (schedule.isGivenUp(flight.url())) {
      FetchResult.Failed last = schedule.lastFailure(flight.url());
      if (flight.isPage()) {
        String detail = last == null ? "" : "last: " + last.reason() + " " + last.detail();
        return new Clearance.Drop(AbandonReason.HOST_GIVEN_UP, detail);
      }
      if (last != null && flight.errand() != Flight.Errand.ADDRESS) {
        return new Clearance.NoRobots(givenUpWith(flight), last);
      }
    }
    boolean mustLocate = politeness.isPerAddress() && addresses.isUnknown(flight.url());
    if (mustLocate && flight.errand() != Flight.Errand.ADDRESS) {
      return robots.askFirst(flight, flight.forAddress(), "host " + flight.url().host());
    }
    return robots.clear(flight);
  }

  void begin(Flight flight) {
    if (flight.errand() != Flight.Errand.ADDRESS) {
      schedule.begin(flight.url());
    }
  }

  /** A page may have waited for its analysis, which is none of the host's business. */
  void end(Outcome outcome) {
    Flight flight = outcome.flight();
    if (flight.errand() != Flight.Errand.ADDRESS) {
      Duration answer = outcome instanceof Outcome.Page page ? page.fetched().elapsed() : null;
      schedule.end(flight.url(), answer, RobotsDesk.crawlDelay(flight));
    }
  }

  /** Takes note of the address of a host; whoever waited for it waits for the host now. */
  void located(Outcome.Located located) {
    CrawlUrl url = located.flight().url();
    addresses.put(url, located.address());
    robots.answered(located.flight().cause(), "host " + url.host());
  }

  /** Takes note of a robots.txt; a site that says 429 is open but must rest. */
  void robotsRead(Flight flight, FetchResult result, RobotsFile file) {
    if (result instanceof FetchResult.Failed failure && failure.status() == 429) {
      slow(flight, failure);
    } else {
      schedule.succeeded(flight.url());
    }
    Duration wished = file.crawlDelay();
    Duration granted = politeness.granted(wished);
    if (granted.compareTo(wished) < 0) {
      String host = schedule.groupOf(flight.cause());
      listeners.accept(new HostSlowed(host, HostSlowed.Cause.CRAWL_DELAY, wished, granted));
    }
    robots.read(flight, file);
  }

  /**
   * Takes note of a robots.txt that could not be had.
   *
   * @return the flights that will not get one any more; empty if it is tried again
   */
  List<Flight> robotsFailed(Flight flight, FetchResult.Failed failure) {
    if (failure.reason() == FailureReason.FORBIDDEN_ADDRESS) {
      giveUp(flight.url());
    } else {
      slow(flight, failure);
    }
    if (!schedule.isGivenUp(flight.url())) {
      room.add(flight.again());
      return List.of();
    }
    giveUp(flight.cause());
    return robots.failed(flight);
  }

  /** Gives the pages that wait for an errand which will not be run any more. */
  private List<Flight> givenUpWith(Flight errand) {
    if (errand.errand() != Flight.Errand.ROBOTS) {
      return List.of();
    }
    giveUp(errand.cause());
    return robots.failed(errand);
  }

  private void giveUp(CrawlUrl url) {
    schedule.giveUp(url);
    room.recheck(schedule.groupOf(url));
  }

  /** Takes note that a host has answered as hosts should. */
  void answered(Flight flight) {
    schedule.succeeded(flight.url());
  }

  /**
   * Takes note of a page that could not be had.
   *
   * @return whether it is tried again
   */
  boolean failed(Flight flight, FetchResult.Failed failure, Tally tally) {
    if (!isTroubleOfHost(failure)) {
      if (failure.status() > 0) {
        schedule.succeeded(flight.url());
      }
      return false;
    }
    slow(flight, failure);
    boolean again =
        failure.retryable()
            && flight.retries() < politeness.maxRetries()
            && tally.pageRetries() < FREE_RETRIES + politeness.retryShare() * tally.requests()
            && !schedule.isGivenUp(flight.url());
    if (again) {
      room.add(flight.again());
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

  private void slow(Flight flight, FetchResult.Failed failure) {
    boolean maySay = failure.status() == 429 || failure.status() == 503;
    Duration retryAfter = maySay ? RetryAfter.of(failure.headers(), clock.instant()) : null;
    boolean neverAnswered = failure.status() <= 0 && !gavePages.test(flight.url());
    BackOff.Verdict verdict = schedule.failed(flight.url(), failure, neverAnswered, retryAfter);
    String host = schedule.groupOf(flight.url());
    if (verdict.cause() == HostSlowed.Cause.GIVEN_UP) {
      room.recheck(host);
    }
    listeners.accept(new HostSlowed(host, verdict.cause(), verdict.wished(), verdict.granted()));
  }
}
