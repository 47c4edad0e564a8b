package io.dowser.crawler;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** Looks into the directories of crawls with nothing but SQL. */
public final class StoredCrawls {

  private StoredCrawls() {}

  /** The URLs of the visited pages in the order of their visits. */
  public static List<String> visited(Path directory) {
    return strings(
        directory,
        "SELECT u.url FROM visit v JOIN url u ON u.id = v.url"
            + " WHERE v.number IS NOT NULL ORDER BY v.number");
  }

  /** Everything that a crawl decides, a line each: visits with scores, links, URLs. */
  static List<String> story(Path directory) {
    List<String> story = new ArrayList<>();
    story.addAll(
        strings(
            directory,
            "SELECT concat_ws(' ', id, url, number, status, page, relevance, relevant, score,"
                + " depth, parent, hex(carry), first_link, links) FROM visit ORDER BY id"));
    story.addAll(
        strings(
            directory,
            "SELECT concat_ws(' ', id, source, target, score, kind, anchor, tie, hex(features))"
                + " FROM link ORDER BY id"));
    story.addAll(
        strings(directory, "SELECT concat_ws(' ', id, url, depth, referrer) FROM url ORDER BY id"));
    return story;
  }

  public static List<String> strings(Path directory, String sql) {
    List<String> strings = new ArrayList<>();
    try (var connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("crawl.db"));
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        strings.add(rows.getString(1));
      }
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
    return strings;
  }

  /** DuplicatePages a crawl's files as they are, as if its process had died now. */
  public static Path copy(Path directory, Path target) {
    try {
      Files.createDirectories(target);
      for (String name : List.of("crawl.db", "crawl.db-wal")) {
        if (Files.exists(directory.resolve(name))) {
          Files.copy(directory.resolve(name), target.resolve(name));
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return target;
  }

  /** Returns the contents of all files in a directory, unpacked, a character a byte. */
  static List<String> texts(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).map(StoredCrawls::text).toList();
    }
  }

  private static String text(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      boolean packed = file.toString().endsWith(".gz");
      return new String(
          packed ? new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes() : bytes,
          ISO_8859_1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the copy of a crawl. */
  static void delete(Path directory) throws IOException {
    for (String name :
        List.of("crawl.db", "crawl.db-wal", "crawl.db-shm", "crawl.lock", "known.urls")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    Files.delete(directory);
  }
}
