package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.dowser.crawler.api.CrawlException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * The record of committed rounds in a crawl's directory, one file for each.
 *
 * <p>A round writes its tables into directories of its own, which nobody reads. It becomes visible
 * when its record appears, all at once: written under another name and renamed, or, in an object
 * store, where an object appears when it is complete, created under its name; either way only if
 * there is none of that name. Directories that no record names are what a broken round has left,
 * and are removed by {@link #removeLeftovers}.
 *
 * <p>For the driver alone. A driver claims the directory when it begins, by a file with its mark,
 * and looks for its mark before it removes or commits anything: whoever came first is told that
 * another one works there now. If both commit at the same moment, the record of one exists already.
 */
final class CommitLog {

  private static final Pattern NAME = Pattern.compile("r\\d{8}\\.json");
  private static final Pattern OF_ROUND = Pattern.compile("r\\d{8}(-.*)?");
  private static final String DRIVER = "driver";
  private static final Set<String> OBJECT_STORES = Set.of("s3a", "gs", "abfs", "abfss");
  private static final List<String> TABLES =
      List.of(CrawlLayout.URLS, CrawlLayout.HOSTS, CrawlLayout.RANKS);

  /** Tables with a directory for each round, all of which stay. */
  private static final List<String> ROUND_TABLES =
      List.of(
          CrawlLayout.VISITS,
          CrawlLayout.LINKS,
          CrawlLayout.NEWS,
          CrawlLayout.PAGES,
          CrawlLayout.WARC);

  private final Path directory;
  private final Path commits;
  private final FileSystem files;
  private final Configuration configuration;
  private @Nullable String mark;

  private CommitLog(Path directory, Configuration configuration) throws IOException {
    this.configuration = configuration;
    this.files = directory.getFileSystem(configuration);
    this.directory = files.makeQualified(directory);
    this.commits = new Path(this.directory, CrawlLayout.COMMITS);
  }

  /**
   * Opens the log of a crawl.
   *
   * @param directory the crawl's directory; made if it does not exist
   * @throws CrawlException if it cannot be used
   */
  static CommitLog open(String directory, Configuration configuration) {
    try {
      var log = new CommitLog(new Path(directory), configuration);
      log.files.mkdirs(log.commits);
      return log;
    } catch (IOException | IllegalArgumentException e) {
      throw new CrawlException("the directory '" + directory + "' cannot be used: " + e, e);
    }
  }

  /** Takes the directory from a driver that may still work there. */
  void claim() {
    String own = UUID.randomUUID().toString();
    try (FSDataOutputStream out = files.create(new Path(commits, DRIVER), true)) {
      out.write(own.getBytes(UTF_8));
    } catch (IOException e) {
      throw new CrawlException("the directory '" + directory + "' cannot be used: " + e, e);
    }
    mark = own;
  }

  private void refuseIfTaken() throws IOException {
    if (mark != null && !mark.equals(text(new Path(commits, DRIVER)))) {
      throw new CrawlException("another driver works in '" + directory + "' now");
    }
  }

  private String text(Path file) throws IOException {
    try (var in = files.open(file)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  /** Gives the full path of something below the crawl's directory. */
  String path(String name) {
    return new Path(directory, name).toString();
  }

  /** Reads the latest record, if there is one. */
  Optional<Commit> latest() {
    try {
      String last = "";
      for (FileStatus file : files.listStatus(commits)) {
        String name = file.getPath().getName();
        if (NAME.matcher(name).matches() && name.compareTo(last) > 0) {
          last = name;
        }
      }
      return last.isEmpty() ? Optional.empty() : Optional.of(read(new Path(commits, last)));
    } catch (IOException e) {
      throw new CrawlException("the commits in '" + commits + "' cannot be read: " + e, e);
    }
  }

  private Commit read(Path file) throws IOException {
    return Commit.parse(text(file));
  }

  /**
   * Makes a round visible.
   *
   * @throws CrawlException if that fails, the round was committed already, or another driver has
   *     claimed the directory
   */
  void commit(Commit commit) {
    Path file = new Path(commits, CrawlLayout.round(commit.round()) + ".json");
    try {
      refuseIfTaken();
      byte[] text = commit.toJson().getBytes(UTF_8);
      if (files instanceof LocalFileSystem local) {
        writeLocally(local.pathToFile(file).toPath(), text);
      } else if (OBJECT_STORES.contains(scheme())) {
        write(file, text);
      } else {
        Path temporary = new Path(commits, "_" + UUID.randomUUID() + ".tmp");
        write(temporary, text);
        FileContext.getFileContext(directory.toUri(), configuration)
            .rename(temporary, file, Rename.NONE);
      }
    } catch (FileAlreadyExistsException | java.nio.file.FileAlreadyExistsException e) {
      throw new CrawlException(
          "round "
              + commit.round()
              + " was committed already: another driver works in "
              + directory,
          e);
    } catch (IOException e) {
      throw new CrawlException("round " + commit.round() + " cannot be committed: " + e, e);
    }
  }

  /**
   * A second name of a complete file appears at once, and only if nobody has it. Where there are no
   * such names the file is moved, which replaces nothing that was there a moment before.
   */
  private static void writeLocally(java.nio.file.Path file, byte[] text) throws IOException {
    java.nio.file.Path temporary = file.resolveSibling("_" + UUID.randomUUID() + ".tmp");
    try (FileChannel out = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(text);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
    try {
      Files.createLink(file, temporary);
    } catch (java.nio.file.FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) { // one without links
      Files.move(temporary, file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private String scheme() {
    return String.valueOf(files.getScheme()).toLowerCase(Locale.ROOT);
  }

  private void write(Path file, byte[] text) throws IOException {
    try (FSDataOutputStream out = files.create(file, false)) {
      out.write(text);
      out.hsync();
    }
  }

  /**
   * Removes what belongs to no committed round, and nothing that has no name of a round.
   *
   * @param latest the latest record
   * @param before the one before, which somebody may still be reading
   * @return what was removed, below the crawl's directory
   */
  List<String> removeLeftovers(Commit latest, Commit before) {
    Set<String> live = new HashSet<>(latest.directories().values());
    live.addAll(before.directories().values());
    List<String> removed = new ArrayList<>();
    try {
      refuseIfTaken();
      for (String table : TABLES) {
        remove(table, name -> !live.contains(name), removed);
      }
      if (latest.equals(before)) { // while rounds go on, they remove what is theirs
        String last = CrawlLayout.round(latest.round());
        for (String table : ROUND_TABLES) {
          remove(table, name -> name.compareTo(table + "/" + last) > 0, removed);
        }
      }
      for (FileStatus found : list(commits)) {
        String name = found.getPath().getName();
        if (!NAME.matcher(name).matches() && !name.equals(DRIVER)) {
          files.delete(found.getPath(), false);
        }
      }
    } catch (IOException e) {
      throw new CrawlException("leftovers in '" + directory + "' cannot be removed: " + e, e);
    }
    return removed;
  }

  private void remove(String table, Predicate<String> isLeftover, List<String> removed)
      throws IOException {
    for (FileStatus found : list(new Path(directory, table))) {
      String last = found.getPath().getName();
      String name = table + "/" + last;
      if (OF_ROUND.matcher(last).matches() && isLeftover.test(name)) {
        files.delete(found.getPath(), true);
        removed.add(name);
      }
    }
  }

  private FileStatus[] list(Path path) throws IOException {
    try {
      return files.listStatus(path);
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /** Says whether there is something below the crawl's directory. */
  boolean exists(String name) {
    try {
      return files.exists(new Path(directory, name));
    } catch (IOException e) {
      throw new CrawlException("'" + path(name) + "' cannot be read: " + e, e);
    }
  }

  /**
   * Keeps of the files of a directory those that are named.
   *
   * @throws CrawlException if one of these is not there, or another driver has claimed the
   *     directory
   */
  void retain(String name, Set<String> kept) {
    Set<String> missing = new TreeSet<>(kept);
    try {
      refuseIfTaken();
      for (FileStatus file : list(new Path(directory, name))) {
        if (!missing.remove(file.getPath().getName())) {
          files.delete(file.getPath(), true);
        }
      }
    } catch (IOException e) {
      throw new CrawlException("files in '" + path(name) + "' cannot be removed: " + e, e);
    }
    if (!missing.isEmpty()) {
      throw new CrawlException(
          "tasks have written "
              + missing
              + " to '"
              + path(name)
              + "', but the driver does not find them: all executors must reach the directory");
    }
  }
}
