package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link LinkBayesScorer} under the name {@code bayes-link}.
 *
 * <p>Settings: {@code model}, the path of a file that {@link LinkModel#save} wrote, must be given;
 * {@code group} ({@code anchor-words}, {@code words} or {@code all}), {@code eventModel} ({@code
 * present-only}, {@code full-bernoulli} or {@code multinomial}) and {@code smoothing} ({@code
 * add-one} or {@code proportional}), by default those of the model.
 */
public final class LinkBayesProvider implements LinkScorerProvider {

  /** For the service loader. */
  public LinkBayesProvider() {}

  @Override
  public String name() {
    return "bayes-link";
  }

  @Override
  public LinkScorer create(Settings settings, CrawlContext context) {
    LinkModel model = ModelSetting.load(settings, LinkModel::load);
    LinkSettings trained = model.settings();
    LinkSettings wanted =
        trained
            .withGroup(settings.choice("group", trained.group()))
            .withEventModel(settings.choice("eventModel", trained.eventModel()))
            .withSmoothing(settings.choice("smoothing", trained.smoothing()));
    return LinkBayesScorer.of(
        wanted.equals(trained) ? model : model.withSettings(wanted), context.textNormalizer());
  }
}
