package io.dowser.crawler;

import io.dowser.crawler.Manners.Clearance;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsCache;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.RobotsPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Knows which sites' robots.txt are known, has the others asked for, each once, and keeps whoever
 * waits for them. For the crawl's own thread, but for the cache.
 */
final class RobotsDesk {

  private final RobotsPolicy policy;
  private final RobotsCache cache;
  private final HostSchedule schedule;
  private final WaitingRoom room;
  private final Map<String, List<Flight>> asking = new LinkedHashMap<>();
  private int waiting;

  RobotsDesk(MannersPlan plan, HostSchedule schedule, WaitingRoom room) {
    this.policy = plan.robots();
    this.cache = plan.robotsCache();
    this.schedule = schedule;
    this.room = room;
  }

  RobotsCache cache() {
    return cache;
  }

  /** Counts the flights that wait for an answer. */
  int asking() {
    return waiting;
  }

  /** Says what a flight may do by the rules of its site. */
  Clearance clear(Flight flight) {
    if (!flight.isPage() || !policy.isObeyed()) {
      return new Clearance.Go(flight);
    }
    if (flight.ruling() != null) {
      return clear(flight, flight.ruling());
    }
    Optional<RobotsFile> file = cache.find(flight.url().origin());
    return file.isEmpty()
        ? askFirst(flight, flight.forRobots(), flight.url().origin())
        : clear(flight.ruledBy(file.get()));
  }

  private static Clearance clear(Flight flight, Flight.Ruling ruling) {
    return ruling.forbiddingRule().isEmpty()
        ? new Clearance.Go(flight)
        : new Clearance.Drop(
            AbandonReason.FORBIDDEN, "robots.txt: " + ruling.forbiddingRule().get());
  }

  /** Has something asked first, unless it is under way, and keeps the flight until then. */
  Clearance askFirst(Flight flight, Flight errand, String question) {
    waiting++;
    List<Flight> others = asking.get(question);
    if (others != null) {
      others.add(flight);
      return new Clearance.Wait();
    }
    var flights = new ArrayList<Flight>(1);
    flights.add(flight);
    asking.put(question, flights);
    schedule.hold(errand.cause());
    return new Clearance.Go(errand);
  }

  /** Lets whoever waits for an answer wait for the host instead. */
  void answered(CrawlUrl cause, String question) {
    take(cause, question).forEach(room::add);
  }

  /** Takes in rules. Whoever waits for them is ruled at once, however soon they leave memory. */
  void read(Flight errand, RobotsFile file) {
    String origin = errand.cause().origin();
    cache.put(origin, file);
    take(errand.cause(), origin).forEach(flight -> room.add(flight.ruledBy(file)));
  }

  /** Gives whoever waits for a robots.txt that will not come. */
  List<Flight> failed(Flight errand) {
    return take(errand.cause(), errand.cause().origin());
  }

  private List<Flight> take(CrawlUrl cause, String question) {
    List<Flight> flights = asking.remove(question);
    if (flights == null) {
      throw new IllegalStateException("nobody asked for " + question);
    }
    schedule.release(cause);
    waiting -= flights.size();
    return flights;
  }

  /** Returns the delay that the site of a flight asks for. */
  static Duration crawlDelay(Flight flight) {
    return flight.ruling() == null ? Duration.ZERO : flight.ruling().crawlDelay();
  }

  /** Takes out everybody who waits. */
  List<Flight> dismiss() {
    List<Flight> all = asking.values().stream().flatMap(List::stream).toList();
    asking.clear();
    waiting = 0;
    return all;
  }
}
