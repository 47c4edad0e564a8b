package io.dowser.crawler.internal.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a crawl's file to the newest format, one format after the other, each in a transaction; so
 * a process that is killed leaves a file of one of them. Before the first one a backup is written
 * beside the file, unless an attempt before has written it. Not thread-safe.
 */
final class Migration {

  private static final Logger LOG = LoggerFactory.getLogger(Migration.class);

  private final Path file;
  private final Sql sql;

  Migration(Path file, Connection connection) {
    this.file = file;
    this.sql = new Sql(connection);
  }

  /** Changes nothing if the file has the newest format. */
  void run() throws IOException, SQLException {
    int format = StoreFormat.of(sql);
    List<StoreFormat.Addition> additions = StoreFormat.additionsTo(format);
    if (!additions.isEmpty()) {
      Path backup = backUp(format);
      int next = format;
      for (StoreFormat.Addition addition : additions) {
        add(addition, ++next);
      }
      LOG.info("{} was migrated from format {} to {}, {} is a backup", file, format, next, backup);
    }
  }

  /** A backup has its name only once it is complete. */
  private Path backUp(int format) throws IOException, SQLException {
    Path backup = file.resolveSibling(file.getFileName() + ".format" + format);
    if (!Files.exists(backup)) {
      Path part = file.resolveSibling(backup.getFileName() + ".part");
      Files.deleteIfExists(part);
      try {
        sql.execute("VACUUM INTO ?", part.toString());
        Files.move(part, backup, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return backup;
  }

  private void add(StoreFormat.Addition addition, int format) throws SQLException {
    sql.execute("BEGIN IMMEDIATE");
    try {
      for (String table : addition.tables()) {
        sql.execute(table);
      }
      StoreFormat.addSettings(sql, addition.settings());
      sql.execute("PRAGMA user_version=" + format);
      sql.execute("COMMIT");
    } catch (SQLException e) {
      sql.execute("ROLLBACK");
      throw e;
    }
  }
}
