package io.dowser.benchmarks;

import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * crawler4j, as a host application would set it up: breadth-first, robots.txt read, no delay, its
 * queue in a directory. It takes text and links of each page, and scores nothing.
 *
 * <p>It notices the end of a crawl by looking once a second, and then waits for its threads. So the
 * crawl counts as finished with the last of the wanted pages, and the end is left for later.
 */
final class Crawler4jCrawl implements CrawlerUnderTest {

  /** The interval at which to check whether the crawl has run out of pages before its limit. */
  private static final long LOOK_MILLIS = 100;

  private final boolean languages;

  /**
   * Creates one.
   *
   * @param languages whether it names the language of each page, as it does by default
   */
  Crawler4jCrawl(boolean languages) {
    this.languages = languages;
  }

  @Override
  public String label() {
    return languages ? "crawler4j" : "crawler4j, no language";
  }

  @Override
  public FinishedCrawl crawl(CrawlJob job, Consumer<String> visited) {
    try {
      var directory = new TemporaryDirectory();
      CrawlConfig config = config(directory.path(), job);
      var controller = Crawler4jController.create(config, job.port(), languages);
      var pages = new DistinctPages(job.maxPages(), visited);
      controller.addSeed(job.seed());
      controller.startNonBlocking(() -> new Crawler4jVisitor(pages), job.workers());
      return finished(pages, controller, () -> end(controller, directory));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static FinishedCrawl finished(
      DistinctPages pages, Crawler4jController controller, Runnable end) {
    try {
      boolean over = false;
      while (!over) {
        over = pages.await(LOOK_MILLIS) || controller.isFinished();
      }
      return new FinishedCrawl(pages.count(), end);
    } catch (IllegalStateException e) {
      end.run();
      throw e;
    }
  }

  private static CrawlConfig config(Path directory, CrawlJob job) {
    var config = new CrawlConfig();
    config.setCrawlStorageFolder(directory.toString());
    config.setPolitenessDelay(0);
    config.setMaxConnectionsPerHost(job.workers());
    config.setMaxTotalConnections(SiteClient.CONNECTIONS);
    config.setThreadMonitoringDelaySeconds(1); // with 0 it would look without end
    config.setThreadShutdownDelaySeconds(0);
    config.setCleanupDelaySeconds(1); // with 0 a thread may find its files closed
    return config;
  }

  private static void end(Crawler4jController controller, TemporaryDirectory directory) {
    controller.end();
    try {
      directory.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
