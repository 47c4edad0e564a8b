package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.io.IOException;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Merges all that is known of the URLs of one bucket and was found of them, and writes them. */
final class MergeTask implements FlatMapFunction<Iterator<Integer>, Row> {

  private static final long serialVersionUID = 1;
  private static final int SCORED = Columns.FOUND.fieldIndex("scored");

  private final Broadcast<PartFile.Place> place;
  private final UrlFiles urls;
  private final Found found;
  private final String directory;
  private final CrawlRules rules;
  private final boolean keepsFirst;
  private final int maxDepth;

  /**
   * What a round has found: full paths of files.
   *
   * @param links of {@link Columns#LINKS}
   * @param redirects of {@link Columns#REDIRECTS}
   * @param visits of {@link Columns#VISITS}
   */
  record Found(List<String> links, List<String> redirects, List<String> visits)
      implements Serializable {}

  MergeTask(
      Broadcast<PartFile.Place> place,
      UrlFiles urls,
      Found found,
      String directory,
      CrawlRules rules,
      boolean keepsFirst,
      int maxDepth) {
    this.place = place;
    this.urls = urls;
    this.found = found;
    this.directory = directory;
    this.rules = rules;
    this.keepsFirst = keepsFirst;
    this.maxDepth = maxDepth;
  }

  @Override
  public Iterator<Row> call(Iterator<Integer> buckets) throws Exception {
    int bucket = buckets.next();
    Map<Fingerprint, UrlState> states = read(bucket);
    HostGrouping hosts = rules.hosts();
    var report = new TaskReport();
    try (PartFile file = place.value().open(directory, bucket, Columns.URLS, Buckets.ONE)) {
      for (UrlState state : states.values()) {
        write(state, hosts, file, report);
      }
      file.finish();
      report.file(directory, file.name(), file.rows());
    }
    return report.toRows().iterator();
  }

  private Map<Fingerprint, UrlState> read(int bucket) {
    Map<Fingerprint, UrlState> states = new HashMap<>();
    urls.delta(place.value(), bucket)
        .forEachRemaining(row -> state(states, row).before(UrlRow.of(row)));
    found(found.links(), Columns.FOUND, bucket)
        .forEachRemaining(row -> link(state(states, row), row));
    found(found.redirects(), Columns.FOUND, bucket)
        .forEachRemaining(row -> link(state(states, row), row));
    found(found.visits(), Columns.FINGERPRINT, bucket)
        .forEachRemaining(row -> state(states, row).close());
    urls.base(place.value(), bucket).forEachRemaining(row -> before(states, row));
    return states;
  }

  private Iterator<InternalRow> found(List<String> files, StructType columns, int bucket) {
    return new FileScan(place.value(), files, columns, urls.buckets(), bucket).ofTask();
  }

  private static void link(UrlState state, InternalRow row) {
    state.link(UrlRow.of(row), row.getBoolean(SCORED));
  }

  private UrlState state(Map<Fingerprint, UrlState> states, InternalRow row) {
    return states.computeIfAbsent(Fingerprint.of(row), key -> new UrlState(keepsFirst));
  }

  /** A row of the base counts if something was found of it and the delta does not replace it. */
  private static void before(Map<Fingerprint, UrlState> states, InternalRow row) {
    UrlState state = states.get(Fingerprint.of(row));
    if (state != null && state.isNew()) {
      state.before(UrlRow.of(row));
    }
  }

  private void write(UrlState state, HostGrouping hosts, PartFile file, TaskReport report)
      throws IOException {
    UrlRow after = state.after();
    if (after != null) {
      @Nullable Object[] cells = after.cells();
      if (cells[UrlRow.HOST] == null) {
        cells[UrlRow.HOST] = hosts.groupOf(CrawlUrl.of(after.toString()));
      }
      file.write(cells);
      report.add(CrawlCounts.KNOWN, state.isNew() ? 1 : 0);
      int change = (after.isPending(maxDepth) ? 1 : 0) - (state.wasPending(maxDepth) ? 1 : 0);
      report.add(CrawlCounts.PENDING, change);
    }
  }
}
