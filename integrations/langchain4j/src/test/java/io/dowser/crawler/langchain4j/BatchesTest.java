package io.dowser.crawler.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BatchesTest {

  private static final int QUESTIONS = 9;

  @Test
  void questionsThatComeDuringARequestShareTheNextOnes() throws Exception {
    var begun = new CountDownLatch(1);
    var first = new CountDownLatch(1);
    List<List<Integer>> requests = new ArrayList<>();
    var batches =
        new Batches<Integer, Integer>(
            some -> {
              requests.add(some);
              begun.countDown();
              await(first);
              return some.stream().map(each -> each * each).toList();
            },
            4,
            1);
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Integer>> answers = new ArrayList<>();
      answers.add(threads.submit(() -> batches.answer(0)));
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
      for (int i = 1; i < QUESTIONS; i++) {
        int number = i;
        answers.add(threads.submit(() -> batches.answer(number)));
      }
      awaitPending(batches, QUESTIONS - 1);
      first.countDown();
      for (int i = 0; i < QUESTIONS; i++) {
        assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i * i);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(requests.stream().map(List::size)).containsExactly(1, 4, 4);
  }

  @Test
  void requestsInFlightStayBelowTheBound() throws Exception {
    var inFlight = new AtomicInteger();
    var most = new AtomicInteger();
    var batches =
        new Batches<Integer, Integer>(
            some -> {
              most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              inFlight.decrementAndGet();
              return some;
            },
            2,
            3);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Future<Integer>> answers =
          IntStream.range(0, 2_000).mapToObj(i -> threads.submit(() -> batches.answer(i))).toList();
      for (int i = 0; i < answers.size(); i++) {
        assertThat(answers.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void failureReachesAllThatShareTheRequestAndTheNextOneIsSent() {
    var batches =
        new Batches<String, String>(
            some -> {
              if (some.contains("bad")) {
                throw new LinkageError("no such class");
              }
              return some;
            },
            4,
            1);

    assertThatThrownBy(() -> batches.answer("bad"))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("no such class");
    assertThat(batches.answer("good")).isEqualTo("good");
  }

  @Test
  void interruptedThreadLeavesAndStaysInterrupted() {
    var hang = new CompletableFuture<List<String>>();
    var batches = new Batches<String, String>(some -> hang.join(), 1, 1);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> batches.answer("x"))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("interrupted");
    assertThat(Thread.interrupted()).isTrue();
    hang.complete(List.of("y"));
    assertThat(batches.answer("x")).isEqualTo("y");
  }

  private static void awaitPending(Batches<?, ?> batches, int count) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (batches.pending() < count && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(batches.pending()).isEqualTo(count);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
