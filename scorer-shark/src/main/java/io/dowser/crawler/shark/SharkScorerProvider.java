package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.toolkit.text.TopicVector;

/**
 * Creates the scorers of this package under the name {@code shark}; the key words are the terms of
 * the crawl's topic.
 *
 * <p>Setting {@code mode}: {@code improved}, the default, for {@link SharkScorer}; {@code original}
 * for {@link OriginalSharkScorer}; {@code fish} for {@link FishScorer}. Each mode has its own
 * settings beside {@code vocabulary} ({@code full}, the default, or {@code topic-only}):
 *
 * <ul>
 *   <li>improved: {@code profile} ({@code recommended}, the default, or {@code paper}), {@code xi}
 *       (above 0 to 1, 0.6), {@code beta} (0 to 1, 0.85), {@code anchorThreshold} (0 to 1, 0.1),
 *       {@code contextTokens} (0 to 10000, 20), {@code lowerLimit} (0 to 1, 0.1), {@code
 *       seedInherited} (0 to 1, as {@code lowerLimit});
 *   <li>original: {@code delta} (above 0 to 1, 0.5), {@code beta} (0 to 1, 0.8), {@code gamma} (0
 *       to 1, 0.5), {@code contextTokens} (0 to 10000, 20);
 *   <li>fish: {@code relevanceThreshold} (0 to 1, 0).
 * </ul>
 */
public final class SharkScorerProvider implements LinkScorerProvider {

  /** For the service loader. */
  public SharkScorerProvider() {}

  private enum Mode {
    IMPROVED,
    ORIGINAL,
    FISH
  }

  @Override
  public String name() {
    return "shark";
  }

  /**
   * Creates a scorer.
   *
   * @throws io.dowser.crawler.api.CrawlException if the crawl has no topic in words
   */
  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    KeyWords keyWords =
        SharkSettings.keyWords(name(), context)
            .vocabulary(settings.choice("vocabulary", TopicVector.Scope.FULL))
            .build();
    return switch (settings.choice("mode", Mode.IMPROVED)) {
      case IMPROVED -> improved(keyWords, settings);
      case ORIGINAL -> original(keyWords, settings);
      case FISH -> FishScorer.of(keyWords, settings.number("relevanceThreshold", 0, 0, 1));
    };
  }

  private static LinkScorer improved(KeyWords keyWords, Settings settings) {
    double byDefault = SharkThresholds.DEFAULT.lowerLimit();
    double lowerLimit = settings.number("lowerLimit", byDefault, 0, 1);
    return SharkScorer.builder(keyWords)
        .profile(settings.choice("profile", SharkProfile.RECOMMENDED))
        .xi(SharkSettings.positiveShare("xi", SharkScorer.XI, settings))
        .beta(settings.number("beta", SharkScorer.BETA, 0, 1))
        .anchorThreshold(settings.number("anchorThreshold", SharkScorer.ANCHOR_THRESHOLD, 0, 1))
        .contextTokens(contextTokens(settings))
        .lowerLimit(lowerLimit)
        .seedInherited(settings.number("seedInherited", lowerLimit, 0, 1))
        .build();
  }

  private static LinkScorer original(KeyWords keyWords, Settings settings) {
    return OriginalSharkScorer.builder(keyWords)
        .delta(SharkSettings.positiveShare("delta", OriginalSharkScorer.DELTA, settings))
        .beta(settings.number("beta", OriginalSharkScorer.BETA, 0, 1))
        .gamma(settings.number("gamma", OriginalSharkScorer.GAMMA, 0, 1))
        .contextTokens(contextTokens(settings))
        .build();
  }

  private static int contextTokens(Settings settings) {
    return settings.integer(
        "contextTokens", AnalyzedPage.CONTEXT_TOKENS, 0, SharkScorer.MOST_CONTEXT);
  }
}
