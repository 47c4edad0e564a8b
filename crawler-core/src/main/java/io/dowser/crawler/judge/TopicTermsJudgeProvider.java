package io.dowser.crawler.judge;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudgeProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.toolkit.text.TopicVector;

/**
 * Creates a {@link TopicTermsJudge} under the name {@code topic-terms}.
 *
 * <p>Settings: {@code scope}, {@code topic-only} (default) or {@code full}; {@code threshold}, 0 to
 * 1, by default that of the scope; {@code growingCounts}, by default false.
 */
public final class TopicTermsJudgeProvider implements RelevanceJudgeProvider {

  /** For the service loader. */
  public TopicTermsJudgeProvider() {}

  @Override
  public String name() {
    return "topic-terms";
  }

  @Override
  public RelevanceJudge create(Settings settings, CrawlContext context) {
    TopicVector.Scope scope = settings.choice("scope", TopicVector.Scope.TOPIC_ONLY);
    double threshold = settings.number("threshold", TopicTermsJudge.defaultThreshold(scope), 0, 1);
    boolean growing = settings.flag("growingCounts", false);
    TopicTermsJudge.Builder builder =
        TopicTermsJudge.builder(topic(context))
            .textNormalizer(context.textNormalizer())
            .textAnalyzer(context.textAnalyzer())
            .scope(scope)
            .threshold(threshold);
    return (growing ? builder.growingCounts() : builder).build();
  }

  private static Topic topic(CrawlContext context) {
    return context
        .topic()
        .orElseThrow(
            () ->
                new CrawlException(
                    "a crawl needs a topic or a judge; call topic(...) or judge(...)"));
  }
}
