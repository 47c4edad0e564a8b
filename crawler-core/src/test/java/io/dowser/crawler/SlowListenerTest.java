package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The recipe for slow listeners in {@code docs/operating.md}. */
@Timeout(60)
class SlowListenerTest {

  @Test
  void crawlEndsWhileAListenerBehindAPublisherHangs() {
    var log = new EventLog();
    var permits = new Semaphore(0);
    var events = new SubmissionPublisher<CrawlEvent>();
    CompletableFuture<Void> done =
        events.consume(
            event -> {
              permits.acquireUninterruptibly();
              log.on(event);
            });

    Crawls.run(
        Crawls.of(Crawls.chain(20), "http://chain.test/0")
            .listener(
                event -> {
                  events.offer(event, null);
                  if (event instanceof CrawlEvent.Finished) {
                    events.close();
                  }
                }));

    assertThat(log.all()).isEmpty();
    permits.release(1_000);
    done.join();
    assertThat(log.visited()).hasSize(20);
    assertThat(log.all().get(log.all().size() - 1)).isInstanceOf(CrawlEvent.Finished.class);
  }
}
