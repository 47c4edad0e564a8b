package io.dowser.crawler.bayes;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.toolkit.model.ModelFile;

/** See {@link PageModel#judge(double)}. */
final class PageBayesJudge implements RelevanceJudge {

  private final PageModel model;
  private final double threshold;

  PageBayesJudge(PageModel model, double threshold) {
    this.model = model;
    this.threshold = Checks.within("threshold", threshold, 0, 1);
  }

  @Override
  public double relevance(AnalyzedPage page) {
    model.guard().check(page);
    return model.probability(page.terms());
  }

  @Override
  public double threshold() {
    return threshold;
  }

  @Override
  public String toString() {
    return "PageBayesJudge[" + model + ", threshold " + threshold + "]";
  }

  /** Creates a {@link PageBayesJudge} under the name {@code bayes-page}. */
  public static final class Provider implements RelevanceJudgeProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "bayes-page";
    }

    @Override
    public RelevanceJudge create(Settings settings, CrawlContext context) {
      return new PageBayesJudge(
          ModelFile.ofSetting(settings, PageModel::load),
          settings.number(
              "threshold",
              RelevanceJudge.DEFAULT_THRESHOLD,
              0,
              1,
              "lowest probability of a relevant page"));
    }
  }
}
