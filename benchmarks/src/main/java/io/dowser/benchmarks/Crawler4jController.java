package io.dowser.benchmarks;

import edu.uci.ics.crawler4j.crawler.CrawlConfig;
import edu.uci.ics.crawler4j.crawler.CrawlController;
import edu.uci.ics.crawler4j.fetcher.PageFetcher;
import edu.uci.ics.crawler4j.parser.Parser;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtConfig;
import edu.uci.ics.crawler4j.robotstxt.RobotstxtServer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A controller of crawler4j that can be ended completely. */
final class Crawler4jController extends CrawlController {

  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final long SHORT_WAIT = 10_000_000; // nanoseconds

  private Crawler4jController(CrawlConfig config, PageFetcher fetcher, Parser parser)
      throws Exception {
    super(config, fetcher, parser, new RobotstxtServer(new RobotstxtConfig(), fetcher));
  }

  /**
   * Creates one with an empty queue.
   *
   * @param port the loopback port of the server of all hosts
   * @param languages whether it names the language of each page, as it does by default
   */
  static Crawler4jController create(CrawlConfig config, int port, boolean languages) {
    try {
      Parser parser = languages ? new Parser(config) : new Crawler4jParser(config);
      return new Crawler4jController(config, new Crawler4jFetcher(config, port), parser);
    } catch (Exception e) { // it declares no other
      throw new IllegalStateException("crawler4j could not be set up", e);
    }
  }

  /** Stops all threads and returns when the files of the queue are closed. */
  void end() {
    shutdown();
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    while (!isFinished() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(SHORT_WAIT);
    }
    // the thread that closes the files holds the lock until it has done so
    synchronized (waitingLock) {
      if (!isFinished()) {
        throw new IllegalStateException("crawler4j did not end within " + LONGEST_END);
      }
    }
  }
}
