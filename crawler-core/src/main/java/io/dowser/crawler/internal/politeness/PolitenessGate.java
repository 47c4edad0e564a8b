package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Enforces politeness: decides whether a task may start, must wait, or is dropped. Confined to the
 * engine thread, except {@link #look}.
 */
public final class PolitenessGate {

  private final boolean perAddress;
  private final AddressBook addresses = new AddressBook();
  private final HostSchedule schedule;
  private final DelayedTasks delayedTasks;
  private final HostFailures failures;
  private final RobotsGate robots;

  /** The decision about a task. */
  public sealed interface Clearance {

    /** Starts this task: the cleared one, or a site request that must complete first. */
    record Go(FetchTask task) implements Clearance {}

    /** Holds the task. */
    record Wait() implements Clearance {}

    /** Drops the task. */
    record Drop(AbandonReason reason, String detail) implements Clearance {}

    /** Drops the tasks that were held for a robots.txt whose host was given up. */
    record NoRobots(List<FetchTask> tasks, FetchResult.Failed failure) implements Clearance {}
  }

  /** Creates a gate. */
  public PolitenessGate(
      PolitenessPlan plan,
      InstantSource clock,
      LongSupplier nanoClock,
      Consumer<CrawlEvent> listeners,
      HostKnowledge knowledge) {
    this.perAddress = plan.politeness().perAddress();
    this.schedule =
        new HostSchedule(plan.hosts(), addresses, new SplittableRandom(plan.seed()), nanoClock);
    this.delayedTasks = new DelayedTasks(schedule);
    this.failures = new HostFailures(plan, schedule, delayedTasks, clock, listeners, knowledge);
    this.robots = new RobotsGate(plan, schedule, delayedTasks, failures, knowledge, listeners);
  }

  public HostSchedule schedule() {
    return schedule;
  }

  /** Returns the number of delayed and held tasks. */
  public int pending() {
    return delayedTasks.size() + robots.pending();
  }

  /** Returns the hosts that are not free, up to a number. */
  public List<HostStatus> notFree(int most) {
    return schedule.notFree(most);
  }

  /** Returns the state of a URL's host. Thread-safe. */
  public HostView look(CrawlUrl url) {
    return schedule.look(url);
  }

  public CrawlStatistics.Stall stall() {
    return schedule.stall(pending());
  }

  /** Removes and returns a delayed task whose host is ready. */
  public Optional<FetchTask> next() {
    return delayedTasks.next();
  }

  /** Delays a task until its host is ready. */
  public void await(FetchTask task) {
    delayedTasks.add(task);
  }

  /** Removes and returns all delayed and held tasks. */
  public List<FetchTask> dismiss() {
    List<FetchTask> all = delayedTasks.clear();
    all.addAll(robots.dismiss());
    return all;
  }

  /**
   * Abandons suspended hosts that never responded, if nothing else is pending, so that a crawl
   * without network ends within seconds.
   */
  public void giveUpUnresponsive(boolean idle, boolean anyPending) {
    failures.giveUpUnresponsive(idle, anyPending);
  }

  /** Allows requests to all hosts that were given up. */
  public void retryGivenUp() {
    schedule.retryGivenUp();
  }

  /** Decides about a task whose host is ready. */
  public Clearance clear(FetchTask task) {
    boolean locates = task.kind() == FetchTask.Kind.ADDRESS;
    if (schedule.isGivenUp(task.url())) {
      FetchResult.Failed last = schedule.lastFailure(task.url());
      if (task.isPage()) {
        String detail = last == null ? "" : "last: " + last.reason() + " " + last.detail();
        return new Clearance.Drop(AbandonReason.HOST_GIVEN_UP, detail);
      }
      if (last != null && !locates) {
        return new Clearance.NoRobots(robots.giveUp(task), last);
      }
    }
    if (perAddress && !locates && addresses.isUnknown(task.url())) {
      return robots.requestFirst(task, task.forAddress(), addressKey(task));
    }
    return robots.clear(task);
  }

  private static String addressKey(FetchTask task) {
    return "host " + task.url().host();
  }

  /** Records the start of a task. */
  public void begin(FetchTask task) {
    if (task.kind() != FetchTask.Kind.ADDRESS) {
      schedule.begin(task.url());
    }
  }

  /**
   * Records the end of a task.
   *
   * @param responseTime the response time of the host; null for the time since the start
   */
  public void end(FetchTask task, @Nullable Duration responseTime) {
    if (task.kind() != FetchTask.Kind.ADDRESS) {
      FetchTask.Ruling ruling = task.ruling();
      schedule.end(task.url(), responseTime, ruling == null ? Duration.ZERO : ruling.crawlDelay());
    }
  }

  /** Records the address of a host, and delays its held tasks until the host is ready. */
  public void located(FetchTask task, Optional<String> address) {
    addresses.put(task.url(), address);
    robots.complete(task, addressKey(task));
  }

  /**
   * Withdraws a request for a robots.txt or an address; the tasks that were held for it are
   * delayed.
   */
  public void withdraw(FetchTask task) {
    boolean locates = task.kind() == FetchTask.Kind.ADDRESS;
    robots.complete(task, locates ? addressKey(task) : task.cause().origin());
  }

  /** Records a response of a host. */
  public void responded(FetchTask task) {
    failures.succeeded(task.url());
  }

  /** See {@link HostFailures#postponed}. */
  public boolean postponed(FetchTask task, FetchResult result) {
    return failures.postponed(task, result);
  }

  /** See {@link HostFailures#failed}. */
  public boolean failed(FetchTask task, FetchResult.Failed failure, long retries, long requests) {
    return failures.failed(task, failure, retries, requests);
  }

  /** See {@link RobotsGate#read}. */
  public void robotsRead(FetchTask task, FetchResult result, RobotsFile file) {
    robots.read(task, result, file);
  }

  /** See {@link RobotsGate#failed}. */
  public List<FetchTask> robotsFailed(FetchTask task, FetchResult.Failed failure) {
    return robots.failed(task, failure);
  }
}
