package io.dowser.crawler;

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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
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
final class HostSchedule implements HostGate, Resumable {

  /** How long a busy host is set aside before somebody asks again, if no visit ends sooner. */
  static final long BUSY_NANOS = Duration.ofMillis(1).toNanos();

  private static final int FORMAT = 1;
  private static final double MOST_JITTER = 0.5;
  private static final long LONGEST_REST = Duration.ofDays(2).toNanos();

  private final Politeness rules;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private final @Nullable AddressBook addresses;
  private final Map<String, HostState> hosts = new ConcurrentHashMap<>();
  private final PriorityQueue<HostState> resting =
      new PriorityQueue<>(Comparator.comparingLong((HostState host) -> host.readyAt));
  private int held;
  private int backingOff;
  private int parked;
  private int givenUp;
  private long latestPromise = Long.MIN_VALUE;

  /**
   * A rest that a failure earned.
   *
   * @param cause what came of it
   * @param wished how long it should be
   * @param granted how long it is
   */
  record Verdict(Cause cause, Duration wished, Duration granted) {}

  HostSchedule(
      Politeness rules,
      @Nullable AddressBook addresses,
      RandomGenerator random,
      LongSupplier nanoClock) {
    this.rules = rules;
    this.addresses = rules.isPerAddress() ? addresses : null;
    this.random = random;
    long start = nanoClock.getAsLong();
    this.clock = () -> nanoClock.getAsLong() - start;
  }

  @Override
  public long now() {
    return clock.getAsLong();
  }

  @Override
  public long readyAt(CrawlUrl url) {
    long byHost = readyAt(hosts.get(groupOf(url)));
    String address = addressOf(url);
    return address == null ? byHost : Math.max(byHost, readyAt(hosts.get(address)));
  }

  private long readyAt(@Nullable HostState host) {
    return host != null && host.holds > 0
        ? Math.max(host.readyAt, now() + BUSY_NANOS)
        : freeAt(host);
  }

  /** Says from when on the host of a URL may be asked about itself, whoever is held until then. */
  long freeAt(CrawlUrl url) {
    long byHost = freeAt(hosts.get(groupOf(url)));
    String address = addressOf(url);
    return address == null ? byHost : Math.max(byHost, freeAt(hosts.get(address)));
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
    begin(groupOf(url));
    String address = addressOf(url);
    if (address != null) {
      begin(address);
    }
  }

  private void begin(String group) {
    HostState host = hosts.computeIfAbsent(group, HostState::new);
    stopResting(host);
    host.addConnections(1);
    host.begunAt = now();
  }

  /**
   * Notes that a request to the host of a URL has ended.
   *
   * @param crawlDelay what the site's robots.txt asks for, of which no more is granted than the
   *     rules allow
   */
  void end(CrawlUrl url, Duration crawlDelay) {
    end(groupOf(url), crawlDelay);
    String address = addressOf(url);
    if (address != null) {
      end(address, Duration.ZERO);
    }
  }

  private void end(String group, Duration crawlDelay) {
    HostState host = hosts.get(group);
    if (host == null || host.connections == 0) {
      throw new IllegalStateException("no request to " + group + " was begun");
    }
    host.addConnections(-1);
    long now = now();
    long rest = Math.max(ownDelay(now - host.begunAt), granted(crawlDelay).toNanos());
    if (rest > 0) {
      rest(host, now + rest, HostState.Rest.DELAY);
    } else if (host.isForgettable()) {
      hosts.remove(group);
    }
  }

  private long ownDelay(long responseNanos) {
    long delay = rules.delay().toNanos();
    return delay == 0 ? 0 : Math.max(delay, (long) (responseNanos * rules.responseFactor()));
  }

  Duration granted(Duration crawlDelay) {
    return crawlDelay.compareTo(rules.maxCrawlDelay()) > 0 ? rules.maxCrawlDelay() : crawlDelay;
  }

  /** Keeps the frontier from the host of a URL while its robots.txt is asked for. */
  void hold(CrawlUrl url) {
    hosts.computeIfAbsent(groupOf(url), HostState::new).addHolds(1);
    held++;
  }

  void release(CrawlUrl url) {
    HostState host = hosts.get(groupOf(url));
    if (host == null || host.holds == 0) {
      throw new IllegalStateException("nothing held " + groupOf(url));
    }
    host.addHolds(-1);
    held--;
  }

