package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import org.apache.spark.sql.catalyst.InternalRow;

/**
 * A URL that a round has selected.
 *
 * @param place its place in the round's order, from 0
 * @param url where to go
 * @param host what delays between requests
 * @param fingerprint of the URL
 * @param row its row in the table of URLs
 */
record Assigned(int place, CrawlUrl url, String host, Fingerprint fingerprint, InternalRow row) {

  static Assigned of(Handed.Url handed) {
    InternalRow row = handed.row();
    return new Assigned(
        handed.place(),
        CrawlUrl.of(row.getUTF8String(UrlRow.URL).toString()),
        row.getUTF8String(UrlRow.HOST).toString(),
        Fingerprint.of(row),
        row);
  }

  /** The candidate that page analyzer and scorer see as the page's arrival. */
  Candidate candidate(long sequence) {
    if (isSeed()) {
      return Candidate.seed(url, sequence);
    }
    return new Candidate(
        url,
        sequence,
        depth(),
        score(),
        row.getDouble(UrlRow.TIE),
        Long.MAX_VALUE, // of the page that linked here nothing but its path state is at hand
        pathState(),
        LinkFeatures.of(row.getArray(UrlRow.FEATURES).toIntArray()));
  }

  boolean isSeed() {
    return row.getBoolean(UrlRow.SEED);
  }

  int depth() {
    return row.getInt(UrlRow.DEPTH);
  }

  int queue() {
    return row.getInt(UrlRow.QUEUE);
  }

  double score() {
    return row.getDouble(UrlRow.SCORE);
  }

  /** The page whose link gave the score. */
  Fingerprint parent() {
    return new Fingerprint(row.getLong(UrlRow.PARENT_HIGH), row.getLong(UrlRow.PARENT_LOW));
  }

  /** How many redirects led here. */
  int hops() {
    return row.getInt(UrlRow.HOPS);
  }

  PathState pathState() {
    return PathState.of(row.getArray(UrlRow.PATH_STATE).toDoubleArray());
  }
}
