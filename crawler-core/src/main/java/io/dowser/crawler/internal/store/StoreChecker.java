package io.dowser.crawler.internal.store;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.dowser.crawler.store.StoreCheck;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Looks for rows that contradict each other. */
public final class StoreChecker {

  private static final HashFunction HASH = Hashing.murmur3_128();
  private static final int MOST_URLS = Integer.MAX_VALUE - 8;

  private final Connection connection;
  private final List<String> problems = new ArrayList<>();

  public StoreChecker(Connection connection) {
    this.connection = connection;
  }

  /** Looks at the file as it is at one moment, because a crawl may be writing to it. */
  public StoreCheck check() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("BEGIN");
      try {
        return checkAll();
      } finally {
        statement.execute("ROLLBACK");
      }
    }
  }

  StoreCheck checkAll() throws SQLException {
    String file = text("PRAGMA main.integrity_check(1)");
    if (!file.equals("ok")) {
      problems.add("the file is damaged: " + file + "; CrawlHistory.repair saves what can be read");
      return new StoreCheck(0, 0, 0, 0, problems); // what is read from it now means nothing
    }
    long urls = number("SELECT count(*) FROM url");
    long ended = number("SELECT count(*) FROM visit");
    long visited = number("SELECT count(*) FROM visit WHERE number IS NOT NULL");
    long links = number("SELECT count(*) FROM found");
    checkNumbers(urls, visited, links);
    checkExplanations();
    checkEnds(urls);
    checkUrlsDiffer(urls);
    return new StoreCheck(urls, ended, visited, links, problems);
  }

  private void checkNumbers(long urls, long visited, long links) throws SQLException {
    none(
        "url numbers that are missing",
        urls == 0 ? 0 : number("SELECT max(id) + 1 - min(0, min(id)) FROM url") - urls);
    none(
        "visit numbers that are missing or given twice",
        Math.abs(number("SELECT coalesce(max(number), 0) FROM visit") - visited)
            + visited
            - number("SELECT count(DISTINCT number) FROM visit"));
    none(
        "links that belong to no visit",
        Math.abs(links - number("SELECT coalesce(sum(links), 0) FROM visit")));
    none(
        "visits that share links, or whose links are missing",
        number(
            "SELECT count(*) FROM (SELECT *, lag(first_link + links) OVER (ORDER BY first_link) AS"
                + " free FROM visit WHERE links > 0) WHERE first_link < free OR links <> (SELECT"
                + " count(*) FROM found WHERE id >= first_link AND id < first_link + links)"));
  }

  private void checkExplanations() throws SQLException {
    none(
        "explanations of unknown links",
        number("SELECT count(*) FROM explanation WHERE link NOT IN (SELECT id FROM found)"));
  }

  /** Numbers of URLs have no gaps, so a number below their count is that of a URL. */
  private void checkEnds(long urls) throws SQLException {
    String known = " NOT BETWEEN 0 AND " + (urls - 1);
    none("links to unknown URLs", number("SELECT count(*) FROM link WHERE target" + known));
    none("visits without their URL", number("SELECT count(*) FROM visit WHERE url" + known));
    none("visits from unknown URLs", number("SELECT count(*) FROM visit WHERE parent" + known));
    none(
        "URLs whose referrer is unknown",
        number("SELECT count(*) FROM url WHERE referrer >= id OR referrer < 0"));
  }

  /** There is no index on the text of URLs: equal 64-bit hashes are looked at again. */
  private void checkUrlsDiffer(long urls) throws SQLException {
    if (urls > MOST_URLS) {
      problems.add("there are too many URLs to compare them");
      return;
    }
    long[] hashes = new long[(int) urls];
    int[] count = {0};
    eachUrl(url -> hashes[count[0]++] = hash(url));
    Arrays.sort(hashes);
    Set<Long> twice = new HashSet<>();
    for (int i = 1; i < hashes.length; i++) {
      if (hashes[i] == hashes[i - 1]) {
        twice.add(hashes[i]);
      }
    }
    if (!twice.isEmpty()) {
      Set<String> seen = new HashSet<>();
      long[] again = {0};
      eachUrl(url -> again[0] += twice.contains(hash(url)) && !seen.add(url) ? 1 : 0);
      none("URLs that are there twice", again[0]);
    }
  }

  private static long hash(String url) {
    return HASH.hashUnencodedChars(url).asLong();
  }

  /** Takes one URL. */
  private interface UrlReader {

    void take(String url);
  }

  private void eachUrl(UrlReader reader) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT url FROM url")) {
      while (rows.next()) {
        reader.take(rows.getString(1));
      }
    }
  }

  private void none(String what, long count) {
    if (count != 0) {
      problems.add("there are " + count + " " + what);
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.getLong(1);
    }
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      return row.getString(1);
    }
  }
}
