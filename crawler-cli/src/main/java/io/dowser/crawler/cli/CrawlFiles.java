package io.dowser.crawler.cli;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.archive.PageSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

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

  boolean keepsTexts() {
    return texts;
  }

  Path warc() {
    return directory.resolve("warc");
  }

  Path texts() {
    return directory.resolve("texts");
  }

  /** Returns the file with the text of a page; one for all its versions. */
  Path text(CrawlUrl page) {
    byte[] url = page.toString().getBytes(StandardCharsets.UTF_8);
    return texts().resolve(UUID.nameUUIDFromBytes(url) + ".txt");
  }

  /** Returns the titles of relevant pages, which the store does not have. */
  Path titles() {
    return directory.resolve("titles.tsv");
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

  Path report() {
    return directory.resolve("report.html");
  }
}
