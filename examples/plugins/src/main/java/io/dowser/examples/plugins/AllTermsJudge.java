package io.dowser.examples.plugins;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;

/** Rates a page by the share of the topic's terms that it has; it is relevant if it has all. */
public record AllTermsJudge(TopicMatcher matcher) implements RelevanceJudge {

  @Override
  public double relevance(AnalyzedPage page) { // many threads at once
    TopicMatches matches = page.matches(matcher);
    long present = 0;
    for (int term = 0; term < matches.termCount(); term++) {
      present += matches.count(term) > 0 ? 1 : 0;
    }
    return (double) present / matches.termCount();
  }

  @Override
  public double threshold() {
    return 1;
  }
}
