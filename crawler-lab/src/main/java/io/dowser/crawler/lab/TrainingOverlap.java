package io.dowser.crawler.lab;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.file.Path;
import java.util.List;

/**
 * Refuses models that were trained on pages of the test, because they look better than they are.
 */
final class TrainingOverlap {

  private static final int SHOWN = 3;

  private TrainingOverlap() {}

  static void refuse(List<Strategy> strategies, List<Census> censuses) {
    for (Strategy strategy : strategies) {
      for (int question = 0; question < censuses.size(); question++) {
        for (Strategy.Model model : strategy.model(question)) {
          refuse(strategy.name(), model.trainedOn(), censuses.get(question));
        }
      }
    }
  }

  private static void refuse(String strategy, Path trainedOn, Census census) {
    List<CrawlUrl> both =
        TextFiles.urls(trainedOn).stream()
            .filter(url -> census.web().number(url).isPresent())
            .distinct()
            .toList();
    if (!both.isEmpty()) {
      throw new LabException(
          strategy
              + " was trained on "
              + both.size()
              + " pages that it would be tested on, such as "
              + both.stream().limit(SHOWN).toList()
              + "; train it on pages outside this web, or begin elsewhere");
    }
  }
}
