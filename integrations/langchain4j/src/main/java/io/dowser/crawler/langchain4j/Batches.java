package io.dowser.crawler.langchain4j;

import io.dowser.crawler.api.CrawlException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Collects the questions of many threads into requests. A question that comes while all requests
 * are in flight shares the next one with others; none waits for a request to fill. Thread-safe.
 *
 * @param <Q> a question
 * @param <A> its answer
 */
final class Batches<Q, A> {

  private final Function<List<Q>, List<A>> request;
  private final int size;
  private final Semaphore permits;
  private final Queue<Question<Q, A>> pending = new ConcurrentLinkedQueue<>();

  private record Question<Q, A>(Q text, CompletableFuture<A> answer) {}

  /**
   * Creates batches.
   *
   * @param request returns the answers to some questions, in their order
   * @param size the most questions of a request
   * @param concurrent the most requests in flight
   */
  Batches(Function<List<Q>, List<A>> request, int size, int concurrent) {
    this.request = request;
    this.size = size;
    this.permits = new Semaphore(concurrent);
  }

  /**
   * Returns the answer to a question.
   *
   * @throws CrawlException if the request failed, or the thread is interrupted, which it stays
   */
  A answer(Q text) {
    Question<Q, A> question = ask(text);
    try {
      return question.answer.get();
    } catch (InterruptedException e) {
      pending.remove(question);
      Thread.currentThread().interrupt();
      throw new CrawlException("interrupted while a model was asked", e);
    } catch (ExecutionException e) {
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new CrawlException("a model could not be asked: " + Texts.failure(cause));
    }
  }

  /** Returns the answer to a question, which comes later. */
  CompletableFuture<A> later(Q text) {
    return ask(text).answer;
  }

  private Question<Q, A> ask(Q text) {
    var question = new Question<Q, A>(text, new CompletableFuture<>());
    pending.add(question);
    if (permits.tryAcquire()) {
      DaemonThreads.start(this::askAll);
    }
    return question;
  }

  /** Asks with a permit until nothing is pending. */
  private void askAll() {
    do {
      for (var batch = next(); !batch.isEmpty(); batch = next()) {
        ask(batch);
      }
      permits.release();
    } while (!pending.isEmpty() && permits.tryAcquire());
  }

  /** Returns the number of questions that no request has taken yet. */
  int pending() {
    return pending.size();
  }

  private List<Question<Q, A>> next() {
    List<Question<Q, A>> batch = new ArrayList<>(size);
    while (batch.size() < size) {
      Question<Q, A> question = pending.poll();
      if (question == null) {
        break;
      }
      batch.add(question);
    }
    return batch;
  }

  @SuppressWarnings("CatchingUnchecked") // whatever it is, the threads that wait get it
  private void ask(List<Question<Q, A>> batch) {
    try {
      List<A> answers = request.apply(batch.stream().map(Question::text).toList());
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).answer.complete(answers.get(i));
      }
    } catch (Throwable e) {
      batch.forEach(question -> question.answer.completeExceptionally(e));
    }
  }
}
