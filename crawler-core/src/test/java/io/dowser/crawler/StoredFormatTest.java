package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The directory of an earlier version continues: {@code format-1.sql} has one after 4 of 8 pages.
 * If this test fails, the tables, the settings or the states have changed: a release must then
 * raise the number of the format and migrate the file. Before the first release, {@code
 * -Ddowser.update=true} writes the file again.
 */
class StoredFormatTest {

  private static final InMemoryWeb WEB = Crawls.chain(8);

  private static final Path FORMAT_1 = Path.of("src/test/resources/io/dowser/crawler/format-1.sql");

  @TempDir Path directory;

  @Test
  void directoryOfAnEarlierVersionContinues() throws Exception {
    if (Boolean.getBoolean("dowser.update")) {
      crawl(directory.resolve("new"), 4);
      Files.writeString(FORMAT_1, dump(directory.resolve("new")));
    }
    Path old = restored();

    try (CrawlHistory history = CrawlHistory.open(old)) {
      assertThat(history.visits(1, 100)).hasSize(4);
      assertThat(history.verify()).isEmpty();
    }
    crawl(old, 8);

    assertThat(StoredCrawls.visited(old)).hasSize(8).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE page ADD COLUMN note TEXT",
        "ALTER TABLE page DROP COLUMN links",
        "ALTER TABLE visit RENAME COLUMN bytes TO size"
      })
  void otherColumnsAreNamedAndAreNoDamage(String change) throws Exception {
    Path old = restored();
    execute(old, List.of(change));
    String table = change.split(" ", 4)[2];

    assertThatThrownBy(() -> Crawler.resume(old))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another version of the library")
        .hasMessageContaining("table " + table + " must be 'CREATE TABLE " + table)
        .hasMessageNotContaining("damaged");
  }

  private static void crawl(Path directory, long pages) {
    Crawls.of(WEB, "http://chain.test/0")
        .directory(directory)
        .maxPages(pages)
        .build()
        .run()
        .orThrow();
  }

  private Path restored() throws IOException, SQLException {
    Path old = Files.createDirectory(directory.resolve("old"));
    execute(old, Files.readAllLines(FORMAT_1));
    return old;
  }

  private static void execute(Path directory, List<String> statements) throws SQLException {
    try (Connection connection = open(directory);
        var statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  /** Returns statements, a line each, that create a directory's file again. */
  private static String dump(Path directory) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Connection connection = open(directory)) {
      for (String pragma : List.of("page_size", "application_id", "user_version")) {
        lines.add("PRAGMA " + pragma + "=" + strings(connection, "PRAGMA " + pragma).get(0));
      }
      lines.addAll(
          strings(connection, "SELECT sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY rowid"));
      String tables = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
      for (String table : strings(connection, tables)) {
        String columns =
            String.join(
                ") || ',' || quote(",
                strings(connection, "SELECT name FROM pragma_table_info('" + table + "')"));
        lines.addAll(
            strings(
                connection,
                "SELECT replace('INSERT INTO "
                    + table
                    + " VALUES (' || quote("
                    + columns
                    + ") || ')', char(10), '''||char(10)||''') FROM "
                    + table));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  private static Connection open(Path directory) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
  }

  private static List<String> strings(Connection connection, String sql) throws SQLException {
    List<String> strings = new ArrayList<>();
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    }
    return strings;
  }
}
