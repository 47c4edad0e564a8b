package io.dowser.crawler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for an analyzer that breaks what it is about. */
class DocumentAnalyzerContractTest {

  @Test
  void everyCheckPassesForAnAnalyzerThatKeepsThem() {
    ContractRun run = ContractRun.of(ReadsLines.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(8);
  }

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenAnalyzers")
  void checkFailsForAnAnalyzerThatBreaksIt(Class<?> contract, String[] checks) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(checks);
  }

  static Object[] brokenAnalyzers() {
    return new Object[] {
      broken(
          WantsAscii.class,
          "garbageIsNoReasonToThrow",
          "aDocumentWithSomeBytesReplacedIsNoReasonToThrow"),
      broken(WantsTheLastByte.class, "aTruncatedDocumentIsNoReasonToThrow"),
      broken(IgnoresHeaders.class, "headersForRobotsAreObeyed"),
      broken(ForgetsRedirects.class, "pageHasTextAndLinksAndKnowsHowItWasReached"),
      broken(CountsPages.class, "sameBytesGiveTheSamePageFromManyThreads")
    };
  }

  private static Arguments broken(Class<?> contract, String... checks) {
    return Arguments.of(contract, checks);
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  static class ReadsLines extends DocumentAnalyzerContract {

    @Override
    protected PageAnalyzer analyzer() {
      return new LinesAnalyzer();
    }

    @Override
    protected byte[] document() {
      return "/tides\n/moon\n".getBytes(UTF_8);
    }
  }

  /** Returns an analyzer that reads another response in place of the one it gets. */
  private static PageAnalyzer reading(
      BiFunction<FetchResult.Fetched, Candidate, FetchResult.Fetched> other) {
    return new LinesAnalyzer() {
      @Override
      public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
        return super.analyze(other.apply(fetched, arrival), arrival);
      }
    };
  }

  static class WantsAscii extends ReadsLines {
    @Override
    protected PageAnalyzer analyzer() {
      return reading(
          (fetched, arrival) -> {
            for (byte each : fetched.body().toArray()) {
              assertThat(each).isNotNegative();
            }
            return fetched;
          });
    }
  }

  static class WantsTheLastByte extends ReadsLines {
    @Override
    protected PageAnalyzer analyzer() {
      return reading(
          (fetched, arrival) -> {
            assertThat(fetched.body().decode(UTF_8)).endsWith("\n");
            return fetched;
          });
    }
  }

  static class IgnoresHeaders extends ReadsLines {
    @Override
    protected PageAnalyzer analyzer() {
      return reading(
          (fetched, arrival) -> {
            return CrawlFixtures.fetched(fetched.url(), fetched.body().toArray(), "text/plain");
          });
    }
  }

  static class ForgetsRedirects extends ReadsLines {
    @Override
    protected PageAnalyzer analyzer() {
      return reading(
          (fetched, arrival) -> {
            return CrawlFixtures.fetched(arrival.url(), fetched.body().toArray(), "text/plain");
          });
    }
  }

  static class CountsPages extends ReadsLines {
    @Override
    protected PageAnalyzer analyzer() {
      return new LinesAnalyzer() {
        private int pages;

        @Override
        public synchronized AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
          pages++;
          AnalyzedPage.Builder page = AnalyzedPage.builder(arrival).url(fetched.url());
          return page.text("page " + pages).build();
        }
      };
    }
  }
}
