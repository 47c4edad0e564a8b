package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.internal.Checks;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * A host gate on a clock that the test moves, which keeps the promises of a crawl's own gate.
 *
 * <p>A host that is being visited is announced as closed for a long time, and may be visited again
 * one delay after the visit ended. Not thread-safe.
 *
 * <pre>{@code
 * ManualHostGate gate = new ManualHostGate(Duration.ofSeconds(1));
 * Candidate polled = frontier.poll(gate).orElseThrow();
 * gate.visitBegins(polled.url());
 * gate.visitEnds(polled.url());
 * assertThat(gate.isReady(polled.url())).isFalse();
 * gate.advance(Duration.ofSeconds(1));
 * assertThat(gate.isReady(polled.url())).isTrue();
 * }</pre>
 */
public final class ManualHostGate implements HostGate {

  private static final long LONG_TIME = Duration.ofHours(1).toNanos();

  private final long delay;
  private final Map<String, Long> readyAt = new HashMap<>();
  private long now;

  /**
   * Creates a gate with all hosts ready.
   *
   * @param delay between the end of a visit and the next visit to the same host, 0 or more
   * @throws IllegalArgumentException if the delay is negative
   */
  public ManualHostGate(Duration delay) {
    this.delay = Checks.notNegative("delay", delay).toNanos();
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long readyAt(CrawlUrl url) {
    return readyAt.getOrDefault(url.host(), 0L);
  }

  /**
   * Closes a host, because a URL of it was polled.
   *
   * @param url the URL
   */
  public void visitBegins(CrawlUrl url) {
    readyAt.put(url.host(), now + LONG_TIME);
  }

  /**
   * Delays a host once, because the visit to a URL of it ended.
   *
   * @param url the URL
   */
  public void visitEnds(CrawlUrl url) {
    readyAt.put(url.host(), now + delay);
  }

  /**
   * Moves the clock.
   *
   * @param time the time to add, 0 or more
   * @throws IllegalArgumentException if the time is negative
   */
  public void advance(Duration time) {
    now += Checks.notNegative("time", time).toNanos();
  }
}
