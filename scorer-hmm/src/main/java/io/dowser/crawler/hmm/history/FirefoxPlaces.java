package io.dowser.crawler.hmm.history;

import io.dowser.crawler.api.CrawlUrl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The visits in a {@code places.sqlite}. */
final class FirefoxPlaces {

  // the kinds of visits in nsINavHistoryService
  private static final int EMBED = 4;
  private static final int REDIRECT_PERMANENT = 5;
  private static final int REDIRECT_TEMPORARY = 6;
  private static final int DOWNLOAD = 7;
  private static final int FRAMED_LINK = 8;
  private static final int RELOAD = 9;

  private static final int BOOKMARK = 1;

  private static final String VISITS =
      "SELECT v.id, v.from_visit, v.visit_type, p.id, coalesce(p.url, ''), coalesce(p.title, '')"
          + " FROM moz_historyvisits v JOIN moz_places p ON p.id = v.place_id"
          + " ORDER BY v.visit_date, v.id";

  private static final String BOOKMARKS =
      "SELECT id, type, fk, parent, coalesce(title, '') FROM moz_bookmarks";

  private FirefoxPlaces() {}

  static List<BrowserHistory.PageVisit> read(
      Connection database, Function<String, Optional<CrawlUrl>> urls) throws SQLException {
    Map<Long, Set<String>> folders = folders(database);
    var visits = new RawVisits(urls);
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(VISITS)) {
      while (rows.next()) {
        add(rows, folders.getOrDefault(rows.getLong(4), Set.of()), visits);
      }
    }
    return visits.visits();
  }

  private static void add(ResultSet row, Set<String> folders, RawVisits visits)
      throws SQLException {
    long id = row.getLong(1);
    long from = row.getLong(2);
    int type = row.getInt(3);
    if (hasNoPage(type)) {
      visits.takeOut(id, from);
      return;
    }
    if (type == REDIRECT_PERMANENT || type == REDIRECT_TEMPORARY) {
      visits.takeOutSource(from);
    }
    visits.add(id, from, row.getString(5), row.getString(6), folders);
  }

  private static boolean hasNoPage(int type) {
    return type == EMBED || type == DOWNLOAD || type == FRAMED_LINK || type == RELOAD;
  }

  /** The titles of all folders above the bookmarks of each place. */
  private static Map<Long, Set<String>> folders(Connection database) throws SQLException {
    Map<Long, Folder> folders = new HashMap<>();
    Map<Long, Set<Long>> parents = new HashMap<>(); // of the bookmarks of each place
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(BOOKMARKS)) {
      while (rows.next()) {
        if (rows.getInt(2) == BOOKMARK) {
          parents.computeIfAbsent(rows.getLong(3), place -> new HashSet<>()).add(rows.getLong(4));
        } else {
          folders.put(rows.getLong(1), new Folder(rows.getString(5), rows.getLong(4)));
        }
      }
    }
    Map<Long, Set<String>> titles = new HashMap<>();
    parents.forEach((place, ids) -> titles.put(place, titlesAbove(ids, folders)));
    return titles;
  }

  private record Folder(String title, long parent) {}

  private static Set<String> titlesAbove(Set<Long> ids, Map<Long, Folder> folders) {
    Set<String> titles = new HashSet<>();
    for (long id : ids) {
      Set<Long> seen = new HashSet<>();
      Folder folder = folders.get(id);
      for (long at = id; folder != null && seen.add(at); ) {
        titles.add(folder.title());
        at = folder.parent();
        folder = folders.get(at);
      }
    }
    titles.remove("");
    return titles;
  }
}
