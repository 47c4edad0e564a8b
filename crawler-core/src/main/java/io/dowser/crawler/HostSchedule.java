package io.dowser.crawler;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the minimum delay of each host and its number of connections; for one thread.
 *
 * <p>The delay counts from the end of a request. Only hosts that are being visited or must rest are
 * remembered.
 */
final class HostSchedule implements HostGate {

  /** How long a busy host is set aside before somebody asks again, if no visit ends sooner. */
  static final long BUSY_NANOS = Duration.ofMillis(1).toNanos();

  private final HostGrouping grouping;
  private final long delayNanos;
  private final int connectionsPerHost;
  private final LongSupplier clock;
  private final Map<String, Host> hosts = new HashMap<>();
  private final PriorityQueue<Host> resting =
      new PriorityQueue<>(Comparator.comparingLong((Host host) -> host.readyAt));

  HostSchedule(
      HostGrouping grouping, Duration delay, int connectionsPerHost, LongSupplier nanoClock) {
    this.grouping = grouping;
    this.delayNanos = delay.toNanos();
    this.connectionsPerHost = connectionsPerHost;
    long start = nanoClock.getAsLong();
    this.clock = () -> nanoClock.getAsLong() - start;
  }

  @Override
  public long now() {
    return clock.getAsLong();
  }

  @Override
  public long readyAt(CrawlUrl url) {
    Host host = hosts.get(grouping.groupOf(url));
    if (host == null) {
      return 0;
    }
    return host.connections >= connectionsPerHost
        ? Math.max(host.readyAt, now() + BUSY_NANOS)
        : host.readyAt;
  }

  /** Notes that a request to the host of a URL begins. */
  void begin(CrawlUrl url) {
    Host host = hosts.computeIfAbsent(grouping.groupOf(url), Host::new);
    resting.remove(host);
    host.connections++;
  }

  /** Notes that a request to the host of a URL has ended. */
  void end(CrawlUrl url) {
    String group = grouping.groupOf(url);
    Host host = hosts.get(group);
    if (host == null) {
      throw new IllegalStateException("no request to " + group + " was begun");
    }
    host.connections--;
    host.readyAt = now() + delayNanos;
    if (delayNanos > 0) {
      resting.remove(host);
      resting.add(host);
    } else if (host.connections == 0) {
      hosts.remove(group);
    }
  }

  boolean hasRestingHosts() {
    return !resting.isEmpty();
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
    for (Host first = resting.peek(); first != null; first = resting.peek()) {
      if (first.readyAt > now) {
        return released ? 0 : first.readyAt - now;
      }
      released = true;
      resting.remove();
      if (first.connections == 0) {
        hosts.remove(first.group);
      }
    }
    return released ? 0L : null;
  }

  private static final class Host {

    final String group;
    int connections;
    long readyAt;

    Host(String group) {
      this.group = group;
    }
  }
}
