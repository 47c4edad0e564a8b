package io.dowser.crawler.spring;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.micrometer.DowserMetrics;
import io.dowser.crawler.monitor.CrawlMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/** One crawl of the properties, with its present or last run in this process. Thread-safe. */
final class ConfiguredCrawl {

  /** Longest time that a stop waits; a page sink that hangs is given 20 seconds by the crawl. */
  private static final Duration STOP_TIME = Duration.ofSeconds(25);

  private final String name;
  private final CrawlProperties properties;
  private final CrawlFactory factory;
  private final ObjectProvider<MeterRegistry> registry;
  private final ObjectProvider<CrawlMonitor> monitor;
  private final RunningMark mark;
  private volatile @Nullable Run run; // changed by start alone

  /** A crawl that was started. */
  private record Run(Crawler crawler, CrawlHandle handle, @Nullable DowserMetrics metrics) {

    /** Waits for the end, after which the crawl has committed all that it has visited. */
    void end() {
      try {
        handle.await(STOP_TIME);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      crawler.close();
    }
  }

  ConfiguredCrawl(
      String name,
      CrawlProperties properties,
      CrawlFactory factory,
      ObjectProvider<MeterRegistry> registry,
      ObjectProvider<CrawlMonitor> monitor) {
    this.name = name;
    this.properties = properties;
    this.factory = factory;
    this.registry = registry;
    this.monitor = monitor;
    this.mark = new RunningMark(properties.directory());
  }

  /** Returns whether it starts with the application. */
  boolean isAutoStarted() {
    return properties.autoStart() || mark.isSet();
  }

  Optional<CrawlHandle> handle() {
    return Optional.ofNullable(run).map(Run::handle);
  }

  synchronized CrawlHandle start() {
    Run last = run;
    if (last != null && last.handle.isRunning()) {
      return last.handle;
    }
    if (last != null) {
      forget(last);
    }
    Run next = begin(factory.create(name, properties));
    run = next;
    monitor.ifAvailable(page -> page.watch(next.handle));
    return next.handle;
  }

  private Run begin(Crawler crawler) {
    MeterRegistry meters = registry.getIfUnique();
    DowserMetrics metrics = null;
    try {
      metrics = meters == null ? null : DowserMetrics.bind(crawler, meters);
      crawler.listener(this::unmarkAtTheEnd);
      mark.set();
      return new Run(crawler, crawler.start(), metrics);
    } catch (RuntimeException e) {
      crawler.close();
      if (metrics != null) {
        metrics.close();
      }
      throw e;
    }
  }

  private void forget(Run last) {
    last.crawler.close();
    if (last.metrics != null) {
      last.metrics.close();
    }
    monitor.ifAvailable(page -> page.unwatch(last.handle));
  }

  /** A crawl that was stopped or failed resumes at the next start of the application. */
  private void unmarkAtTheEnd(CrawlEvent event) {
    if (event instanceof CrawlEvent.Finished finished) {
      switch (finished.reason()) {
        case STOPPED, FAILED, ALL_SEEDS_FAILED -> {}
        default -> mark.clear();
      }
    }
  }

  /** Stops the crawl for good. */
  synchronized void stop() {
    mark.clear();
    if (run != null) {
      run.handle.stop();
      run.end();
    }
  }

  /** Requests the end of the crawl, which resumes at the next start of the application. */
  synchronized void requestEnd() {
    if (run != null) {
      run.handle.stop();
    }
  }

  /** Waits for the end that was requested. */
  synchronized void awaitEnd() {
    if (run != null) {
      run.end();
    }
  }
}
