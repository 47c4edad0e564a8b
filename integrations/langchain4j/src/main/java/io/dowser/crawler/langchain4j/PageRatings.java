package io.dowser.crawler.langchain4j;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rates pages by the start of their texts. Pages share requests, and a text whose rating is known
 * is not sent again. Thread-safe if the model is.
 */
final class PageRatings {

  private static final int KEPT = 100_000;

  private final int maxCharacters;
  private final Batches<String, Double> batches;
  private final Cache<ContentHash, Double> known =
      CacheBuilder.newBuilder().maximumSize(KEPT).build();

  /**
   * Creates ratings.
   *
   * @param model returns a rating from 0 to 1 for each text
   * @param maxCharacters the number of characters of a page that count
   * @param textsPerRequest the most texts that are rated at once
   */
  PageRatings(Function<List<String>, List<Double>> model, int maxCharacters, int textsPerRequest) {
    this.maxCharacters = maxCharacters;
    this.batches = new Batches<>(model, textsPerRequest, 1);
  }

  /**
   * Returns the rating of a page; 0 without text.
   *
   * @throws CrawlException if the model fails, or the thread is interrupted, which it stays
   */
  double of(AnalyzedPage page) {
    String text = Texts.start(page.text(), maxCharacters);
    return text.isBlank() ? 0 : of(text);
  }

  private double of(String text) {
    ContentHash hash = ContentHash.of(text);
    @Nullable Double rating = known.getIfPresent(hash);
    if (rating == null) {
      rating = batches.answer(text);
      known.put(hash, rating);
    }
    return rating;
  }
}
