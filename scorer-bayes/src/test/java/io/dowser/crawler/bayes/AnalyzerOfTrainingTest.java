package io.dowser.crawler.bayes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is used with another analyzer than it was trained with finds none of its terms. */
class AnalyzerOfTrainingTest {

  private static final TextAnalyzer SHOUTING =
      (text, sink) ->
          TextAnalyzer.PLAIN.analyze(
              text, (term, start, end) -> sink.accept(term + "!", start, end));

  @TempDir Path directory;

  private static Crawler.Builder crawl(TextAnalyzer analyzer) {
    return crawl(analyzer, page -> 0);
  }

  private static Crawler.Builder crawl(TextAnalyzer analyzer, RelevanceJudge judge) {
    InMemoryWeb web =
        InMemoryWeb.builder()
            .document("http://a.example/", "text/html", "<a href=/b>fund news</a>")
            .document("http://a.example/b", "text/html", "the end")
            .build();
    return Crawler.builder()
        .seed("http://a.example/")
        .fetcher(web.fetcher())
        .strategy(Strategy.builder().textAnalyzer(analyzer).build())
        .judge(judge)
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .means(Means.builder().workers(1).build());
  }

  private static long visited(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run().orThrow().statistics().visited();
    }
  }

  private static PageModel pages() {
    return PageTrainer.builder("on")
        .settings(PageSettings.PAPER)
        .build()
        .train(Stream.of(new LabelledText("on", "fund"), new LabelledText("off", "match")));
  }

  @Test
  void aCrawlWithAnotherAnalyzerEndsWithOneErrorThatReportsBoth() {
    LinkScorer byPages = PageBayesScorer.of(pages(), Settings.none());
    LinkScorer byLinks =
        LinkBayesScorer.of(HanExamples.train(LinkSettings.PAPER), TextNormalizer.PLAIN);
    for (LinkScorer scorer : new LinkScorer[] {byPages, byLinks}) {
      assertThatThrownBy(() -> visited(crawl(SHOUTING).scorer(scorer)))
          .hasRootCauseInstanceOf(AnalyzerGuard.MismatchException.class)
          .rootCause()
          .hasMessageContaining("[the banks e mail")
          .hasMessageContaining("but it tokenizes it as [the! banks! e! mail!");
    }
    assertThat(visited(crawl(TextAnalyzer.PLAIN).scorer(byPages))).isEqualTo(2);
    assertThat(visited(crawl(TextAnalyzer.PLAIN).scorer(byLinks))).isEqualTo(2);
  }

  @Test
  void aJudgeRefusesPagesOfAnotherAnalyzer() {
    RelevanceJudge judge = pages().judge();

    assertThatThrownBy(() -> visited(crawl(SHOUTING, judge).scorer(page -> link -> 0)))
        .hasRootCauseInstanceOf(AnalyzerGuard.MismatchException.class);
    assertThatCode(() -> visited(crawl(TextAnalyzer.PLAIN, judge).scorer(page -> link -> 0)))
        .doesNotThrowAnyException();
  }

  @Test
  void theFileRemembersTheAnalyzer() throws Exception {
    Path file = directory.resolve("page.model");
    pages().save(file);
    LinkScorer loaded = PageBayesScorer.of(PageModel.load(file), Settings.none());

    assertThatThrownBy(() -> visited(crawl(SHOUTING).scorer(loaded)))
        .hasRootCauseInstanceOf(AnalyzerGuard.MismatchException.class);
  }
}
