package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for an analyzer that breaks what it is about. */
class PageAnalyzerContractTest {

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenAnalyzers")
  void checkFailsForAnAnalyzerThatBreaksIt(Class<?> contract, String[] checks) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(checks);
  }

  @Test
  void everyCheckPassesForAnAnalyzerThatKeepsThem() {
    ContractRun run = ContractRun.of(RegexAnalyzerTest.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(12);
  }

  @Test
  void analyzerOfAnotherTypeIsReferredToTheContractOfDocuments() {
    ContractRun run = ContractRun.of(ReadsLines.class);

    assertThat(run.passed()).isEmpty();
    assertThat(run.messages()).contains("extend DocumentAnalyzerContract");
  }

  static Object[] brokenAnalyzers() {
    return new Object[] {
      broken(
          TurnsLinksRound.class,
          "titleTextAndLinksOfAPageAreFoundInDocumentOrder",
          "aPageMayBeTruncatedAnywhere",
          "linksThatMakeNoSenseDoNotHideTheNext"),
      broken(
          ResolvesAgainstTheArrival.class,
          "titleTextAndLinksOfAPageAreFoundInDocumentOrder",
          "pageKnowsWhereItIsAndHowItWasReached"),
      broken(ReadsAllAsUtf8.class, "textIsReadInTheDeclaredCharset"),
      broken(
          WantsTidyBytes.class,
          "noBytesGiveAPageWithoutTextAndLinks",
          "binaryGarbageIsNoReasonToThrow",
          "aPageWithSomeBytesReplacedIsNoReasonToThrow",
          "hostilePagesAreReadInBoundedTimeAndStack"),
      broken(NamesATypeTwice.class, "typesAreDifferentAndAlwaysTheSame"),
      broken(FindsNoBase.class, "linksAreResolvedAgainstTheBaseElement"),
      broken(GivesThePageBefore.class, "sameBytesGiveTheSamePageFromManyThreads")
    };
  }

  private static Arguments broken(Class<?> contract, String... checks) {
    return Arguments.of(contract, checks);
  }

  /** Not run by the build, because it is nested; only by way of {@link ContractRun}. */
  abstract static class Broken extends PageAnalyzerContract {

    private final Supplier<PageAnalyzer> analyzer;

    Broken(Supplier<PageAnalyzer> analyzer) {
      this.analyzer = analyzer;
    }

    @Override
    protected PageAnalyzer analyzer() {
      return analyzer.get();
    }
  }

  static class TurnsLinksRound extends Broken {
    TurnsLinksRound() {
      super(
          () ->
              (fetched, arrival) -> {
                AnalyzedPage page = new RegexAnalyzer().analyze(fetched, arrival);
                List<Link> links = new ArrayList<>(page.links());
                Collections.reverse(links);
                AnalyzedPage.Builder round = AnalyzedPage.builder(arrival).url(page.url());
                links.forEach(link -> round.link(link.target(), link.anchorText()).breakText());
                return round.build();
              });
    }
  }

  static class ResolvesAgainstTheArrival extends Broken {
    ResolvesAgainstTheArrival() {
      super(() -> (fetched, arrival) -> new RegexAnalyzer().analyze(at(arrival, fetched), arrival));
    }

    private static FetchResult.Fetched at(Candidate arrival, FetchResult.Fetched fetched) {
      byte[] body = fetched.body().toArray();
      return CrawlFixtures.fetched(arrival.url(), body, fetched.contentType());
    }
  }

  static class ReadsAllAsUtf8 extends Broken {
    ReadsAllAsUtf8() {
      super(
          () ->
              new RegexAnalyzer() {
                @Override
                Charset charset(FetchResult.Fetched fetched) {
                  return StandardCharsets.UTF_8;
                }
              });
    }
  }

  static class WantsTidyBytes extends Broken {
    WantsTidyBytes() {
      super(
          () ->
              (fetched, arrival) -> {
                String text = fetched.body().decode(StandardCharsets.UTF_8);
                if (text.indexOf('\ufffd') >= 0 || !text.strip().endsWith(">")) {
                  throw new IllegalArgumentException("not a tidy page");
                }
                return new RegexAnalyzer().analyze(fetched, arrival);
              });
    }
  }

  static class NamesATypeTwice extends Broken {
    NamesATypeTwice() {
      super(
          () ->
              new RegexAnalyzer() {
                @Override
                public List<Type> types() {
                  return List.of(Type.of("text/html"), Type.of("text/html"));
                }
              });
    }
  }

  static class ReadsLines extends Broken {
    ReadsLines() {
      super(LinesAnalyzer::new);
    }
  }

  static class FindsNoBase extends Broken {
    FindsNoBase() {
      super(
          () ->
              (fetched, arrival) -> {
                String html = fetched.body().decode(StandardCharsets.UTF_8).replace("<base", "<x");
                FetchResult.Fetched without = CrawlFixtures.fetched(fetched.url(), html);
                return new RegexAnalyzer().analyze(without, arrival);
              });
    }
  }

  static class GivesThePageBefore extends Broken {
    GivesThePageBefore() {
      super(
          () -> {
            var before = new AtomicReference<AnalyzedPage>();
            return (fetched, arrival) -> {
              AnalyzedPage page = new RegexAnalyzer().analyze(fetched, arrival);
              AnalyzedPage last = before.getAndSet(page);
              return last == null ? page : last;
            };
          });
    }
  }
}
