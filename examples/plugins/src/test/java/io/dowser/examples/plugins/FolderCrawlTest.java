package io.dowser.examples.plugins;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.testkit.CrawlFixtures;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A crawl of a folder of HTML and Markdown with all of these plugins. */
class FolderCrawlTest {

  private static final Topic TOPIC = Topic.of("tide", "moon");

  @TempDir Path directory;

  private final List<Visit> visits = new ArrayList<>();

  @BeforeEach
  void writePages() throws IOException {
    Path host = Files.createDirectories(directory.resolve("web/docs.test"));
    Files.writeString(
        host.resolve("index.html"),
        "<title>Start</title><p>Read <a href=guide.md>the guide</a> or <a href=gone.md>this</a>");
    Files.writeString(
        host.resolve("guide.md"),
        "# The [tide](index.html) guide\n\n* [Tide and moon](sub/tide.md 'a title')\n* ![no]\n"
            + "* [mail](mailto:a@docs.test) 潮汐\n");
    Files.createDirectory(host.resolve("sub"));
    Files.writeString(host.resolve("sub/tide.md"), "## Tide\nThe moon makes the tide.\n");
    Files.writeString(directory.resolve("secret.md"), "not below the folder");
  }

  private CrawlReport crawl(String seed) {
    try (Crawler crawler =
        Crawler.builder()
            .seed(seed)
            .topic(TOPIC)
            .fetcher(new FolderFetcher(directory.resolve("web")))
            .strategy(Strategy.builder().addPageAnalyzerFrom(MarkdownAnalyzer::new).build())
            .judge(new AllTermsJudge(TopicMatcher.of(TOPIC.terms(), TextNormalizer.PLAIN)))
            .scorer("anchor-share", Map.of("pageWeight", "0.5"))
            .frontier("shallow-first", Map.of("depthWeight", "0.2"))
            .politeness(Politeness.builder().delay(Duration.ZERO).build())
            .listener(
                event -> {
                  if (event instanceof CrawlEvent.Visited v) {
                    visits.add(v.visit());
                  }
                })
            .build()) {
      return crawler.run();
    }
  }

  @Test
  void htmlAndMarkdownAreVisitedAndOnePageHasAllTerms() {
    crawl("http://docs.test/").orThrow();

    assertThat(visits)
        .extracting(visit -> visit.url().path() + " " + visit.page().title())
        .containsExactly("/ Start", "/guide.md The tide guide", "/sub/tide.md Tide");
    assertThat(visits).extracting(Visit::relevant).containsExactly(false, true, true);
    assertThat(visits.get(1).page().text()).isEqualTo("The tide guide Tide and moon ![no] mail 潮汐");
  }

  @Test
  void fileOutsideTheFolderIsNotFound() {
    CrawlReport report = crawl("http://docs.test/..%2f..%2fsecret.md");

    assertThat(visits).isEmpty();
    assertThat(report.stopReason().name()).isEqualTo("ALL_SEEDS_FAILED");
  }

  @Test
  void analyzerOfMarkdownObeysTheHeaderForRobots() {
    CrawlUrl url = CrawlUrl.of("http://docs.test/guide.md");
    AnalyzedPage page =
        new MarkdownAnalyzer(CrawlFixtures.context(1))
            .analyze(
                new FetchResult.Fetched(
                    url,
                    200,
                    HttpHeaders.of(Map.of("X-Robots-Tag", List.of("none")), (name, value) -> true),
                    Body.of("[a link](tide.md)".getBytes(UTF_8)),
                    FetchResult.Truncation.NONE,
                    Duration.ZERO),
                Candidate.seed(url, 0));

    assertThat(page.isIndexable()).isFalse();
    assertThat(page.links()).isEmpty();
    assertThat(page.skippedLinks())
        .extracting(SkippedLink::reason)
        .containsOnly(SkipReason.NOFOLLOW);
  }

  @Test
  void markdownIsKnownByItsSuffixIfItsTypeIsPlainText() {
    PageAnalyzer analyzer = MarkdownAnalyzer.bySuffix(CrawlFixtures.context(1));
    byte[] body = "# Tide".getBytes(UTF_8);
    CrawlUrl markdown = CrawlUrl.of("http://docs.test/guide.md");
    CrawlUrl text = CrawlUrl.of("http://docs.test/guide.txt");

    assertThat(analyzer.types()).isEqualTo(PageAnalyzer.Type.HTML_AND_TEXT);
    assertThat(
            analyzer
                .analyze(
                    CrawlFixtures.fetched(markdown, body, "text/plain"),
                    Candidate.seed(markdown, 0))
                .title())
        .isEqualTo("Tide");
    assertThat(
            analyzer
                .analyze(CrawlFixtures.fetched(text, body, "text/plain"), Candidate.seed(text, 0))
                .text())
        .isEqualTo("# Tide");
  }
}
