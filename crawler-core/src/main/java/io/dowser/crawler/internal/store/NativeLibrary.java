package io.dowser.crawler.internal.store;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.OptionalLibrary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteJDBCLoader;

/**
 * SQLite's native library, which the driver copies into a folder for temporary files and loads from
 * there.
 *
 * <p>The driver deletes its copy when the JVM exits. A killed JVM would leave it, with a lock file
 * that no later start removes. So the copy is deleted here as soon as it is loaded, where the
 * system reports which file that is: a Linux process keeps a library whose file was deleted.
 */
final class NativeLibrary {

  private static final Logger LOG = LoggerFactory.getLogger(NativeLibrary.class);
  private static final String LOCK = ".lck";
  private static final Pattern COPY = Pattern.compile("sqlite-[0-9.]+-[0-9a-f-]{36}-[^/ ]+");
  private static final int LARGER_THAN_THE_LIBRARY = 2 << 20;
  private static final Path LOADED_FILES = Path.of("/proc/self/maps");

  private NativeLibrary() {}

  /**
   * Loads the library, unless it is loaded.
   *
   * @throws CrawlException if the driver is missing, or if that fails; the message names the folder
   *     and what is wrong with it
   */
  static void load() {
    OptionalLibrary.SQLITE.require();
    try {
      SQLiteJDBCLoader.initialize();
    } catch (Exception | LinkageError e) {
      throw unloadable(e);
    }
    try {
      for (String copy : copies()) {
        Files.deleteIfExists(folder().resolve(copy));
        Files.deleteIfExists(folder().resolve(copy + LOCK));
      }
    } catch (IOException e) { // the driver tries again when the JVM exits
      LOG.debug("the copy of SQLite's native library cannot be deleted", e);
    }
  }

  /** Lists the copies that this process has loaded; the name of a deleted one has more words. */
  private static Set<String> copies() throws IOException {
    if (!Files.exists(LOADED_FILES)) {
      return Set.of();
    }
    try (Stream<String> lines = Files.lines(LOADED_FILES, StandardCharsets.ISO_8859_1)) {
      return lines
          .map(line -> line.substring(line.lastIndexOf('/') + 1))
          .filter(COPY.asMatchPredicate())
          .collect(Collectors.toSet());
    }
  }

  private static Path folder() {
    String usual = requireNonNull(System.getProperty("java.io.tmpdir"));
    return Path.of(System.getProperty("org.sqlite.tmpdir", usual)).toAbsolutePath();
  }

  private static CrawlException unloadable(Throwable cause) {
    Path folder = folder();
    String defect = defect(folder);
    return new CrawlException(
        "SQLite's native library cannot be loaded from "
            + folder
            + ": "
            + (defect == null ? cause.getMessage() : defect)
            + "; give a folder whose files may be executed with -Dorg.sqlite.tmpdir=FOLDER",
        cause);
  }

  /** Tries the folder, because the driver only logs why it failed. */
  private static @Nullable String defect(Path folder) {
    if (!Files.isDirectory(folder)) {
      return "there is no such folder";
    }
    try {
      Path probe = Files.createTempFile(folder, "dowser-", ".probe");
      try {
        Files.write(probe, new byte[LARGER_THAN_THE_LIBRARY]);
        boolean mayRun = probe.toFile().setExecutable(true) && Files.isExecutable(probe);
        return mayRun ? null : "its files must not be executed, it is mounted noexec";
      } finally {
        Files.delete(probe);
      }
    } catch (IOException e) {
      return "it cannot be written to (" + e + ")";
    }
  }
}
