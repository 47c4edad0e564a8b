package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.CrawlUrl;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * A visited page whose text is kept, as it was judged last.
 *
 * @param url the number of its URL
 * @param page the URL of the page, after redirects
 * @param version the number of its version
 * @param text the start of its main text, with an empty line between blocks
 */
public record KeptPage(
    long url,
    CrawlUrl page,
    int version,
    String title,
    String text,
    double relevance,
    boolean relevant) {

  /** Reads number of the URL, page, version, title, text, relevance and relevant. */
  static KeptPage read(ResultSet row) throws SQLException {
    return new KeptPage(
        row.getLong(1),
        RowValues.url(row.getString(2)),
        row.getInt(3),
        row.getString(4),
        ExcerptRow.text(row.getBytes(5)),
        row.getDouble(6),
        row.getInt(7) != 0);
  }

  /** Returns this page with another judgement, and without its text. */
  public KeptPage judged(double newRelevance, boolean isRelevant) {
    return new KeptPage(url, page, version, title, "", newRelevance, isRelevant);
  }
}
