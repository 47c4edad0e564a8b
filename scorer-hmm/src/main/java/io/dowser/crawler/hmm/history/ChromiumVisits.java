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

/** The visits in a {@code History} file of Chromium. */
final class ChromiumVisits {

  // the kinds of navigations in ui/base/page_transition_types.h
  private static final int CORE_MASK = 0xff;
  private static final int AUTO_SUBFRAME = 3;
  private static final int MANUAL_SUBFRAME = 4;
  private static final int RELOAD = 8;
  private static final long FORWARD_BACK = 0x01000000L;
  private static final long CHAIN_END = 0x20000000L;

  private final Map<String, Set<String>> folders;
  private final Map<String, Long> lastVisits = new HashMap<>(); // by URL
  private final RawVisits visits;

  private ChromiumVisits(
      Map<String, Set<String>> folders, Function<String, Optional<CrawlUrl>> urls) {
    this.folders = folders;
    this.visits = new RawVisits(urls);
  }

  static List<BrowserHistory.PageVisit> read(
      Connection database,
      Map<String, Set<String>> folders,
      Function<String, Optional<CrawlUrl>> urls)
      throws SQLException {
    var reading = new ChromiumVisits(folders, urls);
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery(query(database))) {
      while (rows.next()) {
        reading.add(
            rows.getLong(1),
            rows.getLong(rows.getLong(2) == 0 ? 3 : 2),
            rows.getLong(4),
            rows.getString(5),
            rows.getString(6));
      }
    }
    return reading.visits.visits();
  }

  /** Later versions know the visit in another tab that opened this one. */
  private static String query(Connection database) throws SQLException {
    Set<String> columns = new HashSet<>();
    try (Statement statement = database.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM pragma_table_info('visits')")) {
      while (rows.next()) {
        columns.add(rows.getString(1));
      }
    }
    String opener = columns.contains("opener_visit") ? "v.opener_visit" : "0";
    return "SELECT v.id, v.from_visit, "
        + opener
        + ", v.transition, coalesce(u.url, ''), coalesce(u.title, '') FROM visits v JOIN urls u ON"
        + " u.id = v.url ORDER BY v.visit_time, v.id";
  }

  private void add(long id, long from, long transition, String url, String title) {
    int core = (int) (transition & CORE_MASK);
    long earlier = lastVisits.getOrDefault(url, BrowserHistory.PageVisit.NONE);
    if (core == AUTO_SUBFRAME || core == MANUAL_SUBFRAME) {
      visits.takeOut(id, from);
    } else if ((core == RELOAD || (transition & FORWARD_BACK) != 0)
        && earlier != BrowserHistory.PageVisit.NONE) {
      visits.takeOut(id, earlier); // the same page again
    } else if ((transition & CHAIN_END) == 0) {
      visits.takeOut(id, from); // redirected elsewhere
    } else {
      visits.add(id, from, url, title, folders.getOrDefault(url, Set.of()));
      lastVisits.put(url, id);
    }
  }
}
