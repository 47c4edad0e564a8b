package io.dowser.crawler.browser;

import io.dowser.crawler.api.CrawlUrl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The hosts on whose pages a browser has failed lately, and that get no browser for a while: ten
 * times as long as the failure took, twice as long after each further one in a row. So pages of a
 * host that hang take at most a tenth of the time of one browser. Thread-safe.
 */
final class CoolingHosts {

  private static final int FACTOR = 10;
  private static final int MOST_DOUBLINGS = 10;
  private static final long LONGEST = Duration.ofHours(1).toNanos();
  private static final int MOST_HOSTS = 10_000;

  private final LongSupplier nanoClock;
  private final Map<String, CoolDown> hosts = new LinkedHashMap<>();

  private record CoolDown(int failures, long until) {}

  CoolingHosts(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** Returns whether no page of a URL's host is to be rendered now. */
  synchronized boolean isCoolingDown(CrawlUrl url) {
    CoolDown coolDown = hosts.get(url.host());
    return coolDown != null && coolDown.until - nanoClock.getAsLong() > 0;
  }

  /** Records that a browser has failed on a page after some time. */
  synchronized void failed(CrawlUrl url, long nanos) {
    CoolDown before = hosts.remove(url.host());
    int failures = before == null ? 0 : before.failures;
    double nanosOff = Math.scalb((double) FACTOR * nanos, Math.min(failures, MOST_DOUBLINGS));
    long until = nanoClock.getAsLong() + (long) Math.min((double) LONGEST, nanosOff);
    hosts.put(url.host(), new CoolDown(failures + 1, until));
    if (hosts.size() > MOST_HOSTS) {
      hosts.remove(hosts.keySet().iterator().next());
    }
  }

  /** Records that a page was rendered; a delay that another page has caused stays. */
  synchronized void succeeded(CrawlUrl url) {
    hosts.computeIfPresent(
        url.host(),
        (host, coolDown) -> isCoolingDown(url) ? new CoolDown(0, coolDown.until) : null);
  }
}
