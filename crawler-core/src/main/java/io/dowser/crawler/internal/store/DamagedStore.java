package io.dowser.crawler.internal.store;

import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sqlite.SQLiteConfig;

/** Copies what can be read of a damaged store into a new one. Not thread-safe. */
public final class DamagedStore {

  private final Path to;
  private final Connection source;
  private final Connection target;

  private DamagedStore(Path to, Connection source, Connection target) {
    this.to = to;
    this.source = source;
    this.target = target;
  }

  public static StoreRepair repair(Path from, Path to) {
    if (!Files.isRegularFile(from.resolve(StoreFile.NAME))) {
      throw new StoreException(from, "has no file " + StoreFile.NAME + " to be saved", null);
    }
    if (Files.exists(to)) {
      throw new StoreException(to, "exists; a repair needs a new one", null);
    }
    try {
      Path part = StoreFile.newPart(Files.createDirectories(to));
      try {
        StoreRepair repair = copy(from, to, part);
        StoreFile.complete(part);
        return repair;
      } finally {
        Files.deleteIfExists(part);
        if (!StoreFile.exists(to)) {
          Files.delete(to);
        }
      }
    } catch (IOException | SQLException e) {
      throw new StoreException(to, "cannot be written: " + e, e);
    }
  }

  private static StoreRepair copy(Path from, Path to, Path part) throws SQLException {
    StoreFile.writeTables(part);
    var config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.MEMORY);
    config.setSynchronous(SQLiteConfig.SynchronousMode.OFF);
    try (Connection source = open(from);
        Connection target = SqliteConnections.open(config, "jdbc:sqlite:" + part)) {
      source.setAutoCommit(false); // one moment of a crawl that continues
      target.setAutoCommit(false);
      StoreRepair repair = new DamagedStore(to, source, target).copy();
      target.commit();
      return repair;
    }
  }

  private static Connection open(Path from) {
    try {
      return StoreFile.connectDamaged(from);
    } catch (SQLException e) {
      String words = "is damaged beyond repair, restore a copy of it: " + e.getMessage();
      throw new StoreException(from, words, e);
    }
  }

  private StoreRepair copy() throws SQLException {
    Set<String> incomplete = new TreeSet<>();
    List<String> tables =
        new Sql(target)
            .list("SELECT name FROM sqlite_schema WHERE type = 'table'", row -> row.getString(1));
    for (String table : tables) {
      if (!new TableCopy(source, target, to, table).copy()) {
        incomplete.add(table);
      }
    }
    Set<String> lostStates = incomplete.contains("state") ? lostStates() : Set.of();
    return new RepairedStore(target, incomplete, lostStates).repair();
  }

  /** Returns the names of states with lost rows. */
  private Set<String> lostStates() throws SQLException {
    Map<String, Integer> parts;
    try { // the index may have what the table has not
      parts = parts(source, "state INDEXED BY sqlite_autoindex_state_1");
    } catch (SQLException e) {
      return Set.of(RepairedStore.UNKNOWN_STATE);
    }
    parts.entrySet().removeAll(parts(target, "state").entrySet());
    return parts.keySet();
  }

  private static Map<String, Integer> parts(Connection connection, String table)
      throws SQLException {
    Map<String, Integer> parts = new TreeMap<>();
    new Sql(connection)
        .each(
            "SELECT name, count(part) FROM " + table + " GROUP BY name",
            row -> parts.put(row.getString(1), row.getInt(2)));
    return parts;
  }
}
