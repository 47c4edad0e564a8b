package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CrawlLifecycleTest {

  private final InMemoryWeb slow =
      InMemoryWeb.builder()
          .page("http://a.test/", "", "", "/hangs")
          .hanging("http://a.test/hangs")
          .build();

  @RepeatedTest(20)
  void closeBreaksOffWhatHangsAndLeavesNoThread() throws InterruptedException {
    Set<Thread> before = threads();
    Crawler crawler = Crawls.of(slow, "http://a.test/").workers(8).build();
    CrawlHandle handle = crawler.start();
    awaitFlight(handle);

    crawler.close();

    assertThat(handle.isRunning()).isFalse();
    assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
    assertThat(handle.await().statistics().waiting()).isEqualTo(1);
    assertThat(threads()).isSubsetOf(before);
    crawler.close();
  }

  @Test
  void workerThatCannotBeStoppedDoesNotKeepCloseWaiting() throws InterruptedException {
    var stuck = new AtomicBoolean(true);
    var entered = new CountDownLatch(1);
    Crawler crawler =
        Crawls.of(Crawls.chain(2), "http://chain.test/0")
            .scorer(
                page -> {
                  entered.countDown();
                  while (stuck.get()) {
                    Thread.onSpinWait();
                  }
                  return link -> 1;
                })
            .build();
    CrawlHandle handle = crawler.start();
    entered.await();

    crawler.close();

    assertThat(handle.isRunning()).isFalse();
    stuck.set(false);
  }

  @Test
  void closeBeforeStartIsAllowed() {
    Crawls.of(slow, "http://a.test/").build().close();
  }

  @Test
  void fetcherThatTheCallerMadeStaysOpen() {
    InMemoryFetcher fetcher = Crawls.chain(2).fetcher();
    try (Crawler crawler = Crawls.of(slow, "http://chain.test/0").fetcher(fetcher).build()) {
      crawler.run();
    }

    assertThat(fetcher.isClosed()).isFalse();
  }

  @Test
  void interruptedRunStopsTheCrawlAndKeepsTheInterrupt() throws InterruptedException {
    Crawler crawler = Crawls.of(slow, "http://a.test/").build();
    var reason = new AtomicReference<StopReason>();
    var interrupted = new AtomicBoolean();
    var caller =
        new Thread(
            () -> {
              reason.set(crawler.run().stopReason());
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    caller.interrupt();
    caller.join();

    assertThat(reason).hasValue(StopReason.STOPPED);
    assertThat(interrupted).isTrue();
  }

  @Test
  void callersExecutorDoesTheWorkAndIsNotShutDown() {
    ExecutorService executor = Executors.newFixedThreadPool(3);
    try {
      var names = ConcurrentHashMap.<String>newKeySet();
      CrawlReport report =
          Crawls.of(Crawls.chain(10), "http://chain.test/0")
              .executor(executor)
              .scorer(
                  page -> {
                    names.add(Thread.currentThread().getName());
                    return link -> 1;
                  })
              .build()
              .run();

      assertThat(report.statistics().visited()).isEqualTo(10);
      assertThat(names).isNotEmpty().allMatch(name -> name.startsWith("pool-"));
      assertThat(executor.isShutdown()).isFalse();
    } finally {
      executor.shutdownNow();
    }
  }

  /** Unlike other pools, this one does not clear the interrupt of a task itself. */
  @Test
  void closingInterruptsNothingElseOnTheCallersThread() throws Exception {
    var executor = new ForkJoinPool(1);
    try {
      var begun = new CountDownLatch(1);
      Crawler crawler =
          Crawls.of(Crawls.chain(10), "http://chain.test/0")
              .executor(executor)
              .fetcher(
                  request -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    throw new AssertionError("nobody opens it");
                  })
              .build();
      crawler.start();
      begun.await();
      Future<Boolean> next = executor.submit(() -> Thread.currentThread().isInterrupted());
      crawler.close();

      assertThat(next.get()).isFalse();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void executorThatRefusesWorkFailsTheCrawl() {
    CrawlReport report =
        Crawls.of(Crawls.chain(10), "http://chain.test/0")
            .executor(
                task -> {
                  throw new RejectedExecutionException("full");
                })
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FAILED);
    assertThat(report.cause().orElseThrow()).hasMessage("full");
  }

  @Test
  void callersClockStampsTheVisits() {
    Instant time = Instant.parse("2009-09-01T12:00:00Z");
    var log = new EventLog();

    Crawls.of(Crawls.chain(2), "http://chain.test/0")
        .clock(Clock.fixed(time, ZoneOffset.UTC))
        .listener(log)
        .build()
        .run();

    assertThat(log.all(CrawlEvent.Visited.class))
        .allSatisfy(event -> assertThat(event.visit().time()).isEqualTo(time));
  }

  @Test
  void awaitWithALimitComesBackEmpty() throws InterruptedException {
    try (Crawler crawler = Crawls.of(slow, "http://a.test/").build()) {
      assertThat(crawler.start().await(Duration.ofMillis(1))).isEmpty();
    }
  }

  private static void awaitFlight(CrawlHandle handle) {
    while (handle.statistics().visited() < 1 || handle.statistics().inFlight() < 1) {
      Thread.onSpinWait();
    }
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("dowser"))
        .collect(Collectors.toSet());
  }
}
