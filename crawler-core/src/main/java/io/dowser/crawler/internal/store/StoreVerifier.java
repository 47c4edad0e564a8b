package io.dowser.crawler.internal.store;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Looks for rows that contradict each other. */
public final class StoreVerifier {

  private static final HashFunction HASH = Hashing.murmur3_128();
  private static final int MOST_URLS = Integer.MAX_VALUE - 8;

  private static final String NOT_VISITED =
      " NOT IN (SELECT url FROM visit WHERE number IS NOT NULL)";

  private final Sql sql;
  private final List<String> problems = new ArrayList<>();

  public StoreVerifier(Connection connection) {
    this.sql = new Sql(connection);
  }

  /** Looks at the file as it is at one moment, because a crawl may be writing to it. */
  public List<String> verify() throws SQLException {
    sql.execute("BEGIN");
    try {
      verifyAll();
      return List.copyOf(problems);
    } finally {
      sql.execute("ROLLBACK");
    }
  }

  private void verifyAll() throws SQLException {
    String file = sql.list("PRAGMA main.integrity_check(1)", row -> row.getString(1)).get(0);
    if (!file.equals("ok")) {
      problems.add("the file is damaged: " + file);
      return; // what is read from it now means nothing
    }
    long urls = sql.number("SELECT count(*) FROM url");
    long visited = sql.number("SELECT count(*) FROM visit WHERE number IS NOT NULL");
    long links = sql.number("SELECT count(*) FROM found");
    checkNumbers(urls, visited, links);
    checkExplanations();
    checkEnds(urls);
    checkPages();
    checkPending(urls);
    checkUrlsDiffer(urls);
  }

  private void checkNumbers(long urls, long visited, long links) throws SQLException {
    none(
        "url numbers that are missing",
        urls == 0 ? 0 : sql.number("SELECT max(id) + 1 - min(0, min(id)) FROM url") - urls);
    none(
        "visit numbers that are missing or given twice",
        Math.abs(sql.number("SELECT coalesce(max(number), 0) FROM visit") - visited)
            + visited
            - sql.number("SELECT count(DISTINCT number) FROM visit"));
    none(
        "links that belong to no visit",
        Math.abs(links - sql.number("SELECT coalesce(sum(links), 0) FROM visit")));
    none(
        "visits that share links, or whose links are missing",
        sql.number(
            "SELECT count(*) FROM (SELECT *, lag(first_link + links) OVER (ORDER BY first_link) AS"
                + " free FROM visit WHERE links > 0) WHERE first_link < free OR links <> (SELECT"
                + " count(*) FROM found WHERE id >= first_link AND id < first_link + links)"));
  }

  private void checkExplanations() throws SQLException {
    none(
        "explanations of unknown links",
        sql.number("SELECT count(*) FROM explanation WHERE link NOT IN (SELECT id FROM found)"));
  }

  /** Numbers of URLs have no gaps, so a number below their count is that of a URL. */
  private void checkEnds(long urls) throws SQLException {
    String known = " NOT BETWEEN 0 AND " + (urls - 1);
    none("links to unknown URLs", sql.number("SELECT count(*) FROM link WHERE target" + known));
    none("visits without their URL", sql.number("SELECT count(*) FROM visit WHERE url" + known));
    none("visits from unknown URLs", sql.number("SELECT count(*) FROM visit WHERE parent" + known));
    none(
        "URLs whose referrer is unknown",
        sql.number("SELECT count(*) FROM url WHERE referrer >= id OR referrer < 0"));
  }

  /** Checks the states of visited pages. */
  private void checkPages() throws SQLException {
    none(
        "states of pages that were not visited",
        count("page WHERE status NOT IN ('ALIVE', 'MOVED', 'GONE') OR url" + NOT_VISITED));
    none(
        "changes of pages that were not visited",
        count(
            "change WHERE kind NOT IN ('CHANGED', 'GONE', 'MOVED', 'BACK') OR url" + NOT_VISITED));
    none(
        "links of later versions that lead nowhere",
        count("later_link WHERE page" + NOT_VISITED + " OR url NOT IN (SELECT id FROM known)"));
  }

  /** A URL that was reached by a redirect is pending until it is polled. */
  private void checkPending(long urls) throws SQLException {
    none(
        "pending URLs that are unknown",
        count("pending WHERE url NOT BETWEEN 0 AND " + (urls - 1)));
    none(
        "pending URLs that were visited",
        count("pending WHERE url IN (SELECT url FROM visit WHERE number IS NOT NULL)"));
  }

  private long count(String rows) throws SQLException {
    return sql.number("SELECT count(*) FROM " + rows);
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

  private void eachUrl(Consumer<String> taker) throws SQLException {
    sql.each("SELECT url FROM url", row -> taker.accept(row.getString(1)));
  }

  private void none(String what, long count) {
    if (count != 0) {
      problems.add("there are " + count + " " + what);
    }
  }
}
