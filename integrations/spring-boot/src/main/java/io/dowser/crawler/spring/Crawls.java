package io.dowser.crawler.spring;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.monitor.CrawlMonitor;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;

/**
 * The crawls below {@code dowser.crawls}, a bean to inject. Thread-safe.
 *
 * <p>A crawl that runs when the application ends is stopped, and resumes at the next start of the
 * application, where it was, if it has a directory; so does one that was killed with the
 * application.
 *
 * <pre>{@code
 * CrawlHandle tides = crawls.start("tides");
 * }</pre>
 */
public final class Crawls {

  private final Map<String, ConfiguredCrawl> all = new TreeMap<>();

  Crawls(
      DowserProperties properties,
      CrawlFactory factory,
      ObjectProvider<MeterRegistry> registry,
      ObjectProvider<CrawlMonitor> monitor) {
    properties
        .crawls()
        .forEach(
            (name, own) -> {
              var each = CrawlProperties.of(name, properties.defaults(), own);
              all.put(name, new ConfiguredCrawl(name, each, factory, registry, monitor));
            });
  }

  /** {@return the names of the crawls, sorted and unmodifiable} */
  public Set<String> names() {
    return Collections.unmodifiableSet(all.keySet());
  }

  /**
   * Starts a crawl in the background, or resumes it where it was if it has a directory. Does
   * nothing if it runs.
   *
   * @param name its name
   * @return its handle
   * @throws IllegalArgumentException if there is no such crawl, or a bean has settings
   * @throws io.dowser.crawler.api.CrawlException if it cannot be built, see {@link
   *     io.dowser.crawler.Crawler.Builder#build}
   */
  public CrawlHandle start(String name) {
    return crawl(name).start();
  }

  /**
   * Stops a crawl, and waits for its end, 25 seconds at most. It does not resume by itself. Does
   * nothing if it does not run.
   *
   * @param name its name
   * @throws IllegalArgumentException if there is no such crawl
   */
  public void stop(String name) {
    crawl(name).stop();
  }

  /**
   * {@return the handle of a crawl that runs, or of its last run since the start of the
   * application; empty if there was none}
   *
   * @param name its name
   * @throws IllegalArgumentException if there is no such crawl
   */
  public Optional<CrawlHandle> handle(String name) {
    return crawl(name).handle();
  }

  /** Returns the state of each crawl in one word, or why it ended. */
  Map<String, String> conditions() {
    Map<String, String> conditions = new TreeMap<>();
    all.forEach(
        (name, crawl) -> {
          CrawlState state = CrawlState.of(crawl.handle());
          String reason = state.stopReason();
          conditions.put(name, reason == null ? state.state() : reason.toLowerCase(Locale.ROOT));
        });
    return conditions;
  }

  /** Returns whether the last run of a crawl has failed. */
  boolean haveFailed() {
    return all.values().stream()
        .flatMap(crawl -> crawl.handle().stream())
        .flatMap(handle -> CrawlState.report(handle).stream())
        .anyMatch(report -> !report.isSuccess());
  }

  Collection<ConfiguredCrawl> all() {
    return all.values();
  }

  private ConfiguredCrawl crawl(String name) {
    ConfiguredCrawl crawl = all.get(name);
    if (crawl == null) {
      throw new IllegalArgumentException(
          "there is no crawl '" + name + "' below dowser.crawls, which has " + all.keySet());
    }
    return crawl;
  }
}
