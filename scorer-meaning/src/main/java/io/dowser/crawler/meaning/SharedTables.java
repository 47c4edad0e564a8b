package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tables of a crawl by their files, so that judge and scorers load each once. Thread-safe. */
final class SharedTables {

  private static final String SETTING = "table";

  private final Map<String, MeaningTable> tables = new ConcurrentHashMap<>();

  /** Returns the table that the settings name, by default that for English. */
  static MeaningTable of(Settings settings, CrawlContext context) {
    String file =
        settings
            .text(
                SETTING,
                "",
                "a file",
                "a table made by studies meaning-table; by default that for English")
            .strip();
    SharedTables shared = context.shared().get(SharedTables.class, SharedTables::new);
    return shared.tables.computeIfAbsent(file, SharedTables::load);
  }

  private static MeaningTable load(String file) {
    if (file.isEmpty()) {
      return MeaningTable.english();
    }
    try {
      Path path = Path.of(file);
      if (Files.isRegularFile(path)) {
        return MeaningTable.load(path);
      }
    } catch (InvalidPathException e) {
      // refused below, as is a file that does not exist
    } catch (IOException e) {
      throw new CrawlException("setting '" + SETTING + "': " + file + " cannot be read", e);
    }
    throw new SettingException(SETTING, file, "a file");
  }
}
