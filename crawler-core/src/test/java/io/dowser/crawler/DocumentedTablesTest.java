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

/** The page about directories of crawls names every column of the tables that users read. */
class DocumentedTablesTest {

  private static final Path PAGE = Path.of("..", "docs", "store.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(.*)` \\|.+\\|$");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"url", "visit", "link", "run", "skipped", "explanation"})
  void everyColumnIsOnThePageAndNoOther(String table) throws Exception {
    assumeTrue(Files.exists(PAGE), PAGE + " is absent");
    try (Crawler crawler =
        Crawls.of(Crawls.chain(2), "http://chain.test/0").directory(directory).build()) {
      crawler.run().orThrow();
    }
    String page = Files.readString(PAGE);
    int begin = page.indexOf("| `" + table + "` |");
    String rows = page.substring(page.indexOf('\n', begin), page.indexOf("\n\n", begin));

    List<String> columns = new ArrayList<>();
    ROW.matcher(rows)
        .results()
        .forEach(row -> columns.addAll(List.of(row.group(1).split("`, `", -1))));

    assertThat(columns)
        .containsExactlyInAnyOrderElementsOf(
            StoredCrawls.strings(directory, "SELECT name FROM pragma_table_info('" + table + "')"));
  }
}
