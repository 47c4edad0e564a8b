package io.dowser.crawler.toolkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AnalyzerGuardTest {

  private static final TextAnalyzer WHOLE = (text, sink) -> sink.accept(text, 0, text.length());

  private static AnalyzedPage page(TextAnalyzer analyzer) {
    Candidate seed = Candidate.seed(CrawlUrl.of("http://a.example/"), 0);
    return AnalyzedPage.builder(seed).textAnalyzer(analyzer).text("any").build();
  }

  private static AnalyzerGuard trainedWith(TextAnalyzer analyzer) {
    return AnalyzerGuard.of("test", Map.of(AnalyzerGuard.FACT, AnalyzerGuard.sample(analyzer)));
  }

  @Test
  void takesPagesOfTheAnalyzerOfTraining() {
    AnalyzerGuard guard = trainedWith(TextAnalyzer.PLAIN);

    assertThatCode(() -> guard.check(page(TextAnalyzer.PLAIN))).doesNotThrowAnyException();
    assertThat(AnalyzerGuard.sample(page(WHOLE))).isEqualTo(AnalyzerGuard.sample(WHOLE));
    assertThat(guard).hasToString("AnalyzerGuard[test]");
  }

  @Test
  void refusesPagesOfAnotherAnalyzerAndReportsBoth() {
    AnalyzerGuard guard = trainedWith(WHOLE);

    for (int page = 0; page < 2; page++) {
      assertThatThrownBy(() -> guard.check(page(TextAnalyzer.PLAIN)))
          .isInstanceOf(AnalyzerGuard.MismatchException.class)
          .hasMessageContaining("[" + AnalyzerGuard.sample(WHOLE) + "]")
          .hasMessageContaining("[" + AnalyzerGuard.sample(TextAnalyzer.PLAIN) + "]")
          .hasMessageContaining("the test model was trained with")
          .hasMessageContaining("but it tokenizes it as [the banks e mail of");
    }
  }

  @Test
  void doesNotCheckAModelThatDoesNotReport() {
    AnalyzerGuard guard = AnalyzerGuard.of("test", Map.of());

    assertThatCode(() -> guard.check(page(WHOLE))).doesNotThrowAnyException();
  }
}
