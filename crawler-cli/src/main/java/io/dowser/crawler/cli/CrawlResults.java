package io.dowser.crawler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.CrawlUrl;
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
import java.util.StringJoiner;
import java.util.regex.Pattern;

/** Writes what a crawl has found, as its store has it. */
final class CrawlResults {

  /** Without it, spreadsheets take UTF-8 for another charset. */
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /**
   * Begins a formula, also in the full-width and small forms of Unicode, and behind characters that
   * nothing shows.
   */
  private static final Pattern FORMULA =
      Pattern.compile(
          "(^|\\r\\n|[;\t|\n\r])([\\s\\p{Cc}\\p{Cf}\\p{Z}]*"
              + "[=+@\\-\uFF1D\uFF0B\uFF20\uFF0D\uFE66\uFE62\uFE6B\uFE63\u2212])");

  private static final Pattern QUOTED = Pattern.compile("[\",;\t|\n\r]");

  private static final String PAGE_COLUMNS =
      "url,title,relevance,fetched,links_from_seed,bytes,text";
  private static final String CHANGE_COLUMNS =
      "time,what,url,version,relevance,links_added,links_removed,moved_to,reason";

  private static final String NOT_JUDGED_COLUMNS = "url,reason,fetched,links_from_seed,bytes";

  private final CrawlFiles files;

  CrawlResults(CrawlFiles files) {
    this.files = files;
  }

  /** Writes all files, prints their names, and returns the number of relevant pages. */
  int write(PrintWriter console) throws IOException {
    try (CrawlHistory history = CrawlHistory.open(files.directory())) {
      List<RelevantPage> pages = RelevantPage.of(history, files);
      replace(files.csv(), out -> csv(pages, out));
      replace(files.jsonLines(), out -> jsonLines(pages, out));
      List<Change> changes = history.changes(Instant.EPOCH);
      Map<StoredVisit, Irrelevance> notJudged = notJudged(history, changes);
      if (!notJudged.isEmpty()) {
        replace(files.notJudged(), out -> notJudged(notJudged, out));
        console.println("pages that were not judged: " + files.notJudged());
      }
      if (!changes.isEmpty()) {
        replace(files.changes(), out -> changes(changes, out));
        console.println("changes of all runs: " + files.changes());
      }
      history.writeHtml(files.report());
      console.println("relevant pages: " + files.csv() + ", " + files.jsonLines());
      console.println("report: " + files.report());
      return pages.size();
    }
  }

  /** Returns the pages whose last version counts for nothing, with the reason. */
  private static Map<StoredVisit, Irrelevance> notJudged(CrawlHistory history, List<Change> changes)
      throws IOException {
    Map<CrawlUrl, Optional<Irrelevance>> later = new HashMap<>();
    for (Change change : changes) {
      later.put(change.page(), change.irrelevance());
    }
    Map<StoredVisit, Irrelevance> pages = new LinkedHashMap<>();
    RelevantPage.visits(
        history,
        visit ->
            later
                .getOrDefault(visit.page(), visit.irrelevance())
                .ifPresent(reason -> pages.put(visit, reason)));
    return pages;
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

  private static void csv(List<RelevantPage> pages, Writer out) throws IOException {
    out.write(BYTE_ORDER_MARK + PAGE_COLUMNS + "\n");
    for (RelevantPage page : pages) {
      out.write(
          line(
              page.url(),
              page.title(),
              page.relevance(),
              page.fetched(),
              page.depth(),
              page.bytes(),
              page.text()));
    }
  }

  private static void notJudged(Map<StoredVisit, Irrelevance> pages, Writer out)
      throws IOException {
    out.write(BYTE_ORDER_MARK + NOT_JUDGED_COLUMNS + "\n");
    for (Map.Entry<StoredVisit, Irrelevance> page : pages.entrySet()) {
      StoredVisit visit = page.getKey();
      out.write(line(visit.page(), page.getValue(), visit.time(), visit.depth(), visit.bytes()));
    }
  }

  private static void changes(List<Change> changes, Writer out) throws IOException {
    out.write(BYTE_ORDER_MARK + CHANGE_COLUMNS + "\n");
    for (Change change : changes) {
      out.write(
          line(
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

  private static String line(Object... cells) {
    var line = new StringJoiner(",", "", "\n");
    for (Object cell : cells) {
      line.add(cell(String.valueOf(cell)));
    }
    return line.toString();
  }

  /**
   * Quotes a cell (RFC 4180). A page must not plant a formula: an apostrophe goes before each that
   * begins the cell, or would begin one in a spreadsheet that separates cells by semicolons, tabs
   * or bars, where quotes within a cell do not hold.
   */
  static String cell(String text) {
    String safe = FORMULA.matcher(text).replaceAll("$1'$2");
    return QUOTED.matcher(safe).find() ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
  }

  private static void jsonLines(List<RelevantPage> pages, Writer out) throws IOException {
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.setRootValueSeparator(null);
      for (RelevantPage page : pages) {
        json.writeStartObject();
        json.writeStringField("url", page.url().toString());
        json.writeStringField("title", page.title());
        json.writeNumberField("relevance", page.relevance());
        json.writeStringField("fetched", page.fetched().toString());
        json.writeNumberField("linksFromSeed", page.depth());
        json.writeNumberField("bytes", page.bytes());
        if (!page.text().isEmpty()) {
          json.writeStringField("text", page.text());
        }
        json.writeEndObject();
        json.writeRaw('\n');
      }
    }
  }
}
