package io.dowser.crawler.langchain4j;

import dev.langchain4j.model.output.TokenUsage;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The spending of a crawl on a language model, and its limits. Thread-safe. */
final class Spending {

  static final double HIGHEST_PRICE = 1_000_000;

  private static final double MILLION = 1_000_000;

  private final Limits limits;
  private long requests;
  private long inputTokens;
  private long outputTokens;

  /** The limits of one crawl, with prices of a million tokens. */
  record Limits(
      long maxRequests, long maxTokens, double inputPrice, double outputPrice, double maxCost) {

    static final Limits NONE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE, 0, 0, Double.MAX_VALUE);

    Limits withRequests(long requests) {
      return new Limits(requests, maxTokens, inputPrice, outputPrice, maxCost);
    }

    Limits withTokens(long tokens) {
      return new Limits(maxRequests, tokens, inputPrice, outputPrice, maxCost);
    }

    Limits withPrices(double input, double output) {
      return new Limits(maxRequests, maxTokens, input, output, maxCost);
    }

    Limits withCost(double cost) {
      return new Limits(maxRequests, maxTokens, inputPrice, outputPrice, cost);
    }

    void requirePrices() {
      if (maxCost < Double.MAX_VALUE && inputPrice + outputPrice == 0) {
        throw new IllegalStateException("maxCost(" + maxCost + ") needs prices, but none were set");
      }
    }
  }

  Spending(Limits limits) {
    this.limits = limits;
  }

  /**
   * Reserves the estimated tokens of a request, unless it would exceed a limit.
   *
   * @return the limit in words, or empty if the request may be sent
   */
  synchronized Optional<String> reserve(long estimate) {
    if (requests >= limits.maxRequests) {
      return Optional.of(requests + " of " + limits.maxRequests + " requests are spent");
    }
    if (inputTokens + outputTokens + estimate > limits.maxTokens) {
      long spent = inputTokens + outputTokens;
      return Optional.of(spent + " of " + limits.maxTokens + " tokens are spent");
    }
    if (cost() + estimate * limits.inputPrice / MILLION > limits.maxCost) {
      return Optional.of(cost() + " of " + limits.maxCost + " are spent");
    }
    requests++;
    inputTokens += estimate;
    return Optional.empty();
  }

  /** Replaces the estimate of a request that was answered, where the model reports its use. */
  synchronized void settle(long estimate, @Nullable TokenUsage usage, long estimatedOutput) {
    @Nullable Integer input = usage == null ? null : usage.inputTokenCount();
    @Nullable Integer output = usage == null ? null : usage.outputTokenCount();
    inputTokens += input == null ? 0 : input - estimate;
    outputTokens += output == null ? estimatedOutput : output;
  }

  synchronized long requests() {
    return requests;
  }

  synchronized long inputTokens() {
    return inputTokens;
  }

  synchronized long outputTokens() {
    return outputTokens;
  }

  synchronized double cost() {
    return (inputTokens * limits.inputPrice + outputTokens * limits.outputPrice) / MILLION;
  }

  synchronized void save(StateWriter out) throws IOException {
    out.section("spending", 1);
    out.writeLong(requests);
    out.writeLong(inputTokens);
    out.writeLong(outputTokens);
  }

  /** Reads over what another crawl has spent. */
  static void skip(StateReader in) throws IOException {
    new Spending(Limits.NONE).restore(in);
  }

  synchronized void restore(StateReader in) throws IOException {
    in.section("spending", 1);
    requests = in.readNumber("requests");
    inputTokens = in.readNumber("input tokens");
    outputTokens = in.readNumber("output tokens");
  }
}
