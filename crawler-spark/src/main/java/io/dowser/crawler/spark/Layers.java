package io.dowser.crawler.spark;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a table with one row for each key is: a base, and a delta with the rows that are new or
 * have changed since the base was written. A round writes the delta anew and leaves the base alone;
 * when the delta is no longer small beside the base, both become the next base. So a round's work
 * grows with what it changes, besides one look at each row of the base, and what compaction costs
 * is spread over the rounds between two of them.
 *
 * <p>For the driver's thread.
 */
final class Layers {

  private static final long SMALL = 100_000;
  private static final int SHARE = 8;

  private final CommitLog log;
  private final String name;
  private @Nullable String base;
  private @Nullable String delta;
  private long baseRows;
  private long deltaRows;

  /**
   * Begins with an empty table.
   *
   * @param name the table's
   */
  Layers(CommitLog log, String name) {
    this.log = log;
    this.name = name;
  }

  /** Goes to where a commit has left the table. */
  void restore(Commit commit) {
    base = commit.directories().get(name + ".base");
    delta = commit.directories().get(name + ".delta");
    baseRows = commit.count(name + ".baseRows");
    deltaRows = commit.count(name + ".deltaRows");
  }

  /** Notes where the table is. */
  void save(Map<String, String> directories, Map<String, Long> counts) {
    if (base != null) {
      directories.put(name + ".base", base);
    }
    if (delta != null) {
      directories.put(name + ".delta", delta);
    }
    counts.put(name + ".baseRows", baseRows);
    counts.put(name + ".deltaRows", deltaRows);
  }

  boolean isEmpty() {
    return base == null && delta == null;
  }

  boolean hasBase() {
    return base != null;
  }

  boolean hasDelta() {
    return delta != null;
  }

  long deltaRows() {
    return deltaRows;
  }

  /** How many rows there are, if the delta replaces none of the base. */
  long rowsAtMost() {
    return baseRows + deltaRows;
  }

  /** The full paths of the base's files. */
  List<String> baseFiles() {
    return base == null ? List.of() : List.of(log.files(base));
  }

  /** The full paths of the delta's files. */
  List<String> deltaFiles() {
    return delta == null ? List.of() : List.of(log.files(delta));
  }

  /** Names the directory that a round's delta goes to. */
  String deltaOf(int round) {
    return CrawlLayout.of(name, round) + "-delta";
  }

  /** Names the directory that a round's base goes to. */
  String baseOf(int round) {
    return CrawlLayout.of(name, round) + "-base";
  }

  /** Creates what tasks wrote to {@link #deltaOf} the delta. */
  void adoptDelta(int round, TaskReport report) {
    String written = deltaOf(round);
    log.retain(written, report.files(written));
    deltaRows = report.rows(written);
    delta = deltaRows == 0 ? null : written;
  }

  /** Creates what tasks wrote to {@link #baseOf} the base, and all there is. */
  void adoptBase(int round, TaskReport report) {
    String whole = baseOf(round);
    log.retain(whole, report.files(whole));
    base = whole;
    baseRows = report.rows(whole);
    delta = null;
    deltaRows = 0;
  }

  /** Creates the delta the base of a table that has none. */
  void deltaIsBase() {
    base = delta;
    baseRows = deltaRows;
    delta = null;
    deltaRows = 0;
  }

  /** Reports whether the delta has grown too large. */
  boolean isDue() {
    return deltaRows > Math.max(SMALL, baseRows / SHARE);
  }
}
