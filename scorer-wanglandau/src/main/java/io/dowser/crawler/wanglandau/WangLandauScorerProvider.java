package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link WangLandauScorer} under the name {@code wang-landau}.
 *
 * <p>Settings: {@code anchorWeight}, 0 to 1, by default 0.3; {@code growingCounts}, by default
 * {@code false}; {@code preset}, one of {@code none} (the crawl's topic, the default), {@code
 * rainstorm}, {@code typhoon}, {@code rainstorm-chinese} and {@code typhoon-chinese}.
 */
public final class WangLandauScorerProvider implements LinkScorerProvider {

  static final String NAME = "wang-landau";

  /** For the service loader. */
  public WangLandauScorerProvider() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    double anchorWeight = settings.number("anchorWeight", WangLandauScorer.ANCHOR_WEIGHT, 0, 1);
    boolean growing = settings.flag("growingCounts", false);
    Preset preset = settings.choice("preset", Preset.NONE);
    WangLandauScorer.Builder builder =
        WangLandauScorer.builder(preset.topic(context, NAME))
            .textNormalizer(context.textNormalizer())
            .anchorWeight(anchorWeight);
    return (growing ? builder.growingCounts() : builder).build();
  }
}
