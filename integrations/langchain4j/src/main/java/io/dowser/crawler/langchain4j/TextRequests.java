package io.dowser.crawler.langchain4j;

import com.google.common.collect.Lists;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.output.Response;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Sends texts to a model within limits. Thread-safe if the model is.
 *
 * @param <R> the result for a text
 */
final class TextRequests<R> {

  private final Function<List<TextSegment>, Response<List<R>>> model;
  private final String name;
  private final String query;
  private final int size;
  private final Spending spending;

  /**
   * Creates requests.
   *
   * @param model returns a result for each text, in their order
   * @param name the name of the model for people
   * @param query the text that the model reads with each of the others, or an empty one
   * @param size the most texts of a request
   * @param spending counts requests and tokens
   */
  TextRequests(
      Function<List<TextSegment>, Response<List<R>>> model,
      String name,
      String query,
      int size,
      Spending spending) {
    this.model = model;
    this.name = name;
    this.query = query;
    this.size = size;
    this.spending = spending;
  }

  String name() {
    return name;
  }

  /**
   * Returns a result for each text.
   *
   * @param texts without blank ones
   * @throws IllegalStateException if a limit is reached, or the number of results is wrong
   */
  List<R> send(List<String> texts) {
    return Lists.partition(texts, size).stream().flatMap(some -> request(some).stream()).toList();
  }

  private List<R> request(List<String> texts) {
    long estimate = texts.stream().mapToLong(text -> Texts.estimatedTokens(query + text)).sum();
    Optional<String> limit = spending.reserve(estimate);
    if (limit.isPresent()) {
      throw new IllegalStateException("a limit is reached: " + limit.get());
    }
    Response<List<R>> response = model.apply(texts.stream().map(TextSegment::from).toList());
    spending.settle(estimate, response.tokenUsage(), 0);
    if (response.content().size() != texts.size()) {
      throw new IllegalStateException(
          "the model "
              + name
              + " must return a result for each of "
              + texts.size()
              + " texts, but returned "
              + response.content().size());
    }
    return response.content();
  }
}
