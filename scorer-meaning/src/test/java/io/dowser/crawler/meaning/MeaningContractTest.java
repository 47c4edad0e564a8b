package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.testkit.PluginProviderContract;
import io.dowser.crawler.testkit.RelevanceJudgeContract;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;

class MeaningContractTest {

  private static final List<String> WORDS = List.of("laser", "photon trap", "台风", "wave");
  private static final double[] TERM_WEIGHTS = {Double.MIN_VALUE, 1e-300, 0.5, 1, 1e300};
  private static final CrawlContext.Shared SHARED = new CrawlContext.Shared(); // one table for all

  private static CrawlContext context(RandomGenerator random) {
    Map<String, Double> weights = new LinkedHashMap<>();
    WORDS.forEach(word -> weights.put(word, TERM_WEIGHTS[random.nextInt(TERM_WEIGHTS.length)]));
    return CrawlContext.builder().topic(Topic.of(weights)).shared(SHARED).build();
  }

  private static String share(RandomGenerator random) {
    return "" + random.nextInt(3) / 2.0;
  }

  @Nested
  class Judge extends RelevanceJudgeContract {

    @Override
    protected RelevanceJudge judge(RandomGenerator random) {
      String words = random.nextBoolean() ? "topic-terms" : "expanded-topic";
      Map<String, String> settings =
          Map.of("threshold", share(random), "words", words, words + ".threshold", share(random));
      return PluginRegistry.relevanceJudges(getClass().getClassLoader())
          .create("meaning", Settings.of(settings), context(random));
    }

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }

  @Nested
  class Scorer extends LinkScorerContract {

    @Override
    protected LinkScorer scorer(RandomGenerator random) {
      Map<String, String> settings =
          Map.of(
              "pageWeight", share(random),
              "anchorWeight", share(random),
              "contextWeight", share(random));
      return MeaningScorer.of(
          Settings.of(settings), context(random), page -> link -> link.anchorText().length());
    }

    @Override
    protected List<String> knownWords() {
      return WORDS;
    }
  }

  @Nested
  class JudgeProvider extends PluginProviderContract<RelevanceJudge> {

    @Override
    protected PluginProvider<RelevanceJudge> provider() {
      return new MeaningJudge.Provider();
    }

    @Override
    protected PluginRegistry<RelevanceJudge> registry() {
      return PluginRegistry.relevanceJudges(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of("threshold", "0.3", "words", "expanded-topic", "expanded-topic.expansion", "0");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of(
          "threshold", "1.1", "words", "meaning", "table", "none", "topic-terms.threshold", "2");
    }
  }

  @Nested
  class ScorerProvider extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new MeaningScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of(
          "pageWeight", "1",
          "anchorWeight", "0.3",
          "contextWeight", "0.3",
          "words", "best-first",
          "best-first.parentWeight", "0.3");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of(
          "pageWeight", "-1",
          "anchorWeight", "2",
          "contextWeight", "x",
          "words", "weighted-sum-of-nothing",
          "table", "none");
    }
  }

  @Nested
  class OfAnchorProvider extends SignalProvider {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new MeaningScorer.OfAnchorProvider();
    }
  }

  @Nested
  class OfPageProvider extends SignalProvider {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new MeaningScorer.OfPageProvider();
    }
  }

  abstract static class SignalProvider extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected CrawlContext context() {
      return CrawlFixtures.context(Topic.of("laser"), 1);
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of();
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of("table", "none");
    }
  }
}