  /** Notes that the host of a URL has answered, so that earlier failures no longer count. */
  void succeeded(CrawlUrl url) {
    HostState host = hosts.get(groupOf(url));
    if (host != null && !host.givenUp) {
      host.failures = 0;
      host.parkings = 0;
      host.answered = true;
      host.lastFailure = null;
    }
  }

  /**
   * Notes how the host of a URL failed, before {@link #failed}.
   *
   * @param failure what happened
   * @param neverAnswered whether nothing came from the host, now or ever
   */
  void remember(CrawlUrl url, FetchResult.Failed failure, boolean neverAnswered) {
    HostState host = hosts.computeIfAbsent(groupOf(url), HostState::new);
    host.answered |= !neverAnswered;
    host.lastFailure = failure;
  }

  /** Gives the failure of a URL's host that is the latest, or null if nobody remembers one. */
  FetchResult.@Nullable Failed lastFailure(CrawlUrl url) {
    HostState host = hosts.get(groupOf(url));
    return host == null ? null : host.lastFailure;
  }

  /**
   * Notes that the host of a URL has failed, after {@link #end}.
   *
   * @param retryAfter how long it asks to be left alone, or null if it does not say
   */
  Verdict failed(CrawlUrl url, @Nullable Duration retryAfter) {
    HostState host = hosts.computeIfAbsent(groupOf(url), HostState::new);
    host.addFailure();
    if (host.failures >= rules.failuresToPark()) {
      return parkOrGiveUp(host);
    }
    if (retryAfter != null) {
      Duration most = rules.maxRetryAfter();
      Duration granted = retryAfter.compareTo(most) > 0 ? most : retryAfter;
      rest(host, now() + granted.toNanos(), HostState.Rest.BACK_OFF);
      return new Verdict(Cause.RETRY_AFTER, retryAfter, granted);
    }
    int doublings = Math.min(host.failures - 1, 40);
    double nanos = Math.scalb((double) rules.backOff().toNanos(), doublings);
    Duration rest = jittered(Math.min(nanos, (double) rules.maxBackOff().toNanos()));
    rest(host, now() + rest.toNanos(), HostState.Rest.BACK_OFF);
    return new Verdict(Cause.BACK_OFF, rest, rest);
  }

  private Verdict parkOrGiveUp(HostState host) {
    if (host.parkings >= rules.maxParkings()) {
      giveUp(host);
      return new Verdict(Cause.GIVEN_UP, Duration.ZERO, Duration.ZERO);
    }
    double nanos = Math.scalb((double) rules.parkTime().toNanos(), Math.min(host.parkings, 40));
    Duration rest = jittered(Math.min(nanos, LONGEST_REST / 2.0));
    host.parkings++;
    rest(host, now() + rest.toNanos(), HostState.Rest.PARKED);
    return new Verdict(Cause.PARKED, rest, rest);
  }

  /** Hosts that failed together must not all come back together. */
  private Duration jittered(double nanos) {
    return Duration.ofNanos((long) (nanos * (1 + MOST_JITTER * random.nextDouble())));
  }

  /** Asks nothing more of the host of a URL. */
  void giveUp(CrawlUrl url) {
    giveUp(hosts.computeIfAbsent(groupOf(url), HostState::new));
  }

  private void giveUp(HostState host) {
    if (!host.givenUp) {
      stopResting(host);
      host.givenUp = true;
      host.readyAt = now(); // whoever waits for it shall hear at once
      givenUp++;
    }
  }

  boolean isGivenUp(CrawlUrl url) {
    HostState host = hosts.get(groupOf(url));
    return host != null && host.givenUp;
  }

  /** Names what the host of a URL is treated as. */
  String groupOf(CrawlUrl url) {
    return rules.hostGrouping().groupOf(url);
  }

  private @Nullable String addressOf(CrawlUrl url) {
    return addresses == null ? null : addresses.find(url);
  }

  /** Says whether some host rests for another reason than being parked, or none is parked. */
  boolean isAnythingButParked() {
    return parked == 0 || parked != resting.size();
  }

  /**
   * Gives up the hosts that never answered, if nothing rests but such hosts, all parked.
   *
   * @param isAwaited whether somebody waits for a host, so that he can be told
   * @return the names of those given up, empty if something else rests or nothing does
   */
  List<String> giveUpSilence(Predicate<String> isAwaited) {
    if (isAnythingButParked()) {
      return List.of();
    }
    List<HostState> hopeless = List.copyOf(resting);
    for (HostState host : hopeless) {
      if (host.answered || !isAwaited.test(host.group)) {
        return List.of();
      }
    }
    for (HostState host : hopeless) {
      latestPromise = Math.max(latestPromise, host.readyAt);
      giveUp(host);
    }
    return hopeless.stream().map(host -> host.group).toList();
  }

