package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.bayes.LinkSettings.ContextRule;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.testkit.PluginProviderContract;
import io.dowser.crawler.text.TextNormalizer;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class DictionaryScorerTest {

  private static final CrawlUrl URL = CrawlUrl.of("http://a.example/");

  private static LinkScorer scorer(Topic topic, ContextRule rule) {
    LinkSettings settings = LinkSettings.builder().w(10).contextRule(rule).build();
    return DictionaryScorer.of(topic, TextNormalizer.PLAIN, settings);
  }

  @Test
  void anchorAndContextWithATermCountHalfEach() {
    AnalyzedPage page =
        AnalyzedPage.builder(Candidate.seed(URL, 0))
            .link(URL, "a fund")
            .text(", ")
            .link(URL, "more")
            .text(" of stocks and bonds and ")
            .link(URL, "the rest")
            .build();

    assertThat(scores(page, ContextRule.PAPER)).containsExactly(0.5, 0.5, 0.0);
    assertThat(scores(page, ContextRule.WINDOW)).containsExactly(0.5, 0.5, 0.0);
  }

  private static List<Double> scores(AnalyzedPage page, ContextRule rule) {
    PageScoring scoring = scorer(Topic.of("fund"), rule).forPage(page);
    return page.links().stream().map(scoring::score).toList();
  }

  @Nested
  class Contract extends LinkScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      return DictionaryScorerTest.scorer(
          Topic.of(RandomModels.WORDS.toArray(String[]::new)), ContextRule.WINDOW);
    }

    @Override
    protected List<String> knownWords() {
      return RandomModels.WORDS;
    }

    @Override
    protected boolean explainsBySums() {
      return true;
    }
  }

  @Nested
  class ProviderContract extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new DictionaryScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of("contextRule", "tag-tree");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of("contextRule", "page");
    }
  }
}
