package io.dowser.benchmarks;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Ours, as a host application would set it up: best-first frontier and scorer, judge by topic
 * terms. There is no delay and no bound on the connections to a host, because the loop that it is
 * compared with knows neither.
 */
final class DowserCrawl implements CrawlerUnderTest {

  private static final Topic TOPIC = Topic.of("transaction", "index", "checkpoint", "软件包", "补丁");

  /** The parts of a crawl that outlive it. */
  enum Kept {
    /** Nothing; it lives in memory. */
    NOTHING("dowser", ""),
    /** Its directory. */
    STORE("dowser, store", "0.92"),
    /** Its directory, and its pages in WARC files. */
    STORE_AND_PAGES("dowser, store and WARC", "0.65");

    private final String label;
    private final String target;

    Kept(String label, String target) {
      this.label = label;
      this.target = target;
    }

    /** Returns the share of the rate of a crawl in memory that it should reach, as text. */
    String target() {
      return target;
    }
  }

  private final Kept kept;

  DowserCrawl(Kept kept) {
    this.kept = kept;
  }

  @Override
  public String label() {
    return kept.label;
  }

  @Override
  public FinishedCrawl crawl(CrawlJob job, Consumer<String> visited) {
    Crawler.Builder builder =
        Crawler.builder()
            .seed(job.seed())
            .topic(TOPIC)
            .means(Means.builder().httpClient(job.client()).workers(job.workers()).build())
            .maxPages(job.maxPages())
            .politeness(
                Politeness.builder().connectionsPerHost(job.workers()).delay(Duration.ZERO).build())
            .listener(event -> report(event, visited));
    if (kept == Kept.NOTHING) {
      return crawl(builder);
    }
    try (var directory = new TemporaryDirectory()) {
      return crawl(keep(builder, directory.path()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Crawler.Builder keep(Crawler.Builder builder, Path directory) {
    builder.directory(directory.resolve("crawl"));
    return kept == Kept.STORE
        ? builder
        : builder.persistence(
            Persistence.builder().pageSink(WarcSink.in(directory.resolve("warc"))).build());
  }

  private static FinishedCrawl crawl(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return FinishedCrawl.of(crawler.run().orThrow().statistics().visited());
    }
  }

  private static void report(CrawlEvent event, Consumer<String> visited) {
    if (event instanceof CrawlEvent.Visited page) {
      visited.accept(page.visit().url().toString());
    }
  }
}
