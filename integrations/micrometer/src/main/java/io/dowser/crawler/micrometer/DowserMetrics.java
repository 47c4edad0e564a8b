package io.dowser.crawler.micrometer;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlStatistics.Stall;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Publishes the metrics of one crawl in a registry, from before its start until {@link #close}.
 * Thread-safe.
 *
 * <p>All meters have the tag {@value #CRAWL} with the name of the crawl, see {@link
 * io.dowser.crawler.Means.Builder#name}. Other tags have values from small sets, never hosts or
 * URLs. A registry holds {@value #MOST_CRAWLS} crawls at a time.
 *
 * <pre>{@code
 * try (Crawler crawler = builder.means(Means.builder().name("tides").build()).build();
 *     DowserMetrics metrics = DowserMetrics.bind(crawler, registry)) {
 *   crawler.run();
 * }
 * }</pre>
 */
public final class DowserMetrics implements AutoCloseable {

  /** The number of crawls whose metrics can be in one registry at the same time. */
  public static final int MOST_CRAWLS = 100;

  static final String CRAWL = "crawl";

  private static final String PREFIX = "dowser.";
  private static final String PENDING = "dowser.urls.pending";

  private final Crawler crawler;
  private final MeterRegistry registry;
  private final List<Tag> tags;
  private final EventMeters events;

  private DowserMetrics(Crawler crawler, MeterRegistry registry, String name) {
    this.crawler = crawler;
    this.registry = registry;
    this.tags = List.of(Tag.of(CRAWL, name));
    this.events = new EventMeters(registry, tags);
  }

  /**
   * Publishes the metrics of a crawl that has not started. Counts of a crawl that resumes include
   * those of its earlier runs; times and failures are of this run. The registry refers to the crawl
   * weakly, so keep a reference to it, or its meters stop changing.
   *
   * @param crawler a crawl that has not started
   * @param registry the registry of the meters
   * @return an object that removes the meters when it is closed
   * @throws io.dowser.crawler.api.CrawlException if the crawl was started or closed before
   * @throws IllegalStateException if the registry has meters of a crawl of the same name, or of
   *     {@value #MOST_CRAWLS} others, that are not removed
   */
  public static DowserMetrics bind(Crawler crawler, MeterRegistry registry) {
    String name = crawler.statistics().name();
    requireRoom(name, registry);
    var metrics = new DowserMetrics(crawler, registry, name);
    crawler.listener(metrics.events);
    metrics.bindStatistics();
    return metrics;
  }

  private static void requireRoom(String name, MeterRegistry registry) {
    Set<String> names =
        registry.find(PENDING).gauges().stream()
            .map(gauge -> String.valueOf(gauge.getId().getTag(CRAWL)))
            .collect(Collectors.toSet());
    if (names.contains(name)) {
      throw new IllegalStateException(
          "the registry has meters of a crawl named '"
              + name
              + "'; close its metrics first, or give this crawl another name");
    }
    if (names.size() >= MOST_CRAWLS) {
      throw new IllegalStateException(
          "the registry has meters of "
              + MOST_CRAWLS
              + " crawls, so that there is no room for '"
              + name
              + "'; close the metrics of crawls that have ended");
    }
  }

  private void bindStatistics() {
    count("pages", "visited pages", CrawlStatistics::visited);
    count("pages.bytes", "decoded bytes of the visited pages", CrawlStatistics::bytes);
    gauge("pages.relevant", "visited pages that are relevant", CrawlStatistics::relevant);
    gauge("harvest.rate", "relevant share of last pages", CrawlStatistics::windowedHarvestRate);
    gauge("urls.pending", "URLs in the frontier", CrawlStatistics::pending);
    gauge("urls.known", "distinct URLs seen so far", CrawlStatistics::known);
    gauge("urls.active", "URLs being fetched or analysed", CrawlStatistics::inFlight);
    gauge("analyses.queued", "pages to analyse", all -> all.load().queuedAnalyses());
    hosts("delayed", Stall::delayed);
    hosts("robots_pending", Stall::askingRobots);
    hosts("backing_off", Stall::backingOff);
    hosts("suspended", Stall::suspended);
    hosts("given_up", Stall::givenUp);
    FunctionTimer.builder(
            PREFIX + "commits",
            crawler,
            each -> each.statistics().load().commits(),
            each -> each.statistics().load().commitTime().toNanos(),
            TimeUnit.NANOSECONDS)
        .description("commits to the crawl's directory")
        .tags(tags)
        .register(registry);
  }

  private void count(String name, String what, ToDoubleFunction<CrawlStatistics> value) {
    FunctionCounter.builder(PREFIX + name, crawler, each -> value.applyAsDouble(each.statistics()))
        .description(what)
        .tags(tags)
        .register(registry);
  }

  private void gauge(String name, String what, ToDoubleFunction<CrawlStatistics> value) {
    gauge(name, what, tags, value);
  }

  private void hosts(String state, ToDoubleFunction<Stall> value) {
    List<Tag> withState = List.of(tags.get(0), Tag.of("state", state));
    gauge("hosts", "hosts", withState, all -> value.applyAsDouble(all.stall()));
  }

  private void gauge(
      String name, String what, List<Tag> all, ToDoubleFunction<CrawlStatistics> value) {
    Gauge.builder(PREFIX + name, crawler, each -> value.applyAsDouble(each.statistics()))
        .description(what)
        .tags(all)
        .register(registry);
  }

  /** Removes the meters of the crawl, which may still run. Does nothing the second time. */
  @Override
  public void close() {
    if (events.close()) {
      registry.getMeters().stream().map(Meter::getId).filter(this::isOwn).forEach(registry::remove);
    }
  }

  private boolean isOwn(Meter.Id id) {
    return id.getName().startsWith(PREFIX) && id.getTags().containsAll(tags);
  }
}
