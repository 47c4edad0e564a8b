package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlEvent.HostSlowed;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.internal.politeness.PolitenessGate.Clearance;
import io.dowser.crawler.internal.robots.RobotsFile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Fetches each site's robots.txt once and holds its tasks until it arrives; does the same with the
 * lookup of a host's address. Confined to the engine thread.
 */
final class RobotsGate {

  private final PolitenessPlan plan;
  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private final HostFailures failures;
  private final HostKnowledge knowledge;
  private final Consumer<CrawlEvent> listeners;

  /** The tasks held for each request, by origin or host. */
  private final Map<String, List<FetchTask>> held = new LinkedHashMap<>();

  private int pending;
  private long requests;
  private long retries;

  RobotsGate(
      PolitenessPlan plan,
      HostSchedule schedule,
      DelayedTasks delayedTasks,
      HostFailures failures,
      HostKnowledge knowledge,
      Consumer<CrawlEvent> listeners) {
    this.plan = plan;
    this.schedule = schedule;
    this.delayedTasks = delayedTasks;
    this.failures = failures;
    this.knowledge = knowledge;
    this.listeners = listeners;
  }

  /** Returns the number of held tasks. */
  int pending() {
    return pending;
  }

  /** Decides about a task by the robots.txt of its site. */
  Clearance clear(FetchTask task) {
    boolean isRuled = task.isPage() || task.kind() == FetchTask.Kind.SITEMAP;
    if (!isRuled || !plan.robots().isObeyed()) {
      return new Clearance.Go(task);
    }
    if (task.ruling() != null) {
      return clear(task, task.ruling());
    }
    Optional<RobotsFile> file = plan.robotsCache().find(task.url().origin());
    if (file.isEmpty()) {
      return requestFirst(task, task.forRobots(), task.url().origin());
    }
    return isOwnSitemap(task)
        ? new Clearance.Go(task.allowedBy(file.get()))
        : clear(task.ruledBy(file.get()));
  }

  /** Returns whether a task is for a sitemap of its site, which robots.txt has named or allowed. */
  private static boolean isOwnSitemap(FetchTask task) {
    return !task.isPage() && task.url().origin().equals(task.cause().origin());
  }

  private static Clearance clear(FetchTask task, FetchTask.Ruling ruling) {
    return ruling.forbiddingRule().isEmpty()
        ? new Clearance.Go(task)
        : new Clearance.Drop(
            AbandonReason.FORBIDDEN, "robots.txt: " + ruling.forbiddingRule().get());
  }

  /** Holds a task until a site request completes, and starts that request unless it has started. */
  Clearance requestFirst(FetchTask task, FetchTask siteRequest, String key) {
    pending++;
    List<FetchTask> others = held.get(key);
    if (others != null) {
      others.add(task);
      return new Clearance.Wait();
    }
    held.put(key, new ArrayList<>(List.of(task)));
    schedule.hold(siteRequest.cause());
    return new Clearance.Go(siteRequest);
  }

  /** Completes a site request: delays the tasks that were held for it until their host is ready. */
  void complete(FetchTask siteRequest, String key) {
    release(siteRequest, key).forEach(delayedTasks::add);
  }

  /** Applies a robots.txt. A status of 429 allows everything, but slows the host. */
  void read(FetchTask siteRequest, FetchResult result, RobotsFile file) {
    requests++;
    if (result instanceof FetchResult.Failed failure && failure.status() == 429) {
      failures.slow(siteRequest, failure);
    } else {
      failures.succeeded(siteRequest.url());
    }
    Duration requested = file.crawlDelay();
    Duration granted = plan.politeness().granted(requested);
    if (granted.compareTo(requested) < 0) {
      String host = schedule.groupOf(siteRequest.cause());
      listeners.accept(new HostSlowed(host, HostSlowed.Cause.CRAWL_DELAY, requested, granted));
    }
    schedule.delay(siteRequest.cause(), requested); // also before the first page
    String origin = siteRequest.cause().origin();
    plan.robotsCache().put(origin, file);
    // rules are applied at once, because they may leave the cache before a task is cleared
    release(siteRequest, origin).forEach(task -> delayedTasks.add(task.ruledBy(file)));
  }

  /**
   * Records that a robots.txt could not be fetched, and repeats the request unless its host is
   * given up, or the retries of all hosts are used up.
   */
  List<FetchTask> failed(FetchTask siteRequest, FetchResult.Failed failure) {
    if (failure.reason() == FailureReason.FORBIDDEN_ADDRESS) {
      failures.giveUp(siteRequest.url());
    } else {
      failures.slow(siteRequest, failure);
    }
    requests++;
    if (schedule.isGivenUp(siteRequest.url())) {
      return giveUp(siteRequest);
    }
    if (mayRepeat(siteRequest)) {
      delayedTasks.add(siteRequest.again());
      return List.of();
    }
    listeners.accept(
        new HostSlowed(
            schedule.groupOf(siteRequest.cause()),
            HostSlowed.Cause.GIVEN_UP,
            Duration.ZERO,
            Duration.ZERO));
    return giveUp(siteRequest);
  }

  /**
   * Returns whether a robots.txt is requested again. Host names are free to create, so the retries
   * for hosts that have given no page have a budget, unless a seed asks for them.
   */
  private boolean mayRepeat(FetchTask siteRequest) {
    if (siteRequest.candidate().isSeed() || knowledge.hasGiven(siteRequest.cause())) {
      return true;
    }
    boolean again = retries < HostFailures.FREE_RETRIES + plan.politeness().retryShare() * requests;
    retries += again ? 1 : 0;
    return again;
  }

  /** Abandons the site of a request, and returns the tasks that were held for its robots.txt. */
  List<FetchTask> giveUp(FetchTask siteRequest) {
    if (siteRequest.kind() != FetchTask.Kind.ROBOTS) {
      return List.of();
    }
    failures.giveUp(siteRequest.cause());
    return release(siteRequest, siteRequest.cause().origin());
  }

  private List<FetchTask> release(FetchTask siteRequest, String key) {
    List<FetchTask> tasks = held.remove(key);
    if (tasks == null) {
      throw new IllegalStateException("no task is held for " + key);
    }
    schedule.release(siteRequest.cause());
    pending -= tasks.size();
    return tasks;
  }

  /** Removes and returns all held tasks. */
  List<FetchTask> dismiss() {
    List<FetchTask> all = held.values().stream().flatMap(List::stream).toList();
    held.clear();
    pending = 0;
    return all;
  }
}
