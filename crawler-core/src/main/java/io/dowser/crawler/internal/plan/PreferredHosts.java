package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.url.Scope;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Hosts whose pending URLs precede those of all others. Immutable. */
public final class PreferredHosts {

  private static final Pattern WHOLE_HOST = Pattern.compile("[^/]+/");
  private static final long NEVER = Duration.ofDays(1).toNanos();

  private final List<String> patterns;
  private final Predicate<CrawlUrl> urls;

  private PreferredHosts(List<String> patterns) {
    this.patterns = List.copyOf(patterns);
    this.urls =
        patterns.isEmpty()
            ? url -> false
            : Scope.of(patterns.toArray(String[]::new)).around(List.of());
  }

  /**
   * Returns the hosts of patterns.
   *
   * @param patterns see {@link #pattern}; empty if no host is preferred
   */
  public static PreferredHosts of(List<String> patterns) {
    return new PreferredHosts(patterns);
  }

  /**
   * Returns the canonical pattern of a host.
   *
   * @param text a host with or without a port, or {@code *.} and a host
   * @throws IllegalArgumentException if it is none
   */
  public static String pattern(String text) {
    String pattern = Scope.pattern(text);
    if (!WHOLE_HOST.matcher(pattern).matches()) {
      throw new IllegalArgumentException(
          "a preferred host must be such as 'www.example.org', 'localhost:8080' or"
              + " '*.example.org', but was '"
              + text
              + "'");
    }
    return pattern;
  }

  /** Returns the patterns in the order in which they were added. */
  public List<String> patterns() {
    return patterns;
  }

  /** Returns these and the hosts of another pattern. */
  public PreferredHosts with(String pattern) {
    return of(Stream.concat(patterns.stream(), Stream.of(pattern)).distinct().toList());
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
