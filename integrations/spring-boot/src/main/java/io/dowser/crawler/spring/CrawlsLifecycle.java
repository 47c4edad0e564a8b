package io.dowser.crawler.spring;

import org.springframework.context.SmartLifecycle;

/**
 * Starts crawls when the application has started, and ends them before the application ends: those
 * that start automatically, and those that ran when it ended or was killed.
 */
final class CrawlsLifecycle implements SmartLifecycle {

  private final Crawls crawls;
  private volatile boolean running;

  CrawlsLifecycle(Crawls crawls) {
    this.crawls = crawls;
  }

  @Override
  public void start() {
    running = true;
    crawls.all().stream().filter(ConfiguredCrawl::isAutoStarted).forEach(ConfiguredCrawl::start);
  }

  @Override
  public void stop() {
    crawls.all().forEach(ConfiguredCrawl::requestEnd); // all at once, and then wait
    crawls.all().forEach(ConfiguredCrawl::awaitEnd);
    running = false;
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
