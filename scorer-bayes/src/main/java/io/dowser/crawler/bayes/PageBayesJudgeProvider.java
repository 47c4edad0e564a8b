package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Settings;

/**
 * Creates a {@link PageBayesJudge} under the name {@code bayes-page}.
 *
 * <p>Settings: {@code model}, the path of a file that {@link PageModel#save} wrote, must be given;
 * {@code threshold}, 0 to 1, by default 0.5.
 */
public final class PageBayesJudgeProvider implements RelevanceJudgeProvider {

  /** For the service loader. */
  public PageBayesJudgeProvider() {}

  @Override
  public String name() {
    return "bayes-page";
  }

  @Override
  public RelevanceJudge create(Settings settings, CrawlContext context) {
    return PageBayesJudge.of(
        ModelSetting.load(settings, PageModel::load),
        settings.number("threshold", RelevanceJudge.DEFAULT_THRESHOLD, 0, 1));
  }
}
