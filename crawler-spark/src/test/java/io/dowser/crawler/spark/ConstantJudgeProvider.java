package io.dowser.crawler.spark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Settings;
import java.util.List;

/** Creates judges to which all pages are the same, until one that learns gets the answer no. */
public final class ConstantJudgeProvider implements RelevanceJudgeProvider {

  /** For the service loader. */
  public ConstantJudgeProvider() {}

  @Override
  public String name() {
    return "constant";
  }

  @Override
  public RelevanceJudge create(Settings settings, CrawlContext context) {
    return settings.flag("learns", true, "of a test") ? new Learning() : page -> 0.55;
  }

  private static final class Learning implements RelevanceJudge.Taught {

    private volatile double relevance = 0.55;

    @Override
    public double relevance(AnalyzedPage page) {
      return relevance;
    }

    @Override
    public void answered(List<Answer> answers) {
      relevance = answers.stream().allMatch(Answer::relevant) ? 0.55 : 0.1;
    }
  }
}
