package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PluginProvider;
import io.dowser.crawler.api.Settings;
import org.junit.jupiter.api.Test;

/** Each check of the contract fails for a provider that breaks what it is about. */
class PluginProviderContractTest {

  @Test
  void everyCheckPassesForAProviderThatKeepsThem() {
    ContractRun run = ContractRun.of(WordCountScorerProviderTest.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(7);
  }

  @Test
  void checksFailForAProviderThatIsCareless() {
    ContractRun run = ContractRun.of(Careless.class);

    assertThat(run.failed())
        .as(run.messages())
        .containsExactlyInAnyOrder(
            "nameIsLowerCaseLettersDigitsAndHyphens",
            "createsANewPluginAtEachCall",
            "takesAllSettingsThatItHas",
            "saysWhatEachSettingMeans",
            "refusesASettingThatItDoesNotHave",
            "refusesBadValuesByTheirKeys");
  }

  @Test
  void checkFailsForAProviderThatIsNotFound() {
    ContractRun run = ContractRun.of(Unlisted.class);

    assertThat(run.failed()).contains("isFoundByItsName");
    assertThat(run.messages())
        .contains(
            "META-INF/services has the line '" + new Unlisted().provider().getClass().getName())
        .contains("No link scorer named 'unlisted'");
  }

  @Test
  void checkFailsForAProviderWithASettingWithoutAMeaning() {
    ContractRun run = ContractRun.of(Unexplained.class);

    assertThat(run.failed()).contains("saysWhatEachSettingMeans");
    assertThat(run.messages()).contains("meaning of weight");
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  static class Careless extends WordCountScorerProviderTest {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new CarelessScorerProvider();
    }
  }

  static class Unexplained extends WordCountScorerProviderTest {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new LinkScorerProvider() {
        @Override
        public String name() {
          return "unexplained";
        }

        @Override
        public LinkScorer create(Settings settings, CrawlContext context) {
          double weight = settings.number("weight", 1, 0, 1, "");
          return page -> link -> weight;
        }
      };
    }
  }

  static class Unlisted extends WordCountScorerProviderTest {

    @Override
    protected PluginProvider<LinkScorer> provider() {
      return new LinkScorerProvider() {
        @Override
        public String name() {
          return "unlisted";
        }

        @Override
        public LinkScorer create(Settings settings, CrawlContext context) {
          return page -> link -> 0;
        }
      };
    }
  }
}
