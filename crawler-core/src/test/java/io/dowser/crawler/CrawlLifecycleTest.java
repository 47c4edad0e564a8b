package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.archive.WarcSink;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.InetAddress;
import java.nio.file.Path;
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
import java.util.stream.Stream;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class CrawlLifecycleTest {

  @TempDir Path directory;

  private final InMemoryWeb slow =
      InMemoryWeb.builder()
          .page("http://a.test/", "", "", "/hangs")
          .hanging("http://a.test/hangs")
          .build();

  @RepeatedTest(20)
  void closeIsAbortedWhatHangsAndLeavesNoThread() throws InterruptedException {
    Set<Thread> before = threads();
    Crawler crawler =
        Crawls.of(slow, "http://a.test/").means(Means.builder().workers(8).build()).build();
    CrawlHandle handle = crawler.start();
    awaitFetchTask(handle);

    crawler.close();

    assertThat(handle.isRunning()).isFalse();
    assertThat(handle.await().stopReason()).isEqualTo(StopReason.STOPPED);
    assertThat(handle.await().statistics().pending()).isEqualTo(1);
    assertThat(threads()).isSubsetOf(before);
    crawler.close();
  }

  @Test
  void workerThatCannotBeStoppedDoesNotKeepClosePending() throws InterruptedException {
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

  /** The bound is a promise of {@link Crawler#close}, so here a test does look at the clock. */
  @ParameterizedTest
  @EnumSource(Silence.class)
  void closeKeepsItsTimeWhileTheServerNeverAnswers(Silence silence) throws Exception {
    try (MockWebServer server = hanging(silence)) {
      Crawler crawler = kept(server).build();
      CrawlHandle handle = crawler.start();
      server.takeRequest();
      server.takeRequest();

      long start = System.nanoTime();
      crawler.close();
      Duration taken = Duration.ofNanos(System.nanoTime() - start);

      assertThat(taken)
          .as("time that close() took; Crawler.CLOSE_TIME promises that it is enough")
          .isLessThan(Crawler.CLOSE_TIME);
      assertThat(handle.isRunning()).isFalse();
    }
  }

  @Test
  void allThreadsOfACrawlAreDaemons() throws Exception {
    try (MockWebServer server = hanging(Silence.BEFORE_THE_ANSWER)) {
      Set<Thread> before = Thread.getAllStackTraces().keySet();
      try (Crawler crawler = kept(server).build()) {
        crawler.start();
        server.takeRequest();
        server.takeRequest();

        Set<Thread> begun = begunSince(before);
        while (names(begun).noneMatch("dowser-store"::equals)) { // it begins with the first commit
          begun = begunSince(before);
        }

        assertThat(names(begun))
            .contains("dowser-crawl", "dowser-fetch-watch", "dowser-pages", "dowser-worker");
        assertThat(begun).allMatch(Thread::isDaemon, "a daemon");
      }
    }
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
              .means(Means.builder().executor(executor).build())
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

  @Test
  void virtualThreadsDoTheWorkIfTheCallersExecutorMakesThem() throws Throwable {
    assumeTrue(Runtime.version().feature() >= 21, "virtual threads need Java 21 or newer");
    var lookup = MethodHandles.publicLookup(); // this compiles for Java 17, which has none
    MethodHandle isVirtual =
        lookup.findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    var executor =
        (ExecutorService)
            lookup
                .findStatic(
                    Executors.class,
                    "newVirtualThreadPerTaskExecutor",
                    MethodType.methodType(ExecutorService.class))
                .invoke();
    try {
      var workers = ConcurrentHashMap.<Thread>newKeySet();
      CrawlReport report =
          Crawls.of(Crawls.chain(10), "http://chain.test/0")
              .means(Means.builder().executor(executor).build())
              .scorer(
                  page -> {
                    workers.add(Thread.currentThread());
                    return link -> 1;
                  })
              .build()
              .run();

      assertThat(report.statistics().visited()).isEqualTo(10);
      assertThat(workers).isNotEmpty();
      for (Thread worker : workers) {
        assertThat((boolean) isVirtual.invokeExact(worker)).as("is %s virtual", worker).isTrue();
      }
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
              .means(Means.builder().executor(executor).build())
              .fetcher(
                  request -> {
                    begun.countDown();
                    new CountDownLatch(1).await();
                    throw new AssertionError("it is never opened");
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
            .means(
                Means.builder()
                    .executor(
                        task -> {
                          throw new RejectedExecutionException("full");
                        })
                    .build())
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
        .means(Means.builder().clock(Clock.fixed(time, ZoneOffset.UTC)).build())
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

  /** A crawl of a server on loopback, with everything that has a separate thread. */
  private Crawler.Builder kept(MockWebServer server) {
    return Crawler.builder()
        .seed(server.url("/").toString())
        .topic(Crawls.TOPIC)
        .politeness(
            Crawls.HASTY.toBuilder()
                .robots(RobotsPolicy.IGNORE)
                .addressRules(AddressRules.publicAnd("127.0.0.1"))
                .build())
        .directory(directory.resolve("crawl"))
        .persistence(
            Persistence.builder().pageSink(WarcSink.in(directory.resolve("warc"))).build());
  }

  private static MockResponse.Builder html(String body) {
    return new MockResponse.Builder().addHeader("Content-Type", "text/html").body(body);
  }

  /** A server with one page, whose link is never answered in full. */
  private static MockWebServer hanging(Silence silence) throws IOException {
    var server = new MockWebServer();
    server.enqueue(html("<a href=/next>next</a>").build());
    server.enqueue(silence.answer());
    server.start(InetAddress.getLoopbackAddress(), 0);
    return server;
  }

  /** When a server stops to send. */
  private enum Silence {
    BEFORE_THE_ANSWER,
    WITHIN_THE_PAGE;

    MockResponse answer() {
      return this == BEFORE_THE_ANSWER
          ? html("page").onResponseStart(SocketEffect.Stall.INSTANCE).build()
          : html("page").onResponseBody(SocketEffect.Stall.INSTANCE).build();
    }
  }

  private static void awaitFetchTask(CrawlHandle handle) {
    while (handle.statistics().visited() < 1 || handle.statistics().inFlight() < 1) {
      Thread.onSpinWait();
    }
  }

  /** All threads but those that were there before, and those of the server. */
  private static Set<Thread> begunSince(Set<Thread> before) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread))
        .filter(thread -> !thread.getName().startsWith("MockWebServer"))
        .collect(Collectors.toSet());
  }

  private static Stream<String> names(Set<Thread> threads) {
    return threads.stream().map(Thread::getName);
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("dowser"))
        .collect(Collectors.toSet());
  }
}
