package io.dowser.crawler.internal.store;

import com.google.common.primitives.Longs;
import io.dowser.crawler.store.StoreCheck;
import io.dowser.crawler.store.StoreException;
import io.dowser.crawler.store.StoreRepair;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The copy of a damaged store: finds out whether a crawl can be resumed with it, and if so, removes
 * what does not fit together any more. Numbers of URLs, visits and links stay what they were. Not
 * thread-safe.
 */
final class RepairedStore {

  /** Stands for states of which not even the names can be read. */
  static final String UNKNOWN_STATE = "unknown";

  private static final String FRONTIER = "frontier";
  private static final String KIND = "frontier.kind";

  /** Of a lost site's rules, its robots.txt is asked for again. */
  private static final String ROBOTS = "robots ";

  private static final Set<String> ENGINE_STATES =
      Set.of(
          "engine",
          "random",
          "hosts",
          "host records",
          "hops left",
          "relevant estimate",
          "budgets",
          "duplicates",
          "worth",
          "sites",
          "sitemaps");

  private static final Set<String> NEEDED_TABLES = Set.of("known", "visit", "setting");

  /** A visit with a link that is missing, or that makes no sense. */
  private static final String HAS_LOST_LINKS =
      " WHERE links <> 0 AND links <> (SELECT count(*) FROM found f"
          + " JOIN known k ON k.id = f.target_and_kind >> "
          + StoreBatch.KIND_BITS
          + " WHERE f.id >= first_link AND f.id < first_link + links AND f.target_and_kind & "
          + StoreBatch.KIND_MASK
          + " < "
          + LinkKind.values().length
          + ")";

  private static final String NOT_VISITED =
      " NOT IN (SELECT url FROM visit WHERE number IS NOT NULL)";

  /** States of pages that make no sense. */
  static final String STRAY_PAGES =
      "page WHERE status NOT IN ('ALIVE', 'MOVED', 'GONE') OR url" + NOT_VISITED;

  /** Changes of pages that make no sense. */
  static final String STRAY_CHANGES =
      "change WHERE kind NOT IN ('CHANGED', 'GONE', 'MOVED', 'BACK') OR url" + NOT_VISITED;

  /** Links of later versions that do not lead from a visited page to a known URL. */
  static final String STRAY_LATER_LINKS =
      "later_link WHERE page" + NOT_VISITED + " OR url NOT IN (SELECT id FROM known)";

  private final Connection connection;
  private final Sql sql;
  private final Set<String> incomplete;
  private final Set<String> lostStates;
  private final List<String> lost = new ArrayList<>();
  private final List<String> needed = new ArrayList<>();

  /**
   * Changes nothing yet.
   *
   * @param incomplete tables with rows that were lost
   * @param lostStates states with rows that were lost
   */
  RepairedStore(Connection connection, Set<String> incomplete, Set<String> lostStates) {
    this.connection = connection;
    this.sql = new Sql(connection);
    this.incomplete = new TreeSet<>(incomplete);
    this.lostStates = new TreeSet<>(lostStates);
  }

  StoreRepair repair() throws SQLException {
    incomplete.forEach(table -> note("rows of the table " + table, NEEDED_TABLES.contains(table)));
    removeNonUrls();
    findLostStates();
    removeStray("states of pages", STRAY_PAGES);
    removeStray("changes of pages", STRAY_CHANGES);
    removeStray("links of later versions", STRAY_LATER_LINKS);
    if (needed.isEmpty()) {
      boolean linksCut = removeLostLinks();
      if (linksCut || !isFrontierWhole()) {
        forgetFrontier();
      }
    }
    StoreCheck check = new StoreChecker(connection).checkAll();
    check.problems().forEach(problem -> note(problem, true));
    if (!needed.isEmpty()) {
      setState(StoreReader.LOST, String.join(", ", needed));
    }
    return new StoreRepair(check, lost, needed.isEmpty());
  }

  private void note(String what, boolean isNeeded) {
    lost.add(what);
    if (isNeeded) {
      needed.add(what);
    }
  }

  /** They could not be read as URLs. */
  private void removeNonUrls() throws SQLException {
    long count = removeNonUrls("known", "url") + removeNonUrls("visit", "page");
    if (count > 0) {
      note(count + " texts in place of URLs", true);
    }
  }

