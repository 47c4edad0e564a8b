package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.politeness.PolitenessGate.Clearance;
import io.dowser.crawler.internal.robots.RobotsCache;
import io.dowser.crawler.internal.robots.RobotsFile;
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
final class RobotsGate {

  private final RobotsPolicy policy;
  private final RobotsCache cache;
  private final HostSchedule schedule;
  private final DelayedTasks room;
  private final Map<String, List<FetchTask>> asking = new LinkedHashMap<>();
  private int pending;

  RobotsGate(PolitenessPlan plan, HostSchedule schedule, DelayedTasks room) {
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
    return pending;
  }

  /** Says what a flight may do by the rules of its site. */
  Clearance clear(FetchTask fetchTask) {
    if (!fetchTask.isPage() || !policy.isObeyed()) {
      return new Clearance.Go(fetchTask);
    }
    if (fetchTask.ruling() != null) {
      return clear(fetchTask, fetchTask.ruling());
    }
    Optional<RobotsFile> file = cache.find(fetchTask.url().origin());
    return file.isEmpty()
        ? askFirst(fetchTask, fetchTask.forRobots(), fetchTask.url().origin())
        : clear(fetchTask.ruledBy(file.get()));
  }

  private static Clearance clear(FetchTask fetchTask, FetchTask.Ruling ruling) {
    return ruling.forbiddingRule().isEmpty()
        ? new Clearance.Go(fetchTask)
        : new Clearance.Drop(
            AbandonReason.FORBIDDEN, "robots.txt: " + ruling.forbiddingRule().get());
  }

  /** Has something asked first, unless it is under way, and keeps the flight until then. */
  Clearance askFirst(FetchTask fetchTask, FetchTask siteRequest, String question) {
    pending++;
    List<FetchTask> others = asking.get(question);
    if (others != null) {
      others.add(fetchTask);
      return new Clearance.Wait();
    }
    var fetchTasks = new ArrayList<FetchTask>(1);
    fetchTasks.add(fetchTask);
    asking.put(question, fetchTasks);
    schedule.hold(siteRequest.cause());
    return new Clearance.Go(siteRequest);
  }

  /** Lets whoever waits for an answer wait for the host instead. */
  void answered(CrawlUrl cause, String question) {
    take(cause, question).forEach(room::add);
  }

  /** Takes in rules. Whoever waits for them is ruled at once, however soon they leave memory. */
  void read(FetchTask siteRequest, RobotsFile file) {
    String origin = siteRequest.cause().origin();
    cache.put(origin, file);
    take(siteRequest.cause(), origin).forEach(fetchTask -> room.add(fetchTask.ruledBy(file)));
  }

  /** Gives whoever waits for a robots.txt that will not come. */
  List<FetchTask> failed(FetchTask siteRequest) {
    return take(siteRequest.cause(), siteRequest.cause().origin());
  }

  private List<FetchTask> take(CrawlUrl cause, String question) {
    List<FetchTask> fetchTasks = asking.remove(question);
    if (fetchTasks == null) {
      throw new IllegalStateException("nobody asked for " + question);
    }
    schedule.release(cause);
    pending -= fetchTasks.size();
    return fetchTasks;
  }

  /** Returns the delay that the site of a flight asks for. */
  static Duration crawlDelay(FetchTask fetchTask) {
    return fetchTask.ruling() == null ? Duration.ZERO : fetchTask.ruling().crawlDelay();
  }

  /** Takes out everybody who waits. */
  List<FetchTask> dismiss() {
    List<FetchTask> all = asking.values().stream().flatMap(List::stream).toList();
    asking.clear();
    pending = 0;
    return all;
  }
}
