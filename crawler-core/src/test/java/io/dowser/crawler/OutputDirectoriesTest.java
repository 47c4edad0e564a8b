package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.archive.JsonLinesSink;
import io.dowser.crawler.archive.LuceneSink;
import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.archive.WarcSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Directories of all that a crawl writes are created, and those that cannot be are named. */
class OutputDirectoriesTest {

  @TempDir Path directory;

  private Path output;

  /** All sinks. */
  enum Sink {
    JSON_LINES,
    MARKDOWN,
    LUCENE,
    WARC;

    PageSink open(Path directory) {
      return switch (this) {
        case JSON_LINES -> JsonLinesSink.to(directory.resolve("pages.jsonl"));
        case MARKDOWN -> MarkdownSink.in(directory);
        case LUCENE -> LuceneSink.in(directory);
        case WARC -> WarcSink.in(directory);
      };
    }
  }

  @BeforeEach
  void name() {
    output = directory.resolve("not/yet/there");
  }

  @ParameterizedTest
  @EnumSource(Sink.class)
  void sinkCreatesItsDirectory(Sink sink) throws IOException {
    try (PageSink opened = sink.open(output)) {
      Crawls.run(
          Crawls.of(Crawls.chain(2), "http://chain.test/0")
              .persistence(Persistence.builder().pageSink(opened).build()));
    }

    assertThat(output).isNotEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(Sink.class)
  void sinkTakesADirectoryBehindALink(Sink sink) throws IOException {
    Path link = directory.resolve("link");
    Files.createSymbolicLink(link, Files.createDirectories(output));

    try (PageSink opened = sink.open(link)) {
      Crawls.run(
          Crawls.of(Crawls.chain(2), "http://chain.test/0")
              .persistence(Persistence.builder().pageSink(opened).build()));
    }

    assertThat(output).isNotEmptyDirectory();
  }

  @ParameterizedTest
  @EnumSource(Sink.class)
  void sinkNamesADirectoryThatCannotBeCreated(Sink sink) throws IOException {
    Files.createFile(directory.resolve("not"));

    assertThatThrownBy(() -> sink.open(output))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining(output.toString());
  }

  @Test
  void crawlIndexAndReportsCreateTheirDirectories() throws IOException {
    Path store = output.resolve("crawl");
    CrawlReport report =
        Crawls.run(Crawls.of(Crawls.chain(2), "http://chain.test/0").directory(store));
    report.writeHtml(output.resolve("reports/a/run.html"));
    try (CrawlHistory history = CrawlHistory.open(store)) {
      history.writeHtml(output.resolve("reports/b/all.html"));
    }
    Path pages = WebArchives.of(Map.of("http://a.test/", "a"), directory);
    ReplayFetcher.builder(pages).indexDirectory(output.resolve("index/a")).open().close();

    assertThat(output.resolve("reports/a/run.html")).isNotEmptyFile();
    assertThat(output.resolve("reports/b/all.html")).isNotEmptyFile();
    assertThat(output.resolve("index/a")).isNotEmptyDirectory();
  }
}
