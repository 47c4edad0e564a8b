package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page about directories of crawls, and the file with it, name every column of the tables. */
class DocumentedTablesTest {

  private static final Path PAGE = Path.of("..", "docs", "store.md");
  private static final Path COLUMNS = Path.of("..", "docs", "store-columns.tsv");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(.*)` \\|.+\\|$");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"url", "visit", "link"})
  void everyColumnIsOnThePageAndNoOther(String table) throws Exception {
    assumeTrue(Files.exists(PAGE), PAGE + " is absent");
    String page = Files.readString(PAGE);
    int begin = page.indexOf("| `" + table + "` |");
    String rows = page.substring(page.indexOf('\n', begin), page.indexOf("\n\n", begin));

    List<String> columns = new ArrayList<>();
    ROW.matcher(rows)
        .results()
        .forEach(row -> columns.addAll(List.of(row.group(1).split("`, `", -1))));

    assertThat(columns).containsExactlyInAnyOrderElementsOf(stored(table));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "page",
        "excerpt",
        "answer",
        "change",
        "pending",
        "later_link",
        "run",
        "skipped",
        "explanation"
      })
  void everyColumnIsInTheFileAndNoOther(String table) throws Exception {
    assumeTrue(Files.exists(COLUMNS), COLUMNS + " is absent");
    List<String> columns = new ArrayList<>();
    for (String line : Files.readAllLines(COLUMNS)) {
      List<String> cells = List.of(line.split("\t", -1));
      if (cells.get(0).equals(table)) {
        columns.addAll(List.of(cells.get(1).split(", ", -1)));
      }
    }

    assertThat(columns).containsExactlyInAnyOrderElementsOf(stored(table));
  }

  private List<String> stored(String table) throws Exception {
    try (Crawler crawler =
        Crawls.of(Crawls.chain(2), "http://chain.test/0").directory(directory).build()) {
      crawler.run().orThrow();
    }
    return StoredCrawls.strings(directory, "SELECT name FROM pragma_table_info('" + table + "')");
  }
}
