package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/** Makes rows of {@link Columns#URLS} of seeds. */
final class SeedRows {

  private SeedRows() {}

  static List<Row> of(CrawlPlan plan) {
    HostGrouping hosts = plan.task().manners().hosts();
    List<Row> rows = new ArrayList<>();
    for (CrawlUrl seed : plan.seeds()) {
      String url = seed.toString();
      Fingerprint fingerprint = Fingerprint.of(url);
      rows.add(
          RowFactory.create(
              fingerprint.high(),
              fingerprint.low(),
              url,
              hosts.groupOf(seed),
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
              new double[0],
              new int[0]));
    }
    return rows;
  }
}
