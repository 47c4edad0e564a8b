package io.dowser.crawler.testkit;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Writes a line for each visit, and blocks at the last one until it is killed. */
final class WritingListener implements CrawlListener {

  private final OutputStream log;
  private final long last;

  WritingListener(OutputStream log, long last) {
    this.log = log;
    this.last = last;
  }

  /** In one write, so that what a killed process leaves is whole lines. */
  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      try {
        log.write((SeenVisits.line(visited.visit()) + "\n").getBytes(StandardCharsets.UTF_8));
        if (visited.visit().number() >= last) {
          new CountDownLatch(1).await();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException("not killed, but interrupted", e);
      }
    }
  }
}
