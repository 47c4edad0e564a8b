package io.dowser.crawler.hmm;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrainingSetTest {

  private static final RelevanceJudge LASER = page -> page.text().contains("laser") ? 1 : 0;
  private static final CrawlUrl HOME = CrawlUrl.of("http://a.example/");
  private static final CrawlUrl LENS = CrawlUrl.of("http://b.example/");

  private final InMemoryWeb web =
      InMemoryWeb.builder()
          .page("http://a.example/", "Home", "Welcome", "/old", "/gone", "/far", "/")
          .redirect("http://a.example/old", "http://b.example/")
          .page("http://b.example/", "Lens", "A laser", "http://b.example/deep")
          .page("http://a.example/far", "Far", "Nothing", "http://b.example/")
          .page("http://b.example/deep", "Deep", "More of the laser")
          .failure("http://a.example/timeout", FailureReason.TIMEOUT)
          .redirect("http://a.example/loop", "/loop")
          .build();

  private final TrainingSet.PageSource source =
      TrainingSet.PageSource.of(
          web.fetcher(), HtmlPageAnalyzer.create(), UrlCanonicalizer.standard());

  private void hasThePathsOfTheWeb(BrowsingSession session) {
    assertThat(session.paths())
        .containsExactly(
            List.of(HOME, CrawlUrl.of("http://a.example/far")),
            List.of(HOME, LENS, CrawlUrl.of("http://b.example/deep")));
  }

  @Test
  void aRecorderGathersPagesAndPathsOfACrawlAndItsJudgeMarksTargets() {
    var recorder = new TrainingSet.Recorder();
    try (Crawler crawler =
        Crawler.builder()
            .seed(HOME.toString())
            .fetcher(web.fetcher())
            .judge(LASER)
            .scorer(page -> link -> 0)
            .frontier("breadth-first", Map.of())
            .means(Means.builder().workers(1).build())
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .listener(recorder)
            .build()) {
      crawler.run().orThrow();
    }

    TrainingSet set = recorder.trainingSet();

    assertThat(set.pages())
        .extracting(page -> page.url().toString())
        .containsExactly(
            "http://a.example/",
            "http://b.example/",
            "http://a.example/far",
            "http://b.example/deep");
    assertThat(set.targets()).isEqualTo(2);
    assertThat(set.isTarget(set.pages().get(1))).isTrue();
    assertThat(set.sessions()).singleElement().satisfies(this::hasThePathsOfTheWeb);
    assertThat(set).hasToString("TrainingSet[4 pages, 2 targets, 1 sessions]");
    // the link to /old leads to the page that it redirects to
    assertThat(DistanceGraph.ofLinks(set, 4).distance(0)).isEqualTo(1);
  }

  @Test
  void pagesOfSessionsAreFetchedAndMissingOnesLeftOut() throws InterruptedException {
    BrowsingSession session =
        BrowsingSession.builder()
            .visit(HOME)
            .visit(CrawlUrl.of("http://a.example/gone"))
            .back()
            .visit(CrawlUrl.of("http://a.example/old"))
            .back()
            .visit(CrawlUrl.of("http://a.example/loop"))
            .target(CrawlUrl.of("http://a.example/old"))
            .build();

    TrainingSet marked = TrainingSet.of(List.of(session), source);
    TrainingSet judged =
        TrainingSet.of(List.of(session), source, page -> page.url().equals(HOME) ? 1 : 0);

    assertThat(marked.pages()).extracting(TrainingSet.Page::url).containsExactly(HOME, LENS);
    assertThat(marked.targets()).isEqualTo(1);
    assertThat(marked.isTarget(marked.pages().get(1))).isTrue();
    assertThat(judged.targets()).isEqualTo(2);
  }

  @Test
  void pagesMayComeFromMemory() throws InterruptedException {
    AnalyzedPage page = source.page(HOME).orElseThrow();

    assertThat(TrainingSet.PageSource.of(Map.of(HOME, page)).page(HOME)).contains(page);
    assertThat(TrainingSet.PageSource.of(Map.of(HOME, page)).page(LENS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {
        "http://b.example/c,      http://b.example/c",
        "HTTP://B.example:80/%7ec, http://b.example/%7Ec",
        "https:\\b.example/c,     https://b.example/c",
        "//b.example/c,           http://b.example/c",
        "/c,                      http://a.example:8080/c",
        "c/./d,                   http://a.example:8080/x/c/d",
        "../c?q#f,                http://a.example:8080/c?q",
        "'  ?q=/d  ',             http://a.example:8080/x/y?q=/d",
        "ftp://b.example/,        none",
        "mailto:a@b.example,      none",
        "'',                      none",
        "'#f',                    none"
      })
  void aRedirectLeadsToWhatItsLocationMeansAtItsPage(String location, @Nullable String target)
      throws InterruptedException {
    CrawlUrl from = CrawlUrl.of("http://a.example:8080/x/y?z=/w/");
    var builder = InMemoryWeb.builder().redirect(from.toString(), location);
    if (target != null) {
      builder.page(target, "Target", "Text");
    }
    TrainingSet.PageSource pages =
        TrainingSet.PageSource.of(
            builder.build().fetcher(), HtmlPageAnalyzer.create(), UrlCanonicalizer.standard());

    assertThat(pages.page(from).map(AnalyzedPage::url))
        .isEqualTo(Optional.ofNullable(target).map(CrawlUrl::of));
  }
}
