package io.dowser.crawler.bayes;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link PageBayesScorer} under the name {@code bayes-page}.
 *
 * <p>Settings: {@code model}, the path of a file that {@link PageModel#save} wrote, must be given;
 * {@code density} ({@code kernel} or {@code normal}), {@code sharedWidth} ({@code true} or {@code
 * false}) and {@code e} (from 0 to 0.999), by default those of the model; {@code contextTokens} (0
 * to 10000, by default 20); {@code withAnchor} and {@code pageCounts}, by default {@code true};
 * {@code mix} (0 to 1, by default 1).
 */
public final class PageBayesProvider implements LinkScorerProvider {

  private static final double MOST_E = 0.999;

  /** For the service loader. */
  public PageBayesProvider() {}

  @Override
  public String name() {
    return "bayes-page";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    PageModel model = ModelSetting.load(settings, PageModel::load);
    PageSettings trained = model.settings();
    PageSettings wanted =
        trained
            .withDensity(settings.choice("density", trained.density()))
            .withSharedWidth(settings.flag("sharedWidth", trained.sharedWidth()))
            .withFloor(settings.number("e", trained.e(), 0, Math.max(MOST_E, trained.e())));
    return PageBayesScorer.builder(wanted.equals(trained) ? model : model.withSettings(wanted))
        .contextTokens(
            settings.integer(
                "contextTokens",
                AnalyzedPage.CONTEXT_TOKENS,
                0,
                PageBayesScorer.Builder.MOST_TOKENS))
        .withAnchor(settings.flag("withAnchor", true))
        .pageCounts(settings.flag("pageCounts", true))
        .mix(settings.number("mix", 1, 0, 1))
        .build();
  }
}
