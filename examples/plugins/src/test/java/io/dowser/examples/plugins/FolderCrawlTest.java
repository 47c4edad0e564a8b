package io.dowser.examples.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.Strategy;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
  void sinkWritesAFileForEachPageAndReplacesItTheSecondTime() throws IOException {
    crawl("http://docs.test/").orThrow();
    Path folder = directory.resolve("texts");
    try (var sink = new TextFolderSink(folder)) {
      for (Visit visit : visits) {
        sink.page(visit);
        sink.page(visit);
      }
    }

    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(3).map(FolderCrawlTest::read).contains(read(folder, "tide.md"));
    }
  }

  private static String read(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(FolderCrawlTest::read).filter(s -> s.contains(name)).findFirst().orElse("");
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(file.toString(), e);
    }
  }
}
