package io.dowser.crawler.internal.politeness;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent.HostSlowed.Cause;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.Stall;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Says when each host may be visited, by the rules of {@link Politeness}; for one thread, but for
 * {@link #look}.
 *
 * <p>The delay counts from the end of a request. Only hosts that are being visited, must rest or
 * have failed are remembered. If hosts at one address count as one, the address is one more host
 * here, which is visited and rests together with each of its hosts.
 */
public final class HostSchedule implements HostGate, Resumable {

  /** How long a busy host is set aside before somebody asks again, if no visit ends sooner. */
  public static final long BUSY_NANOS = Duration.ofMillis(1).toNanos();

  private final Politeness rules;
  private final BackOff backOff;
  private final LongSupplier clock;
  private final HostTable hosts;
  private final HostDelayQueue resting = new HostDelayQueue();
  private int held;
  private int givenUp;
  private long latestPromise = Long.MIN_VALUE;

  HostSchedule(
      Politeness rules,
      @Nullable AddressBook addresses,
      RandomGenerator random,
      LongSupplier nanoClock) {
    this.rules = rules;
    this.backOff = new BackOff(rules, random);
    this.hosts = new HostTable(rules.hostGrouping(), rules.isPerAddress() ? addresses : null);
    long start = nanoClock.getAsLong();
    this.clock = () -> nanoClock.getAsLong() - start;
  }

  @Override
  public long now() {
    return clock.getAsLong();
  }

  @Override
  public long readyAt(CrawlUrl url) {
    return Math.max(readyAt(hosts.find(url)), readyAt(hosts.findAddress(url)));
  }

  private long readyAt(@Nullable HostState host) {
    return host != null && host.holds > 0
        ? Math.max(host.readyAt, now() + BUSY_NANOS)
        : freeAt(host);
  }

  /** Says from when on the host of a URL may be asked about itself, whoever is held until then. */
  long freeAt(CrawlUrl url) {
    return Math.max(freeAt(hosts.find(url)), freeAt(hosts.findAddress(url)));
  }

  private long freeAt(@Nullable HostState host) {
    if (host == null) {
      return 0;
    }
    return host.connections >= rules.connectionsPerHost()
        ? Math.max(host.readyAt, now() + BUSY_NANOS)
        : host.readyAt;
  }

  /** Notes that a request to the host of a URL begins. */
  void begin(CrawlUrl url) {
    begin(hosts.findOrMake(url));
    HostState address = hosts.beginAtAddress(url);
    if (address != null) {
      begin(address);
    }
  }

  private void begin(HostState host) {
    resting.remove(host);
    host.addConnections(1);
    host.begunAt = now();
  }

  /**
   * Notes that a request to the host of a URL has ended.
   *
   * @param answer how long the host took; null for all of the time since the request was begun
   * @param crawlDelay what the site's robots.txt asks for, of which no more is granted than the
   *     rules allow
   */
  void end(CrawlUrl url, @Nullable Duration answer, Duration crawlDelay) {
    end(hosts.findOrMake(url), answer, crawlDelay);
    HostState address = hosts.findAddress(url);
    if (address != null) {
      end(address, answer, Duration.ZERO);
    }
    hosts.endAtAddress(url);
  }

  private void end(HostState host, @Nullable Duration answer, Duration crawlDelay) {
    if (host.connections == 0) {
      throw new IllegalStateException("no request to " + host.group + " was begun");
    }
    host.addConnections(-1);
    long now = now();
    long took = answer == null ? now - host.begunAt : answer.toNanos();
    long rest = rules.delayAfter(took, crawlDelay);
    if (rest > 0) {
      resting.add(host, now + rest, HostState.Rest.DELAY);
    } else {
      hosts.tidy(host);
    }
  }

  /** Keeps the frontier from the host of a URL while its robots.txt is asked for. */
  void hold(CrawlUrl url) {
    hosts.findOrMake(url).addHolds(1);
    held++;
  }

  void release(CrawlUrl url) {
    HostState host = hosts.find(url);
    if (host == null || host.holds == 0) {
      throw new IllegalStateException("nothing held " + groupOf(url));
    }
    host.addHolds(-1);
    held--;
  }

  /** Notes that the host of a URL has answered, so that earlier failures no longer count. */
  void succeeded(CrawlUrl url) {
    HostState host = hosts.find(url);
    if (host != null && !host.givenUp) {
      host.noteAnswer();
    }
  }

  /**
   * Notes that the host of a URL has failed, after {@link #end}.
   *
   * @param failure what happened
   * @param neverAnswered whether nothing came from the host, now or ever
   * @param retryAfter how long it asks to be left alone, or null if it does not say
   */
  BackOff.Verdict failed(
      CrawlUrl url,
      FetchResult.Failed failure,
      boolean neverAnswered,
      @Nullable Duration retryAfter) {
    HostState host = hosts.findOrMake(url);
    host.noteFailure(failure, neverAnswered);
    BackOff.Verdict verdict = backOff.failed(host, retryAfter);
    if (verdict.cause() == Cause.GIVEN_UP) {
      giveUp(host);
    } else {
      resting.add(host, now() + verdict.granted().toNanos(), verdict.kind());
    }
    return verdict;
  }

  /** Gives the failure of a URL's host that is the latest, or null if nobody remembers one. */
  FetchResult.@Nullable Failed lastFailure(CrawlUrl url) {
    return hosts.lastFailure(url);
  }

  /** Asks nothing more of the host of a URL. */
  void giveUp(CrawlUrl url) {
    giveUp(hosts.findOrMake(url));
  }

  void giveUp(HostState host) {
    if (!host.givenUp) {
      latestPromise = Math.max(latestPromise, host.readyAt);
      resting.remove(host);
      host.givenUp = true;
      host.readyAt = now(); // whoever waits for it shall hear at once
      givenUp++;
    }
  }

  boolean isGivenUp(CrawlUrl url) {
    return hosts.isGivenUp(url);
  }

  /** Names what the host of a URL is treated as. */
  String groupOf(CrawlUrl url) {
    return hosts.groupOf(url);
  }

  /** Gives the hosts that rest if all of them are parked, else none. */
  List<HostState> onlySuspended() {
    return resting.isAnythingButSuspended() ? List.of() : resting.all();
  }

  /** Says whether the frontier was told of a host that it must wait for. */
  public boolean hasRestingHosts() {
    return !resting.isEmpty() || latestPromise > now();
  }

  /** Says how the host of a URL is; may be called by any thread. */
  HostView look(CrawlUrl url) {
    return hosts.look(url, now());
  }

  /**
   * Forgets the hosts that have rested enough and tells when the frontier may have something to
   * give again.
   *
   * @return nanoseconds until the next host is released, 0 if one was released just now, or null if
   *     no host rests
   */
  public @Nullable Long nanosToNextRelease() {
    long now = now();
    boolean released = false;
    for (HostState host = resting.takeRested(now); host != null; host = resting.takeRested(now)) {
      hosts.tidy(host);
      released = true;
    }
    return released ? Long.valueOf(0) : resting.nanosToNext(now);
  }

  /** Says what waits. */
  Stall stall(int heldUrls) {
    return resting.stall(now(), held, givenUp, heldUrls);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    hosts.save(out, now());
  }

  /** Replaces all hosts by what was saved; if it fails, no host is known. */
  @Override
  public void restore(DataInput in) throws IOException {
    resting.clear();
    held = 0;
    givenUp = 0;
    for (HostState host : hosts.restore(in, now())) {
      if (host.givenUp) {
        givenUp++;
      } else if (host.readyAt > now()) {
        resting.add(host, host.readyAt, host.rest);
      }
    }
  }
}
