package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.DetachedListener.Overflow;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

@Timeout(60)
class DetachedListenerTest {

  private final EventLog log = new EventLog();
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Semaphore permits = new Semaphore(0);

  /** Takes an event for each permit. */
  private void observe(CrawlEvent event) {
    permits.acquireUninterruptibly();
    log.on(event);
    if (event instanceof CrawlEvent.Finished) {
      finished.countDown();
    }
  }

  private static void crawl(CrawlListener listener) {
    Crawls.run(Crawls.of(Crawls.chain(20), "http://chain.test/0").listener(listener));
  }

  private List<CrawlEvent> crawlWhileItHangs(DetachedListener detached) throws Exception {
    crawl(detached); // ends, though no event was taken
    assertThat(detached.awaitFinished(Duration.ZERO)).isFalse();
    permits.release(1_000);
    assertThat(detached.awaitFinished(Duration.ofMinutes(1))).isTrue();
    return log.all();
  }

  @Test
  void oldestEventsAreDropped() throws Exception {
    var detached = DetachedListener.of(this::observe, 5, Overflow.DROP_OLDEST);

    List<CrawlEvent> events = crawlWhileItHangs(detached);

    assertThat(events).hasSize(6); // one was taken before the queue was full
    assertThat(events.get(0)).isInstanceOf(CrawlEvent.Started.class);
    assertThat(log.visited()).containsExactly(chain(18, 19));
    assertThat(detached.dropped()).isEqualTo(36);
  }

  @Test
  void newestEventsAreDroppedButNotTheEnd() throws Exception {
    var detached = DetachedListener.of(this::observe, 5, Overflow.DROP_NEWEST);

    List<CrawlEvent> events = crawlWhileItHangs(detached);

    assertThat(events).hasSize(6);
    assertThat(log.visited()).containsExactly(chain(0, 1));
    assertThat(events.get(5)).isInstanceOf(CrawlEvent.Finished.class);
    assertThat(detached.dropped()).isEqualTo(36);
  }

  @Test
  void crawlWaitsIfNothingMayBeDropped() throws Exception {
    var detached = DetachedListener.of(this::observe, 2, Overflow.BLOCK);
    try (Crawler crawler =
        Crawls.of(Crawls.chain(20), "http://chain.test/0").listener(detached).build()) {
      CrawlHandle handle = crawler.start();
      permits.release(5);
      while (log.all().size() < 5) {
        Thread.onSpinWait();
      }
      assertThat(handle.isRunning()).isTrue();
      permits.release(1_000);
      finished.await();

      assertThat(log.all()).hasSize(42);
      assertThat(detached.dropped()).isZero();
    }
  }

  @Test
  void listenerThatThrowsDoesNotEndTheCrawl() throws Exception {
    permits.release(1_000);
    crawl(
        DetachedListener.of(
            event -> {
              observe(event);
              throw new IllegalStateException("broken");
            },
            100,
            Overflow.BLOCK));
    finished.await();

    assertThat(log.visited()).hasSize(20);
  }

  @Test
  void threadHasTheNameOfTheCrawl() throws Exception {
    var names = new CopyOnWriteArrayList<String>();
    permits.release(1_000);
    CrawlListener detached =
        DetachedListener.of(
            event -> {
              names.add(Thread.currentThread().getName() + " logs " + MDC.get("crawl"));
              observe(event);
            },
            100,
            Overflow.BLOCK);
    Crawls.run(Crawls.of(Crawls.chain(2), "http://chain.test/0").name("tides").listener(detached));
    finished.await();

    assertThat(names).containsOnly("tides-listener logs tides");
  }

  private static String[] chain(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .mapToObj(i -> "http://chain.test/" + i)
        .toArray(String[]::new);
  }
}
