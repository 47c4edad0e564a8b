package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;

/** Merges all that is known of the URLs of one partition, and writes them. */
final class MergeTask implements FlatMapFunction<Iterator<Row>, Row> {

  /** Follows the columns of {@link Columns#URLS}: what a row is. */
  static final String KIND = "kind";

  static final int BEFORE = 0;
  static final int LINK = 1;
  static final int UNSCORED_LINK = 2;
  static final int CLOSED = 3;

  private static final long serialVersionUID = 1;
  private static final int KIND_INDEX = Columns.URLS.size();

  private final PartFile.Place place;
  private final String directory;
  private final boolean keepsFirst;
  private final int maxDepth;

  MergeTask(PartFile.Place place, String directory, boolean keepsFirst, int maxDepth) {
    this.place = place;
    this.directory = directory;
    this.keepsFirst = keepsFirst;
    this.maxDepth = maxDepth;
  }

  @Override
  public Iterator<Row> call(Iterator<Row> rows) throws Exception {
    Map<Fingerprint, UrlState> states = new HashMap<>();
    while (rows.hasNext()) {
      Row row = rows.next();
      UrlRow url = UrlRow.of(row);
      add(states.computeIfAbsent(url.fingerprint(), key -> new UrlState(keepsFirst)), row, url);
    }
    var report = new TaskReport();
    try (PartFile file = place.open(directory, Columns.URLS)) {
      for (UrlState state : states.values()) {
        write(state, file, report);
      }
      file.finish();
      report.file(directory, file.name(), file.rows());
    }
    return report.toRows().iterator();
  }

  private static void add(UrlState state, Row row, UrlRow url) {
    switch (row.getInt(KIND_INDEX)) {
      case BEFORE -> state.before(url);
      case LINK -> state.link(url, true);
      case UNSCORED_LINK -> state.link(url, false);
      case CLOSED -> state.close();
      default -> throw new IllegalArgumentException("kind must be 0 to 3, but was " + row);
    }
  }

  private void write(UrlState state, PartFile file, TaskReport report) throws Exception {
    UrlRow after = state.after();
    if (after != null) {
      file.write(after.cells());
      report.add(CrawlCounts.KNOWN, state.isNew() ? 1 : 0);
      int change = (after.waits(maxDepth) ? 1 : 0) - (state.waited(maxDepth) ? 1 : 0);
      report.add(CrawlCounts.WAITING, change);
    }
  }
}
