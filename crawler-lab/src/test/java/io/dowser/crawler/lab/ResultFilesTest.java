package io.dowser.crawler.lab;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JSON and CSV of a comparison of three strategies on two questions. */
class ResultFilesTest {

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?");

  private static final Pattern NUMBER_ONLY = Pattern.compile("-?[0-9][0-9.]*(E-?[0-9]+)?");

  @TempDir Path directory;
  private SmallWeb web = new SmallWeb(Path.of("."));

  @BeforeEach
  void compare() throws IOException {
    web = SmallWeb.in(directory);
    Files.writeString(web.file("dust.topic"), "dust\ndry");
    Files.writeString(web.file("dust.labels"), SmallWeb.ROOT + "page1a\t1\n");
    CommandRun run =
        CommandRun.of(
            web.compare(
                "--topic=" + web.file("dust.topic"),
                "--labels=" + web.file("dust.labels"),
                "--strategies=random,breadth-first,best-first",
                "--guide=topic-terms,labels",
                "--budget=8"));
    assertThat(run.exitCode()).as(run.err()).isZero();
  }

  /** All numbers by their paths, such as {@code /guides/0/strategies/1/measures/LP/mean}. */
  private Map<String, Double> json() throws IOException {
    Map<String, Double> numbers = new HashMap<>();
    try (JsonParser json = new JsonFactory().createParser(web.file("out/results.json").toFile())) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token.isNumeric()) {
          numbers.put(json.getParsingContext().pathAsPointer().toString(), json.getDoubleValue());
        }
      }
    }
    return numbers;
  }

  @Test
  void numbersOfAllFilesAreTheSame() throws IOException {
    Map<String, Double> json = json();
    List<String> csv = Files.readAllLines(web.file("out/results.csv"));
    double recall =
        Files.readAllLines(web.file("out/runs.csv")).stream()
            .filter(line -> line.startsWith("labels,breadth-first,2,"))
            .mapToDouble(line -> Double.parseDouble(line.split(",", -1)[10]))
            .average()
            .orElseThrow();

    assertThat(json.get("/guides/1/strategies/1/questions/dust/target recall/mean"))
        .isEqualTo(recall, within(1e-9));
    assertThat(csv)
        .anyMatch(line -> line.startsWith("labels,breadth-first,dust,8,target recall," + recall));
    double after =
        requireNonNull(json.get("/guides/1/strategies/1/afterPages/2/LP/difference/low"));
    assertThat(csv)
        .filteredOn(line -> line.startsWith("labels,breadth-first,all,2,LP,"))
        .singleElement()
        .satisfies(line -> assertThat(line.split(",", -1)[9]).isEqualTo(String.valueOf(after)));
    assertThat(json).containsKey("/guides/1/strategies/2/friedmanRanks/mean");
  }

  @Test
  void everyNumberOfTheTablesIsInJsonAndCsv() throws IOException {
    Map<String, Double> json = json();
    Set<String> inJson = new HashSet<>();
    json.forEach(
        (path, value) -> {
          addTexts(inJson, value);
          if (path.endsWith("/mean")) {
            Double high = json.get(path.replaceFirst("mean$", "high"));
            addTexts(inJson, high == null ? 0 : high - value);
          }
        });
    Set<String> inCsv = new HashSet<>();
    for (String line : Files.readAllLines(web.file("out/results.csv"))) {
      String[] cells = line.split(",", -1);
      addTexts(inCsv, cells, 3, 5);
      addTexts(inCsv, cells, 5, 7);
      addTexts(inCsv, cells, 8, 10);
    }

    List<String> shown = numbersOfTables();
    assertThat(shown).hasSizeGreaterThan(150);
    assertThat(inJson).containsAll(shown);
    assertThat(inCsv).containsAll(shown);
  }

  /** A number, and how far it is to another one of the line. */
  private static void addTexts(Set<String> texts, String[] cells, int mean, int high) {
    if (NUMBER_ONLY.matcher(cells[mean]).matches()) {
      double value = Double.parseDouble(cells[mean]);
      addTexts(texts, value);
      if (NUMBER_ONLY.matcher(cells[high]).matches()) {
        addTexts(texts, Double.parseDouble(cells[high]) - value);
      }
    }
  }

  private static void addTexts(Set<String> texts, double value) {
    for (int decimals = 0; decimals <= 3; decimals++) {
      texts.add(String.format(Locale.ROOT, "%." + decimals + "f", Math.abs(value)));
    }
  }

  private List<String> numbersOfTables() throws IOException {
    return Jsoup.parse(Files.readString(web.file("out/report.html")))
        .select("table:has(th:matchesOwn(^(strategy|method)$))")
        .not("table:has(th:matchesOwn(^(settings|link)$))") // of settings, and of single pages
        .select("tbody tr")
        .stream()
        .flatMap(row -> row.select("td").stream().skip(1))
        .flatMap(cell -> NUMBER.matcher(cell.text()).results())
        .map(MatchResult::group)
        .map(text -> text.replaceFirst("^[+-]", ""))
        .toList();
  }

  @Test
  void markdownIsASummary() throws IOException {
    assertThat(Files.readAllLines(web.file("out/results.md")))
        .filteredOn(line -> line.startsWith("**"))
        .containsExactly(
            "**Guides side by side**",
            "**Target recall, difference to best-first in each question, run by run;"
                + " the last interval is over the questions**",
            "**Questions**");
  }
}
