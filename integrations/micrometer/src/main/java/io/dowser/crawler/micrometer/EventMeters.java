package io.dowser.crawler.micrometer;

import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.FetchResult;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Counts the events of one crawl by reason, and times its requests. Thread-safe. */
final class EventMeters implements CrawlListener {

  /** The buckets of the histogram; a percentile histogram would have five times the number. */
  private static final Duration[] BUCKETS =
      Stream.of(50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000)
          .map(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final List<Tag> tags;
  private boolean closed;

  EventMeters(MeterRegistry registry, List<Tag> tags) {
    this.registry = registry;
    this.tags = tags;
  }

  @Override
  public synchronized void on(CrawlEvent event) {
    if (closed) {
      return;
    }
    if (event instanceof CrawlEvent.RequestEnded request) {
      requests(outcome(request.result())).record(request.elapsed());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      failed(failed.failure().reason(), failed.willRetry());
    } else if (event instanceof CrawlEvent.Visited visited) {
      visited.visit().irrelevance().ifPresent(this::irrelevant);
    } else if (event instanceof CrawlEvent.Dropped dropped) {
      count("urls.dropped", "URLs that were not fetched", "reason", dropped.reason());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      count("plugin.failures", "failures of plugins", "plugin", failed.kind());
    }
  }

  private void irrelevant(Irrelevance reason) {
    count("pages.irrelevant", "visited pages that were not judged", "reason", reason);
  }

  private void failed(Enum<?> reason, boolean willRetry) {
    if (willRetry) {
      count("retries", "failed requests that are made again", "reason", reason);
    } else {
      count("failures", "failed requests that are not made again", "reason", reason);
    }
  }

  /** Ends the counting; returns false if it had ended before. */
  synchronized boolean close() {
    boolean ends = !closed;
    closed = true;
    return ends;
  }

  private Timer requests(String outcome) {
    return Timer.builder("dowser.requests")
        .description("requests for pages")
        .tags(tags)
        .tag("outcome", outcome)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  private void count(String name, String what, String tag, Enum<?> reason) {
    Counter.builder("dowser." + name)
        .description(what)
        .tags(tags)
        .tag(tag, word(reason))
        .register(registry)
        .increment();
  }

  private static String outcome(FetchResult result) {
    if (result instanceof FetchResult.Failed failed) {
      return word(failed.reason());
    }
    if (result instanceof FetchResult.Redirect) {
      return "redirect";
    }
    return result instanceof FetchResult.NotModified ? "not_modified" : "page";
  }

  private static String word(Enum<?> reason) {
    return reason.name().toLowerCase(Locale.ROOT);
  }
}
