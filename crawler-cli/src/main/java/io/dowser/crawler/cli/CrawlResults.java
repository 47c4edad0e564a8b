package io.dowser.crawler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.archive.ExportFormat;
import io.dowser.crawler.internal.report.Csv;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoredPage;
import io.dowser.crawler.store.StoredVisit;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Writes what a crawl has found, as its store has it. */
final class CrawlResults {

  private static final int BLOCK = 10_000;

  private static final String CHANGE_COLUMNS =
      "time,what,url,version,relevance,links_added,links_removed,moved_to,reason";

  private static final String NOT_JUDGED_COLUMNS =
      "url,reason,original,fetched,links_from_seed,bytes";

  private final CrawlFiles files;

  CrawlResults(CrawlFiles files) {
    this.files = files;
  }

  /** Writes all files, prints their names, and returns the number of relevant pages. */
  long write(PrintWriter console) throws IOException {
    try (CrawlHistory history = CrawlHistory.open(files.directory())) {
      write(history, ExportFormat.CSV, files.csv());
      long relevant = write(history, ExportFormat.JSON_LINES, files.jsonLines());
      List<Change> changes = history.changes(Instant.EPOCH);
      Map<StoredVisit, Irrelevance> notJudged = notJudged(history, changes);
      if (!notJudged.isEmpty()) {
        Map<Long, CrawlUrl> originals = history.originals();
        replace(files.notJudged(), out -> notJudged(notJudged, originals, out));
        console.println("not judged, with the reason of each page: " + files.notJudged());
      }
      if (!changes.isEmpty()) {
        replace(files.changes(), out -> changes(changes, out));
        console.println("changes of all runs: " + files.changes());
      }
      history.writeHtml(files.report());
      console.println("relevant pages: " + files.csv() + ", " + files.jsonLines());
      console.println("report: " + files.report());
      return relevant;
    }
  }

  private static long write(CrawlHistory history, ExportFormat format, Path file)
      throws IOException {
    try (Stream<StoredPage> pages = history.pages(PageSelection.ALL)) {
      return format.write(pages, file);
    }
  }

  /** Returns the pages whose last version counts for nothing, with the reason. */
  private static Map<StoredVisit, Irrelevance> notJudged(
      CrawlHistory history, List<Change> changes) {
    Map<CrawlUrl, Optional<Irrelevance>> later = new HashMap<>();
    for (Change change : changes) {
      later.put(change.page(), change.irrelevance());
    }
    Map<StoredVisit, Irrelevance> pages = new LinkedHashMap<>();
    visits(
        history,
        visit ->
            later
                .getOrDefault(visit.page(), visit.irrelevance())
                .ifPresent(reason -> pages.put(visit, reason)));
    return pages;
  }

  /** Reads all visits in blocks, which keeps memory for some of them. */
  private static void visits(CrawlHistory history, Consumer<StoredVisit> each) {
    long from = 1;
    List<StoredVisit> block = history.visits(from, BLOCK);
    while (!block.isEmpty()) {
      block.forEach(each);
      from += BLOCK;
      block = history.visits(from, from + BLOCK - 1);
    }
  }

  /** Writes the contents of a file. */
  private interface Content {
    void write(Writer out) throws IOException;
  }

  private static void replace(Path file, Content content) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    // unlike a writer of Files, it takes halves of characters
    try (Writer out = new OutputStreamWriter(Files.newOutputStream(part), UTF_8)) {
      content.write(out);
    }
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void notJudged(
      Map<StoredVisit, Irrelevance> pages, Map<Long, CrawlUrl> originals, Writer out)
      throws IOException {
    out.write(Csv.BYTE_ORDER_MARK + NOT_JUDGED_COLUMNS + "\n");
    for (Map.Entry<StoredVisit, Irrelevance> page : pages.entrySet()) {
      StoredVisit visit = page.getKey();
      boolean isDuplicate = page.getValue() == Irrelevance.DUPLICATE;
      CrawlUrl original = isDuplicate ? originals.get(visit.number()) : null;
      out.write(
          Csv.line(
              visit.page(),
              page.getValue(),
              original == null ? "" : original,
              visit.time(),
              visit.depth(),
              visit.bytes()));
    }
  }

  private static void changes(List<Change> changes, Writer out) throws IOException {
    out.write(Csv.BYTE_ORDER_MARK + CHANGE_COLUMNS + "\n");
    for (Change change : changes) {
      out.write(
          Csv.line(
              change.time(),
              change.kind(),
              change.page(),
              change.version(),
              change.relevance(),
              change.linksAdded(),
              change.linksRemoved(),
              change.movedTo(),
              change.irrelevance().map(Irrelevance::toString).orElse("")));
    }
  }
}
