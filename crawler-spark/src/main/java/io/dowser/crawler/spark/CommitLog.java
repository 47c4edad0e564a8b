package io.dowser.crawler.spark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is committed in a crawl's directory.
 *
 * <p>A round writes its tables into directories of its own, which no one reads. It becomes visible
 * when its {@linkplain CommitRecords record} appears. The record names directories, and the files
 * in them: an attempt of a task that Spark has given up may still write a file there, and that file
 * is no part of the crawl, however late it comes. Directories that no record names are what a
 * broken round has left, and are removed by {@link #removeLeftovers}.
 *
 * <p>For the driver alone. A driver claims the directory when it begins, by a file with its mark,
 * and looks for its mark before it removes or commits anything: the first one learns that another
 * one works there now. If both commit at the same moment, the record of one exists already.
 */
final class CommitLog {

  private static final Pattern OF_ROUND = Pattern.compile("r(\\d{8})(-.*)?");
  private static final String DRIVER = "driver";
  private static final List<String> TABLES =
      List.of(CrawlLayout.URLS, CrawlLayout.HOSTS, CrawlLayout.RANKS);

  /** Tables with a directory for each round, all of which stay. */
  private static final List<String> ROUND_TABLES =
      List.of(
          CrawlLayout.VISITS,
          CrawlLayout.LINKS,
          CrawlLayout.REDIRECTS,
          CrawlLayout.NEWS,
          CrawlLayout.PAGES,
          CrawlLayout.WARC);

  private final Path directory;
  private final Path commits;
  private final FileSystem files;
  private final CommitRecords records;
  private final Map<String, List<String>> accepted = new HashMap<>();
  private @Nullable String mark;

  private CommitLog(Path directory, Configuration configuration) throws IOException {
    this.files = directory.getFileSystem(configuration);
    this.directory = files.makeQualified(directory);
    this.commits = new Path(this.directory, CrawlLayout.COMMITS);
    this.records = new CommitRecords(commits, files, configuration);
  }

  /**
   * Opens the log of a crawl.
   *
   * @param directory the crawl's directory, which need not exist
   * @throws CrawlException if it cannot be one
   */
  static CommitLog open(String directory, Configuration configuration) {
    try {
      return new CommitLog(new Path(directory), configuration);
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
    if (mark == null) {
      return;
    }
    try (var in = files.open(new Path(commits, DRIVER))) {
      if (!mark.equals(new String(in.readAllBytes(), UTF_8))) {
        throw new CrawlException("another driver works in '" + directory + "' now");
      }
    }
  }

  /** Returns the full path of something below the crawl's directory. */
  String path(String name) {
    return new Path(directory, name).toString();
  }

  /** Reads the latest record, if there is one. */
  Optional<Commit> latest() {
    return records.latest();
  }

  /**
   * Creates a round visible.
   *
   * @throws CrawlException if that fails, the round was committed already, or another driver has
   *     claimed the directory
   */
  void commit(Commit commit) {
    try {
      refuseIfTaken();
    } catch (IOException e) {
      throw new CrawlException("round " + commit.round() + " cannot be committed: " + e, e);
    }
    records.write(commit);
  }

  /**
   * Removes what belongs to no committed round, and nothing that has no name of a round.
   *
   * @param latest the latest record
   * @param before the one before, which another process may still be reading
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
      if (latest.equals(before)) { // while rounds continue, they remove what is theirs
        String last = CrawlLayout.round(latest.round());
        for (String table : ROUND_TABLES) {
          remove(table, name -> name.compareTo(table + "/" + last) > 0, removed);
        }
      }
      for (FileStatus found : list(commits)) {
        String name = found.getPath().getName();
        if (!CommitRecords.isRecord(name) && !name.equals(DRIVER)) {
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

  /** Goes to where a commit has left the crawl. */
  void restore(Commit commit) {
    accepted.putAll(commit.files());
  }

  /**
   * Returns the full paths of the files of a directory that are part of the crawl.
   *
   * @param name a directory that was {@linkplain #retain retained}, that the commit names to which
   *     this was {@linkplain #restore restored}, or that of a round before
   */
  String[] files(String name) {
    if (!accepted.containsKey(name)) {
      Matcher round = OF_ROUND.matcher(name.substring(name.indexOf('/') + 1));
      if (round.matches()) {
        accepted.putAll(records.of(Integer.parseInt(round.group(1))).files());
      }
    }
    return accepted.getOrDefault(name, List.of()).stream()
        .map(file -> path(name + "/" + file))
        .toArray(String[]::new);
  }

  /** Names the files of some directories that are part of the crawl, for its next record. */
  Map<String, List<String>> accepted(Collection<String> directories) {
    Map<String, List<String>> found = new HashMap<>();
    for (String name : directories) {
      List<String> names = accepted.getOrDefault(name, List.of());
      if (!names.isEmpty()) {
        found.put(name, names);
      }
    }
    return found;
  }

  /**
   * Keeps of the files of a directory those that are named, and takes them for part of the crawl.
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
    accepted.put(name, kept.stream().sorted().toList());
  }
}
