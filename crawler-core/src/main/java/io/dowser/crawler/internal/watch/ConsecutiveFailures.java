package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PluginKind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the consecutive failures of each kind of plugin, and ends the crawl if there are too many.
 * Confined to the engine thread.
 */
public final class ConsecutiveFailures {

  private static final Set<PluginKind> PAGE_KINDS =
      EnumSet.of(
          PluginKind.FETCHER,
          PluginKind.PAGE_ANALYZER,
          PluginKind.RELEVANCE_JUDGE,
          PluginKind.LINK_SCORER,
          PluginKind.LINK_POLICY);

  private final int max;
  private final Events events;
  private final Map<PluginKind, Failures> failures = new EnumMap<>(PluginKind.class);
  private final Set<PluginKind> worked = EnumSet.noneOf(PluginKind.class);

  private record Failures(int number, PluginFailure last) {

    CrawlException exception() {
      String pages = number == 1 ? "a page" : number + " pages in a row";
      return new CrawlException(
          "the " + last.kind() + " " + last.plugin() + " failed on " + pages + ": " + last.cause(),
          last.cause());
    }
  }

  public ConsecutiveFailures(int max, Events events) {
    this.max = max;
    this.events = events;
  }

  /** Publishes and counts the failures on a page on which all other plugins have worked. */
  public void visited(CrawlUrl url, List<PluginFailure> failed) {
    var working = EnumSet.copyOf(PAGE_KINDS);
    failed.forEach(failure -> working.remove(failure.kind()));
    working.forEach(this::end);
    report(url, failed);
  }

  /** Publishes all failures on a page, then counts them, and throws if they are too many. */
  public void report(CrawlUrl url, List<PluginFailure> failed) {
    for (PluginFailure failure : failed) {
      events.publish(
          new CrawlEvent.PluginFailed(failure.kind(), failure.plugin(), url, failure.cause()));
    }
    failed.forEach(this::count);
  }

  private void count(PluginFailure failure) {
    Failures before = failures.get(failure.kind());
    var now = new Failures(before == null ? 1 : before.number + 1, failure);
    failures.put(failure.kind(), now);
    if (now.number >= max) {
      throw now.exception();
    }
  }

  /** Records that a plugin has worked. */
  public void end(PluginKind kind) {
    failures.remove(kind);
    worked.add(kind);
  }

  /** Throws if a plugin has failed and never worked: such a crawl has not succeeded. */
  public void throwIfOneNeverWorked() {
    for (Failures each : failures.values()) {
      if (!worked.contains(each.last.kind())) {
        throw each.exception();
      }
    }
  }
}
