package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.UnsafeArrayData;
import org.apache.spark.unsafe.types.UTF8String;

/** Creates rows of {@link Columns#URLS} of seeds. */
final class SeedRows {

  private SeedRows() {}

  static List<InternalRow> of(CrawlPlan plan) {
    HostGrouping hosts = plan.task().rules().hosts();
    List<InternalRow> rows = new ArrayList<>();
    for (CrawlUrl seed : plan.seeds()) {
      String url = seed.toString();
      Fingerprint fingerprint = Fingerprint.of(url);
      rows.add(
          row(
              fingerprint.high(),
              fingerprint.low(),
              UTF8String.fromString(url),
              UTF8String.fromString(hosts.groupOf(seed)),
              true,
              0,
              Double.POSITIVE_INFINITY,
              0.0,
              0,
              0L,
              (long) rows.size(),
              true,
              0L,
              0L,
              0,
              UnsafeArrayData.fromPrimitiveArray(UrlRow.NO_PATH_STATE),
              UnsafeArrayData.fromPrimitiveArray(UrlRow.NO_FEATURES)));
    }
    return rows;
  }

  private static InternalRow row(Object... cells) {
    return new GenericInternalRow(cells);
  }
}
