package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.politeness.HostState.DelayReason;
import io.dowser.crawler.report.CrawlSnapshot.HostStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides when each host is ready, by the rules of {@link PolitenessRules}. Confined to the engine
 * thread, except {@link #look}.
 *
 * <p>The delay counts from the end of a request. Connections and delays are those of a host,
 * whatever scheme and port are requested. Failures are counted for each origin, which is a further
 * host here: after a closed port or an untrusted certificate, only the URLs of that origin are
 * given up. The state of hosts without connection, delay and failure is dropped. If hosts at one
 * address count as one, the address is a further host here, which is delayed together with each of
 * its hosts.
 */
public final class HostSchedule implements HostGate, Resumable {

  /** The time after which a busy host is checked again, if no request ends sooner. */
  public static final long BUSY_NANOS = Duration.ofMillis(1).toNanos();

  private final HostPoliteness rules;
  private final BackOff backOff;
  private final LongSupplier clock;
  private final HostTable hosts;
  private final HostDelayQueue delayed = new HostDelayQueue();
  private int held;
  private int givenUp;
  private long latestPromise = Long.MIN_VALUE;
  private HostGate gate = newGate();

  HostSchedule(
      HostPoliteness hostRules,
      @Nullable AddressBook addresses,
      RandomGenerator random,
      LongSupplier nanoClock) {
    this.rules = hostRules;
    PolitenessRules rules = hostRules.usual();
    this.backOff = new BackOff(rules, random);
    this.hosts = new HostTable(rules.hostGrouping(), rules.perAddress() ? addresses : null);
    long start = nanoClock.getAsLong();
    this.clock = () -> nanoClock.getAsLong() - start;
  }

  private HostGate newGate() {
    return new HostGate() {
      @Override
      public long now() {
        return HostSchedule.this.now();
      }

      @Override
      public long readyAt(CrawlUrl url) {
        return HostSchedule.this.readyAt(url);
      }
    };
  }

  /** Returns the gate of the frontier, another one after {@link #withdrawPromises}. */
  public HostGate gate() {
    return gate;
  }

  /** Replaces the gate, so that the frontier asks about all hosts again. */
  void withdrawPromises() {
    gate = newGate();
  }

  @Override
  public long now() {
    return clock.getAsLong();
  }

  @Override
  public long readyAt(CrawlUrl url) {
    int most = rules.of(url).connectionsPerHost();
    return Math.max(readyAt(hosts.find(url), most), readyAt(hosts.findAddress(url), most));
  }

  private long readyAt(@Nullable HostState host, int most) {
    return host != null && host.holds > 0
        ? Math.max(host.readyAt, now() + BUSY_NANOS)
        : freeAt(host, most);
  }

  /**
   * Returns the time at which the host of a URL may get a site request, which holds do not delay.
   */
  long freeAt(CrawlUrl url) {
    int most = rules.of(url).connectionsPerHost();
    return Math.max(freeAt(hosts.find(url), most), freeAt(hosts.findAddress(url), most));
  }

  private long freeAt(@Nullable HostState host, int most) {
    if (host == null) {
      return 0;
    }
    return host.connections >= most ? Math.max(host.readyAt, now() + BUSY_NANOS) : host.readyAt;
  }

  /** Records the start of a request. */
  void begin(CrawlUrl url) {
    begin(hosts.findOrCreate(url));
    HostState address = hosts.beginAtAddress(url);
    if (address != null) {
      begin(address);
    }
  }

  private void begin(HostState host) {
    delayed.remove(host);
    host.addConnections(1);
    host.begunAt = now();
  }

  /** Records the end of a request and delays its host; see {@link PolitenessGate#end}. */
  void end(CrawlUrl url, @Nullable Duration responseTime, Duration crawlDelay) {
    PolitenessRules own = rules.of(url);
    end(hosts.findOrCreate(url), responseTime, own, crawlDelay);
    HostState address = hosts.findAddress(url);
    if (address != null) {
      end(address, responseTime, own, Duration.ZERO);
    }
    hosts.endAtAddress(url);
  }

  private void end(
      HostState host, @Nullable Duration responseTime, PolitenessRules own, Duration crawlDelay) {
    if (host.connections == 0) {
      throw new IllegalStateException("no request to " + host.group + " is in flight");
    }
    host.addConnections(-1);
    long now = now();
    long took = responseTime == null ? now - host.begunAt : responseTime.toNanos();
    long delay = own.delayAfter(took, crawlDelay);
    if (delay > 0) {
      delayed.add(host, now + delay, DelayReason.BETWEEN_REQUESTS);
    } else {
      hosts.tidy(host);
    }
  }

  /** Delays the host of a URL as its robots.txt, which has just arrived, requests. */
  void delay(CrawlUrl url, Duration crawlDelay) {
    if (crawlDelay.compareTo(Duration.ZERO) > 0) {
      long delay = rules.of(url).delayAfter(0, crawlDelay);
      delayed.add(hosts.findOrCreate(url), now() + delay, DelayReason.BETWEEN_REQUESTS);
    }
  }

  /** Withholds the host of a URL from the frontier while a site request is pending. */
  void hold(CrawlUrl url) {
    hosts.findOrCreate(url).addHolds(1);
    held++;
  }

  void release(CrawlUrl url) {
    HostState host = hosts.find(url);
    if (host == null || host.holds == 0) {
      throw new IllegalStateException("host is not held: " + groupOf(url));
    }
    host.addHolds(-1);
    held--;
  }

  /** Resets the failures of a URL's origin. */
  void succeeded(CrawlUrl url) {
    HostState origin = hosts.findOrigin(url);
    if (origin != null && !origin.givenUp) {
      origin.noteSuccess();
      hosts.tidy(origin);
    }
    HostState host = hosts.find(url);
    if (host != null) {
      host.noteSuccess();
    }
  }

  /**
   * Records a failure after {@link #end}, and delays or suspends the host, or gives up the origin.
   *
   * @param uncounted whether it only delays the host, and does not count toward a suspension
   */
  BackOff.Verdict failed(
      CrawlUrl url,
      FetchResult.Failed failure,
      boolean neverResponded,
      boolean uncounted,
      @Nullable Duration retryAfter) {
    HostState host = hosts.findOrCreate(url);
    HostState origin = hosts.findOrCreateOrigin(url);
    host.noteFailure(failure, neverResponded);
    origin.noteFailure(failure, neverResponded);
    BackOff.Verdict verdict = backOff.failed(origin, uncounted, retryAfter);
    if (verdict.cause() == Cause.GIVEN_UP) {
      giveUpOrigin(origin);
    } else {
      delayed.add(host, now() + verdict.granted().toNanos(), verdict.reason());
    }
    return verdict;
  }

  /** Returns the latest failure of a URL's origin since its last success, or null. */
  FetchResult.@Nullable Failed lastFailure(CrawlUrl url) {
    HostState origin = hosts.findOrigin(url);
    return origin == null ? null : origin.lastFailure;
  }

  /** Stops all requests to the origin of a URL. */
  void giveUp(CrawlUrl url) {
    giveUpOrigin(hosts.findOrCreateOrigin(url));
  }

  /**
   * Stops all requests to those origins of a host that have failed, ends its delay, and returns
   * these origins.
   */
  List<HostState> giveUp(HostState host) {
    latestPromise = Math.max(latestPromise, host.readyAt);
    delayed.remove(host);
    host.readyAt = now(); // its pending tasks are dropped at once
    List<HostState> failing = hosts.failingOrigins(host);
    failing.forEach(this::giveUpOrigin);
    hosts.tidy(host);
    return failing;
  }

  private void giveUpOrigin(HostState origin) {
    if (!origin.givenUp) {
      origin.givenUp = true;
      givenUp++;
    }
  }

  /** Allows requests to all origins that were given up. */
  void retryGivenUp() {
    for (HostState origin : hosts.givenUp()) {
      origin.retry();
      hosts.tidy(origin);
    }
    givenUp = 0;
  }

  boolean isGivenUp(CrawlUrl url) {
    HostState origin = hosts.findOrigin(url);
    return origin != null && origin.givenUp;
  }

  String groupOf(CrawlUrl url) {
    return hosts.groupOf(url);
  }

  /** Returns the delayed hosts if all of them are suspended, else none. */
  List<HostState> onlySuspended() {
    return delayed.onlySuspended();
  }

  /** Returns whether the frontier may withhold URLs because their hosts are delayed. */
  public boolean hasDelayedHosts() {
    return !delayed.isEmpty() || latestPromise > now();
  }

  /** Returns the hosts that are not free, up to a number. */
  List<HostStatus> notFree(int most) {
    return hosts.notFree(now(), most);
  }

  /** Returns the state of a URL's host. Thread-safe. */
  HostView look(CrawlUrl url) {
    return hosts.look(url, now());
  }

  /** Ends the delays that are over. */
  public @Nullable Long nanosToNextRelease() {
    long now = now();
    boolean released = false;
    for (HostState host = delayed.takeReady(now); host != null; host = delayed.takeReady(now)) {
      hosts.tidy(host);
      released = true;
    }
    return released ? Long.valueOf(0) : delayed.nanosToNext(now);
  }

  CrawlStatistics.Stall stall(int heldUrls) {
    return delayed.stall(now(), held, givenUp, heldUrls);
  }

  @Override
  public void save(StateWriter out) throws IOException {
    hosts.save(out, now());
  }

  /** Replaces all hosts by the saved ones; if it fails, no host is known. */
  @Override
  public void restore(StateReader in) throws IOException {
    delayed.clear();
    held = 0;
    givenUp = 0;
    for (HostState host : hosts.restore(in, now())) {
      if (host.givenUp) {
        givenUp++;
      } else if (host.readyAt > now()) {
        delayed.add(host, host.readyAt, host.delayReason);
      }
    }
  }
}
