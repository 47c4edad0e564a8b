package io.dowser.examples.plugins;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.RelevanceJudge;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rates a page as relevant if a person has called a page with its title relevant. */
public final class TitleJudge implements RelevanceJudge.Taught {

  private volatile Set<String> titles = Set.of();

  @Override
  public double relevance(AnalyzedPage page) { // many threads at once
    return titles.contains(page.title()) ? 1 : 0.4;
  }

  @Override
  public void answered(List<Answer> answers) { // engine thread
    titles =
        answers.stream()
            .filter(Answer::relevant)
            .map(Answer::title)
            .collect(Collectors.toUnmodifiableSet());
  }
}
