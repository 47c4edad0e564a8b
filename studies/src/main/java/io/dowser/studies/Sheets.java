package io.dowser.studies;

import io.dowser.crawler.store.StoredVisit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Files in which readers judge pages: a line for each, with its number, URL and 0 or 1. */
final class Sheets {

  private static final String HEAD = "page\turl\trelevant";
  private static final int COLUMNS = 3;

  private Sheets() {}

  static Path file(Path directory, int reader) {
    return directory.resolve("reader-" + reader + ".tsv");
  }

  static void write(Path sheet, List<StoredVisit> visits) throws IOException {
    write(sheet, visits.stream().map(visit -> line(visit, "")));
  }

  /** Writes the decisions of the judge of the crawl, which readers should not see. */
  static void writeVerdicts(Path directory, List<StoredVisit> visits) throws IOException {
    write(
        verdicts(directory),
        visits.stream().map(visit -> line(visit, visit.relevant() ? "1" : "0")));
  }

  static Path verdicts(Path directory) {
    return directory.resolve("judge.tsv");
  }

  private static String line(StoredVisit visit, String verdict) {
    return visit.number() + "\t" + visit.page() + "\t" + verdict;
  }

  private static void write(Path sheet, Stream<String> lines) throws IOException {
    Files.write(sheet, Stream.concat(Stream.of(HEAD), lines).toList(), StandardCharsets.UTF_8);
  }

  /** Reads a sheet: for each URL, whether it is relevant; empty where that is not filled in yet. */
  static Map<String, Optional<Boolean>> read(Path sheet) throws IOException {
    Map<String, Optional<Boolean>> verdicts = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(sheet, StandardCharsets.UTF_8);
    for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
      String[] columns = line.split("\t", -1);
      String last = columns[columns.length - 1].strip();
      if (columns.length != COLUMNS || !(last.isEmpty() || last.equals("0") || last.equals("1"))) {
        throw new StudyException(
            sheet + ": a line must be page, tab, URL, tab, 0 or 1, but was '" + line + "'");
      }
      verdicts.put(columns[1], last.isEmpty() ? Optional.empty() : Optional.of(last.equals("1")));
    }
    return verdicts;
  }
}