  /** Says whether the frontier was told of a host that it must wait for. */
  boolean hasRestingHosts() {
    return !resting.isEmpty() || latestPromise > now();
  }

  /** Says how the host of a URL is; may be called by any thread. */
  HostView look(CrawlUrl url) {
    HostView byHost = look(hosts.get(groupOf(url)));
    String address = addressOf(url);
    HostView byAddress = address == null ? HostView.FREE : look(hosts.get(address));
    return byAddress.dueIn().compareTo(byHost.dueIn()) > 0 && !byHost.givenUp()
        ? byAddress
        : byHost;
  }

  private HostView look(@Nullable HostState host) {
    if (host == null) {
      return HostView.FREE;
    }
    long left = Math.max(0, host.readyAt - now());
    boolean rests = host.resting && left > 0;
    return new HostView(
        rests ? host.rest : null,
        Duration.ofNanos(rests ? left : 0),
        host.connections,
        host.holds > 0,
        host.failures,
        host.givenUp);
  }

  /** Rests that overlap end with the later one, which also gives its name to the whole. */
  private void rest(HostState host, long until, HostState.Rest kind) {
    if (host.givenUp || (host.resting && host.readyAt >= until)) {
      return;
    }
    stopResting(host);
    host.readyAt = Math.max(host.readyAt, until);
    host.rest = kind;
    host.resting = true;
    resting.add(host);
    count(kind, 1);
  }

  private void stopResting(HostState host) {
    if (host.resting) {
      resting.remove(host);
      host.resting = false;
      count(host.rest, -1);
    }
  }

  private void count(HostState.Rest kind, int change) {
    switch (kind) {
      case DELAY -> {}
      case BACK_OFF -> backingOff += change;
      case PARKED -> parked += change;
    }
  }

  /**
   * Forgets the hosts that have rested enough and tells when the frontier may have something to
   * give again.
   *
   * @return nanoseconds until the next host is released, 0 if one was released just now, or null if
   *     no host rests
   */
  @Nullable Long nanosToNextRelease() {
    long now = now();
    boolean released = false;
    for (HostState first = resting.peek(); first != null; first = resting.peek()) {
      if (first.readyAt > now) {
        return released ? 0 : first.readyAt - now;
      }
      released = true;
      stopResting(first);
      if (first.isForgettable()) {
        hosts.remove(first.group);
      }
    }
    return released ? 0L : null;
  }

  /** Says what waits. */
  Stall stall(int heldUrls) {
    HostState next = resting.peek();
    Optional<Duration> due =
        next == null
            ? Optional.empty()
            : Optional.of(Duration.ofNanos(Math.max(0, next.readyAt - now())));
    int delayed = resting.size() - backingOff - parked;
    return new Stall(delayed, held, backingOff, parked, givenUp, heldUrls, due);
  }

  /** Writes the hosts that have failed or must rest, and how long they must still rest. */
  @Override
  public void save(DataOutput out) throws IOException {
    long now = now();
    List<HostState> kept = new ArrayList<>();
    for (HostState host : hosts.values()) {
      boolean failed = host.failures > 0 || host.parkings > 0 || host.givenUp;
      if (failed || host.readyAt > now) {
        kept.add(host);
      }
    }
    kept.sort(Comparator.comparing(host -> host.group));
    out.writeInt(FORMAT);
    out.writeInt(kept.size());
    for (HostState host : kept) {
      host.save(out, now);
    }
  }

  /** Replaces all hosts by what was saved; a rest goes on from where it was. */
  @Override
  public void restore(DataInput in) throws IOException {
    int format = in.readInt();
    int count = in.readInt();
    if (format != FORMAT || count < 0) {
      throw new IOException(
          "format and number of saved hosts must be 1 and 0 or more, but were "
              + format
              + " and "
              + count);
    }
    clear();
    for (int i = 0; i < count; i++) {
      add(HostState.restore(in, now(), LONGEST_REST));
    }
  }

  private void clear() {
    hosts.clear();
    resting.clear();
    held = 0;
    backingOff = 0;
    parked = 0;
    givenUp = 0;
  }

  private void add(HostState host) {
    hosts.put(host.group, host);
    if (host.givenUp) {
      givenUp++;
    } else if (host.readyAt > now()) {
      rest(host, host.readyAt, host.rest);
    }
  }
}
