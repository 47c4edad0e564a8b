package io.dowser.crawler.langchain4j;

import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.ModelNotFoundException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.langchain4j.LlmJudge.Answer;
import io.dowser.crawler.langchain4j.LlmJudge.Fallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** Sends questions to a language model within time and limits. Thread-safe. */
final class ModelRequests {

  /** Of one line about a page, if the model does not report it. */
  private static final int OUTPUT_TOKENS = 50;

  private final ChatModel model;
  private final Prompt prompt;
  private final Duration timeout;
  private final Spending spending;
  private final FailurePause pause;
  private final AtomicLong malformed = new AtomicLong();

  ModelRequests(
      ChatModel model, Prompt prompt, Duration timeout, FailurePause pause, Spending spending) {
    this.model = model;
    this.prompt = prompt;
    this.timeout = timeout;
    this.pause = pause;
    this.spending = spending;
  }

  Spending spending() {
    return spending;
  }

  /** Returns the number of answers that could not be read. */
  long malformed() {
    return malformed.get();
  }

  /** Returns a reply for each page, in their order, within twice the timeout. */
  List<Reply> send(List<String> pages) {
    return send(pages, timeout);
  }

  private List<Reply> send(List<String> pages, Duration atMost) {
    if (!pause.isOver()) {
      return none(pages, Fallback.PAUSED, "the last requests have failed");
    }
    long estimate = prompt.estimatedTokens(pages);
    Optional<String> limit = spending.reserve(estimate);
    if (limit.isPresent()) {
      return none(pages, Fallback.LIMIT_REACHED, limit.get());
    }
    try {
      ChatResponse response = DaemonThreads.within(atMost, () -> model.chat(prompt.request(pages)));
      pause.succeeded();
      spending.settle(estimate, response.tokenUsage(), (long) OUTPUT_TOKENS * pages.size());
      return read(Objects.requireNonNullElse(response.aiMessage().text(), ""), pages);
    } catch (TimeoutException e) {
      pause.failed();
      spending.settle(estimate, null, (long) OUTPUT_TOKENS * pages.size()); // it may still be made
      return none(pages, Fallback.TIMED_OUT, "no response within " + Durations.text(atMost));
    } catch (ExecutionException e) {
      String why = failure(e);
      pause.failed();
      return none(pages, Fallback.FAILED, why);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CrawlException("interrupted while a model was asked", e);
    }
  }

  /** Returns the reason why the model failed; throws an error of the program. */
  private static String failure(ExecutionException failed) {
    Throwable cause = Objects.requireNonNullElse(failed.getCause(), failed);
    if (cause instanceof AuthenticationException
        || cause instanceof ModelNotFoundException
        || cause instanceof UnsupportedFeatureException
        || cause instanceof Error) {
      throw new CrawlException("the language model refuses the program: " + Texts.failure(cause));
    }
    return Texts.failure(cause);
  }

  /** Asks about each page alone if the answer about several cannot be read. */
  private List<Reply> read(String text, List<String> pages) {
    Optional<List<Answer>> answers = Prompt.read(text, pages.size());
    if (answers.isPresent()) {
      return answers.get().stream().<Reply>map(one -> new Reply.Answered(one, false)).toList();
    }
    malformed.incrementAndGet();
    return pages.size() == 1
        ? none(pages, Fallback.MALFORMED, "the answer was '" + Texts.start(text, 200) + "'")
        : oneByOne(pages);
  }

  private List<Reply> oneByOne(List<String> pages) {
    long end = System.nanoTime() + timeout.toNanos();
    var replies = new ArrayList<Reply>(pages.size());
    for (String page : pages) {
      var left = Duration.ofNanos(end - System.nanoTime());
      List<String> alone = List.of(page);
      replies.addAll(
          left.isNegative()
              ? none(
                  alone, Fallback.TIMED_OUT, "no time is left after an answer about several pages")
              : send(alone, left));
    }
    return replies;
  }

  private static List<Reply> none(List<String> pages, Fallback cause, String detail) {
    return Collections.nCopies(pages.size(), new Reply.Missing(cause, detail));
  }
}
