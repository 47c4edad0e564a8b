package io.dowser.crawler.spark;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.internal.store.PageState;
import java.util.List;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * A URL that a round has selected: a pending one, or a visited page that is due.
 *
 * @param place its place in the round's order, from 0
 * @param url the URL to fetch
 * @param host the host, or the group of hosts that shares a delay
 * @param row its row in the table of URLs
 */
record Assigned(int place, CrawlUrl url, String host, Row row) {

  static Assigned of(Handed.Url handed) {
    Row row = handed.row();
    return new Assigned(handed.place(), CrawlUrl.of(row.getAs("url")), row.getAs("host"), row);
  }

  /** Returns the candidate that page analyzer and scorer see as the page's arrival. */
  Candidate candidate(long sequence) {
    // of the page that linked here nothing but its path state is at hand
    return candidate(row, sequence, Long.MAX_VALUE);
  }

  /** Returns the candidate of a row that has the columns of the table of URLs. */
  static Candidate candidate(Row row, long sequence, long parent) {
    CrawlUrl url = CrawlUrl.of(row.getAs("url"));
    if (row.<Boolean>getAs("seed")) {
      return Candidate.seed(url, sequence);
    }
    return new Candidate(
        url,
        sequence,
        row.<Integer>getAs("depth"),
        row.<Double>getAs("score"),
        row.<Double>getAs("tie"),
        parent,
        pathState(row),
        LinkFeatures.of(
            Assigned.<Integer>list(row, "features").stream()
                .mapToInt(Integer::intValue)
                .toArray()));
  }

  /** Returns whether this is a visited page, which is requested again. */
  boolean isRecheck() {
    return !row.isNullAt(row.fieldIndex(PageColumn.NAME));
  }

  /** Returns the state of a visited page. */
  PageState state() {
    return PageColumn.state(row.getAs(PageColumn.NAME));
  }

  boolean isSeed() {
    return row.<Boolean>getAs("seed");
  }

  int depth() {
    return row.<Integer>getAs("depth");
  }

  int queue() {
    return row.<Integer>getAs("queue");
  }

  double score() {
    return row.<Double>getAs("score");
  }

  /** The page whose link gave the score; null for a seed. */
  @Nullable String parent() {
    return row.getAs("parent");
  }

  /** Returns the number of redirects that led here. */
  int hops() {
    return row.<Integer>getAs("hops");
  }

  PathState pathState() {
    return pathState(row);
  }

  static PathState pathState(Row row) {
    return PathState.of(
        Assigned.<Double>list(row, "path_state").stream()
            .mapToDouble(Double::doubleValue)
            .toArray());
  }

  /** The values of an array; none if it is null. */
  static <T> List<T> list(Row row, String column) {
    int index = row.fieldIndex(column);
    return row.isNullAt(index) ? List.of() : row.getList(index);
  }
}
