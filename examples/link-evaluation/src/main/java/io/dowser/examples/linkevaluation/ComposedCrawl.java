package io.dowser.examples.linkevaluation;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.bayes.LinkBayesScorer;
import io.dowser.crawler.bayes.LinkModel;
import io.dowser.crawler.shark.SharkScorer;
import io.dowser.crawler.toolkit.scorer.WeightedSumScorer;
import java.nio.file.Path;
import java.util.Map;

/**
 * Two published strategies in one crawl: Shark-search (Liu et al. 2009) has six tenths of the score
 * of a link, naive Bayes on links (Han et al. 2010) four tenths. The scores of naive Bayes are
 * log-odds, so they are mapped to 0 to 1 first.
 */
public final class ComposedCrawl {

  private ComposedCrawl() {}

  /**
   * Composes the strategies by their names, as a configuration file would.
   *
   * @param topic the topic of the crawl
   * @param model the file of a model for links
   * @return a builder that still needs seeds
   */
  public static Crawler.Builder byName(Topic topic, Path model) {
    Map<String, String> parts =
        Map.of(
            "shark", "0.6",
            "bayes-link", "0.4",
            "bayes-link.model", model.toString(),
            "bayes-link.squash", "true");
    return Crawler.builder().topic(topic).scorer("weighted-sum", parts);
  }

  /**
   * Composes the same strategies by objects.
   *
   * @param topic the topic of the crawl
   * @param model a model for links
   * @return a builder that still needs seeds
   */
  public static Crawler.Builder byBuilder(Topic topic, LinkModel model) {
    HanNormalizer normalizer = HanNormalizer.create();
    CrawlContext context = CrawlContext.about(topic, normalizer, MixedScriptAnalyzer.create());
    LinkScorer shark = SharkScorer.of(Settings.none(), context);
    LinkScorer sum =
        WeightedSumScorer.builder()
            .add("shark", shark, 0.6, false)
            .add("bayes-link", LinkBayesScorer.of(model, normalizer), 0.4, true)
            .build();
    return Crawler.builder().topic(topic).scorer(sum);
  }
}
