package io.dowser.crawler.spark;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;

/** Merges all that is known of the URLs of one partition, and writes them. */
final class MergeTask implements FlatMapFunction<Iterator<InternalRow>, Row> {

  private static final long serialVersionUID = 1;
  private static final int SCORED = Columns.MERGED.fieldIndex("scored");
  private static final int OUTCOME = Columns.MERGED.fieldIndex("outcome");

  private final Broadcast<PartFile.Place> place;
  private final String directory;
  private final boolean keepsFirst;
  private final int maxDepth;

  MergeTask(Broadcast<PartFile.Place> place, String directory, boolean keepsFirst, int maxDepth) {
    this.place = place;
    this.directory = directory;
    this.keepsFirst = keepsFirst;
    this.maxDepth = maxDepth;
  }

  @Override
  public Iterator<Row> call(Iterator<InternalRow> rows) throws Exception {
    Map<Fingerprint, UrlState> states = new HashMap<>();
    while (rows.hasNext()) {
      InternalRow row = rows.next();
      var url = new Fingerprint(row.getLong(UrlRow.HIGH), row.getLong(UrlRow.LOW));
      add(states.computeIfAbsent(url, key -> new UrlState(keepsFirst)), row);
    }
    var report = new TaskReport();
    try (PartFile file = place.value().open(directory, Columns.URLS)) {
      for (UrlState state : states.values()) {
        write(state, file, report);
      }
      file.finish();
      report.file(directory, file.name(), file.rows());
    }
    return report.toRows().iterator();
  }

  private static void add(UrlState state, InternalRow row) {
    if (!row.isNullAt(OUTCOME)) {
      state.close();
    } else if (!row.isNullAt(SCORED)) {
      state.link(UrlRow.of(row), row.getBoolean(SCORED));
    } else {
      state.before(UrlRow.of(row));
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
