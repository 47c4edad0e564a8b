package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Hosts whose pending URLs precede those of all others. Immutable. */
public final class PreferredHosts {

  private static final long NEVER = Duration.ofDays(1).toNanos();

  private final List<String> patterns;
  private final Predicate<CrawlUrl> urls;

  private PreferredHosts(List<String> patterns) {
    this.patterns = patterns;
    this.urls =
        patterns.isEmpty()
            ? url -> false
            : Scope.of(patterns.toArray(String[]::new)).around(List.of());
  }

  /**
   * Returns the hosts of patterns.
   *
   * @param patterns see {@link HostRules#pattern}; empty if no host is preferred
   * @throws IllegalArgumentException if one is no pattern of hosts
   */
  public static PreferredHosts of(List<String> patterns) {
    return new PreferredHosts(patterns.stream().map(HostRules::pattern).distinct().toList());
  }

  /** Returns the patterns in the order in which they were added. */
  public List<String> patterns() {
    return patterns;
  }

  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** Returns these and the hosts of another pattern. */
  public PreferredHosts with(String pattern) {
    return of(Stream.concat(patterns.stream(), Stream.of(pattern)).toList());
  }

  /** Returns these without the hosts of a pattern. */
  public PreferredHosts without(String pattern) {
    return of(patterns.stream().filter(each -> !each.equals(pattern)).toList());
  }

  /** Returns a gate through which only these hosts go, at the times of another gate. */
  public HostGate within(HostGate gate) {
    return new HostGate() {
      @Override
      public long now() {
        return gate.now();
      }

      @Override
      public long readyAt(CrawlUrl url) {
        return urls.test(url) ? gate.readyAt(url) : gate.now() + NEVER;
      }
    };
  }
}
