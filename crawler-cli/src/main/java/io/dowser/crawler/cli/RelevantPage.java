package io.dowser.crawler.cli;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.CrawlHistory.Change.Kind;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.store.StoredVisit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A relevant page of a crawl, as it was when it was last checked.
 *
 * @param url after redirects
 * @param title empty if it has none
 * @param relevance 0 to 1
 * @param fetched when its last version was fetched first
 * @param depth links between it and a seed
 * @param bytes size of its body, decoded
 * @param text the file with its text, relative to the directory; empty if there is none
 */
record RelevantPage(
    CrawlUrl url,
    String title,
    double relevance,
    Instant fetched,
    int depth,
    long bytes,
    String text) {

  private static final int BLOCK = 10_000;

  /** Returns the pages that are there and relevant, the most relevant first. */
  static List<RelevantPage> of(CrawlHistory history, CrawlFiles files) throws IOException {
    Map<CrawlUrl, Kind> states = new HashMap<>();
    Map<CrawlUrl, Change> versions = new HashMap<>();
    for (Change change : history.changes(Instant.EPOCH)) {
      states.put(change.page(), change.kind());
      if (change.kind() == Kind.CHANGED) {
        versions.put(change.page(), change);
      }
    }
    Map<String, String> titles = titles(files.titles());
    List<RelevantPage> pages = new ArrayList<>();
    visits(
        history,
        visit -> {
          Change version = versions.get(visit.page());
          boolean relevant = version == null ? visit.relevant() : version.relevant();
          if (relevant && isThere(states.get(visit.page()))) {
            pages.add(of(visit, version, titles, files));
          }
        });
    pages.sort(Comparator.comparingDouble(RelevantPage::relevance).reversed());
    return pages;
  }

  private static boolean isThere(@Nullable Kind last) {
    return last != Kind.GONE && last != Kind.MOVED;
  }

  private static RelevantPage of(
      StoredVisit visit, @Nullable Change version, Map<String, String> titles, CrawlFiles files) {
    Optional<Path> text =
        files.textSink().map(texts -> texts.fileOf(visit.page())).filter(Files::exists);
    return new RelevantPage(
        visit.page(),
        titles.getOrDefault(visit.page().toString(), ""),
        version == null ? visit.relevance() : version.relevance(),
        version == null ? visit.time() : version.time(),
        visit.depth(),
        version == null ? visit.bytes() : version.bytes(),
        text.map(file -> files.directory().relativize(file).toString()).orElse(""));
  }

  /** Reads all visits in blocks, which keeps memory for the relevant ones. */
  static void visits(CrawlHistory history, Consumer<StoredVisit> each) {
    long from = 1;
    List<StoredVisit> block = history.visits(from, BLOCK);
    while (!block.isEmpty()) {
      block.forEach(each);
      from += BLOCK;
      block = history.visits(from, from + BLOCK - 1);
    }
  }

  /**
   * Reads titles by URL; the last one of a page counts, and half a line of a killed run does not.
   */
  private static Map<String, String> titles(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Map.of();
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .map(line -> line.split("\t", 2))
          .filter(cells -> cells.length == 2)
          .collect(Collectors.toMap(cells -> cells[0], cells -> cells[1], (first, last) -> last));
    }
  }
}