  private long removeNonUrls(String table, String column) throws SQLException {
    List<Long> bad = new ArrayList<>();
    sql.each(
        "SELECT id, " + column + " FROM " + table + " WHERE " + column + " IS NOT NULL",
        row -> {
          if (!isUrl(row.getString(2))) {
            bad.add(row.getLong(1));
          }
        });
    for (long id : bad) {
      sql.execute("DELETE FROM " + table + " WHERE id = ?", id);
    }
    return bad.size();
  }

  private void removeStray(String what, String rows) throws SQLException {
    int count = sql.execute("DELETE FROM " + rows);
    if (count > 0) {
      note(count + " " + what, false);
    }
  }

  private static boolean isUrl(String text) {
    try {
      RowValues.url(text);
      return true;
    } catch (SQLDataException e) {
      return false;
    }
  }

  /** Reports whether the frontier would have to be called for links that are lost. */
  private boolean removeLostLinks() throws SQLException {
    long last = sql.number("SELECT coalesce(max(id), -1) FROM visit" + HAS_LOST_LINKS);
    int visits = sql.execute("UPDATE visit SET links = 0" + HAS_LOST_LINKS);
    sql.execute(
        "DELETE FROM found WHERE id >= coalesce((SELECT v.first_link + v.links FROM visit v"
            + " WHERE v.links > 0 AND v.first_link <= found.id"
            + " ORDER BY v.first_link DESC LIMIT 1), 0)");
    sql.execute("DELETE FROM explanation WHERE link NOT IN (SELECT id FROM found)");
    if (visits > 0) {
      note("the links of " + visits + " visits", false);
    }
    return last >= visitsBefore().orElse(0);
  }

  /** Returns how many visits the saved frontier knows, if that is saved and a number. */
  private OptionalLong visitsBefore() {
    List<byte[]> saved = reader().state(StoreReader.VISITS_BEFORE);
    return saved.isEmpty() || saved.get(0).length != Long.BYTES
        ? OptionalLong.empty()
        : OptionalLong.of(Longs.fromByteArray(saved.get(0)));
  }

  private void findLostStates() throws SQLException {
    for (String name : ENGINE_STATES) {
      if (!hasState(name)) {
        lostStates.add(name);
      }
    }
    for (String name : lostStates) {
      boolean isNeeded = !isFrontierState(name) && !name.startsWith(ROBOTS);
      note("the state '" + name + "'", isNeeded);
    }
    try {
      reader().settings();
    } catch (StoreException e) {
      note("settings", true);
    }
    try {
      reader().journal();
    } catch (StoreException e) {
      lostStates.add(StoreReader.JOURNAL);
    }
  }

  private boolean isFrontierWhole() throws SQLException {
    boolean isSaved = hasState(StoreReader.VISITS_BEFORE) || hasState(FRONTIER);
    boolean isSavedWhole = !isSaved || (visitsBefore().isPresent() && hasState(FRONTIER));
    return isSavedWhole
        && hasState(KIND)
        && lostStates.stream().noneMatch(RepairedStore::isFrontierState);
  }

  private static boolean isFrontierState(String name) {
    return name.startsWith(FRONTIER) || name.equals(StoreReader.JOURNAL);
  }

  /** A frontier of another kind is built again from visits and links. */
  private void forgetFrontier() throws SQLException {
    sql.execute("DELETE FROM state WHERE name LIKE 'frontier%' OR name = 'journal'");
    sql.execute("DELETE FROM journal");
    setState(KIND, "lost");
    note("the saved frontier, which is built again from visits and links", false);
    long unknown =
        sql.number(
            "SELECT count(*) FROM known WHERE referrer IS NOT NULL"
                + " AND id NOT IN (SELECT url FROM visit)"
                + " AND id NOT IN (SELECT target FROM link)"
                + " AND id NOT IN (SELECT url FROM later_link)");
    if (unknown > 0) {
      note(unknown + " pending URLs, to which no link is left", false);
    }
  }

  private StoreReader reader() {
    return new StoreReader(Path.of("repair"), connection);
  }

  private boolean hasState(String name) throws SQLException {
    return sql.number("SELECT count(*) FROM state WHERE part = 0 AND name = ?", name) > 0;
  }

  private void setState(String name, String words) throws SQLException {
    byte[] data = words.getBytes(StandardCharsets.UTF_8);
    sql.execute("INSERT OR REPLACE INTO main.state VALUES (?, 0, ?)", name, data);
  }
}
