package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * An answer of a person about a visited page.
 *
 * @param url the number of its URL
 * @param page the URL of the page, after redirects
 */
public record AnswerRow(long url, CrawlUrl page, Answer answer) {

  /** Reads number of the URL, page, title, text, relevance and relevant. */
  static AnswerRow read(ResultSet row) throws SQLException {
    return new AnswerRow(
        row.getLong(1),
        RowValues.url(row.getString(2)),
        new Answer(
            row.getString(3),
            ExcerptRow.text(row.getBytes(4)),
            row.getDouble(5),
            row.getInt(6) != 0));
  }

  /** Returns an answer as an event in words. */
  public static String words(boolean relevant, String page) {
    return (relevant ? "relevant: " : "not relevant: ") + page;
  }

  /** Returns this page with another answer. */
  public AnswerRow with(boolean relevant) {
    return new AnswerRow(
        url, page, new Answer(answer.title(), answer.text(), answer.relevance(), relevant));
  }
}
