package io.dowser.crawler.toolkit.scorer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.PluginRegistry;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.LinkScorerContract;
import io.dowser.crawler.testkit.PluginProviderContract;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Sums by name, of a scorer that only this test registers. */
class WeightedSumProviderTest {

  @Nested
  class Provider extends PluginProviderContract<LinkScorer> {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new WeightedSumScorer.Provider();
    }

    @Override
    protected PluginRegistry<LinkScorer> registry() {
      return PluginRegistry.linkScorers(getClass().getClassLoader());
    }

    @Override
    protected Map<String, String> requiredSettings() {
      return Map.of("length", "0.5");
    }

    @Override
    protected Map<String, String> goodSettings() {
      return Map.of("length", "0.25", "length.factor", "2", "length.squash", "true");
    }

    @Override
    protected Map<String, String> badSettings() {
      return Map.of(
          "length.factor", "11",
          "length.squash", "perhaps",
          "length.unknown", "1",
          "other.factor", "1",
          "weighted-sum", "1",
          "length", "0");
    }

    @Test
    void refusesWeightsThatAreNotFiniteOrNotAboveZero() {
      for (String weight : List.of("NaN", "Infinity", "-1", "0", "much")) {
        assertThatThrownBy(() -> sum(Map.of("length", weight)))
            .isInstanceOf(SettingException.class)
            .hasMessageContaining("setting 'length' is '" + weight + "', allowed: a number from");
      }
    }

    @Test
    void namesTheScorersThatThereAreIfNoneIsGiven() {
      assertThatThrownBy(() -> sum(Map.of()))
          .isInstanceOf(CrawlException.class)
          .hasMessage("'weighted-sum' needs the weight of at least one scorer of [length]");
      assertThatThrownBy(() -> sum(Map.of("lenght", "1")))
          .hasMessageContaining("'lenght' is '1', allowed: weights of the scorers [length]");
    }

    @Test
    void passesSettingsToThePartAndRecordsThoseInEffect() {
      Settings settings = Settings.of(Map.of("length", "0.5"));
      LinkScorer sum = registry().create("weighted-sum", settings, context());
      AnalyzedPage page =
          AnalyzedPage.builder(Candidate.seed(CrawlUrl.of("http://a.example/"), 0))
              .link(CrawlUrl.of("http://a.example/b"), "abcd")
              .build();

      assertThat(sum.forPage(page).score(page.links().get(0))).isEqualTo(2);
      LinkScorer tripled = sum(Map.of("length", "0.5", "length.factor", "3"));
      assertThat(tripled.forPage(page).score(page.links().get(0))).isEqualTo(6);
      assertThat(settings.inEffect())
          .containsEntry("length.factor", "1")
          .containsEntry("length.squash", "false");
    }

    private LinkScorer sum(Map<String, String> settings) {
      return registry().create("weighted-sum", Settings.of(settings), context());
    }
  }

  @Nested
  class Scorer extends LinkScorerContract {

    @Override
    protected LearningScorer scorer(RandomGenerator random) {
      LinkScorer length = page -> link -> link.anchorText().length();
      LinkScorer extreme = page -> link -> link.anchorText().length() % 2 == 0 ? 1e300 : -1e300;
      return WeightedSumScorer.builder()
          .add("length", length, random.nextDouble(1e-6, 1e6), false)
          .add("extreme", extreme, random.nextDouble(1e-6, 1), true)
          .build();
    }

    @Override
    protected List<String> knownWords() {
      return List.of("laser");
    }

    @Override
    protected boolean explainsBySums() {
      return true;
    }
  }
}
