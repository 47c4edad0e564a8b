package io.dowser.crawler.cli;

import io.dowser.crawler.archive.MarkdownSink;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The files in the directory of a crawl. Which pages are kept is known by the directories {@code
 * warc} and {@code texts}, so that a later run keeps the same.
 */
final class CrawlFiles {

  private final Path directory;
  private boolean warc;
  private boolean texts;

  CrawlFiles(Path directory) {
    this.directory = directory;
    this.warc = Files.isDirectory(warc());
    this.texts = Files.isDirectory(texts());
  }

  void keep(boolean allPages, boolean allTexts) {
    warc |= allPages;
    texts |= allTexts;
  }

  /** Creates the directories that a later run looks for. */
  void create() throws IOException {
    if (warc) {
      Files.createDirectories(warc());
    }
    if (texts) {
      Files.createDirectories(texts());
    }
  }

  PageSink sink() {
    return new PageOutput(this);
  }

  Path directory() {
    return directory;
  }

  boolean hasCrawl() {
    return Files.exists(directory.resolve("crawl.db"));
  }

  boolean keepsPages() {
    return warc;
  }

  Path warc() {
    return directory.resolve("warc");
  }

  Path texts() {
    return directory.resolve("texts");
  }

  /** Returns what writes and names the files with texts of pages, if they are kept. */
  Optional<MarkdownSink> textSink() {
    return texts ? Optional.of(MarkdownSink.in(texts())) : Optional.empty();
  }

  Path csv() {
    return directory.resolve("pages.csv");
  }

  Path jsonLines() {
    return directory.resolve("pages.jsonl");
  }

  Path changes() {
    return directory.resolve("changes.csv");
  }

  Path notJudged() {
    return directory.resolve("not-judged.csv");
  }

  Path report() {
    return directory.resolve("report.html");
  }
}
