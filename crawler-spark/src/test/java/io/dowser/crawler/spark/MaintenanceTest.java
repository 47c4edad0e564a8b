package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Iterables;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class MaintenanceTest {

  private static final OffsetDateTime TIME =
      OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

  @TempDir Path directory;

  private static int files(Table table, DriverBranch branch) {
    table.refresh();
    return Iterables.size(table.newScan().useRef(branch.name()).planFiles());
  }

  @Test
  void smallFilesAreWrittenTogetherAndOldRowsOfHostsDropped() throws Exception {
    SparkSession spark = LocalSpark.session();
    CrawlCatalog catalog = CrawlCatalog.of(spark, directory.toString());
    catalog.create(spark, 1);
    Catalog opened = catalog.open();
    var branch = new DriverBranch(spark, catalog, opened, 1);
    branch.begin(Map.of(), 1);
    Table pages = branch.table(TableSchemas.PAGES);
    Table hosts = branch.table(TableSchemas.HOSTS);
    for (int round = 1; round <= 6; round++) {
      Map<String, Table> writable = Map.of(TableSchemas.PAGES, pages, TableSchemas.HOSTS, hosts);
      try (var files = new RowFiles(writable, 0, round)) {
        String url = "http://a.example/" + round;
        files.write(TableSchemas.PAGES, round, url, TIME, 200, "", ByteBuffer.wrap(new byte[1]));
        files.write(
            TableSchemas.HOSTS,
            new HostState("a.example", 0, 0, round, 1_000, Map.of(1L, 2)).cells(round));
        var written = files.finish();
        branch.append(
            TableSchemas.PAGES, round, written.getOrDefault(TableSchemas.PAGES, List.of()));
        branch.append(
            TableSchemas.HOSTS, round, written.getOrDefault(TableSchemas.HOSTS, List.of()));
      }
    }
    assertThat(files(pages, branch)).isEqualTo(6);
    String last = "'http://a.example/6'";
    branch.execute(7, "DELETE FROM " + branch.target(TableSchemas.PAGES) + " WHERE url = " + last);

    var maintenance = new Maintenance(spark, branch);
    maintenance.compact();
    branch.publish();
    maintenance.expire();

    assertThat(files(pages, branch)).isEqualTo(1);
    assertThat(branch.read(TableSchemas.PAGES).count()).isEqualTo(5);
    var rows = branch.read(TableSchemas.HOSTS).collectAsList();
    assertThat(rows).hasSize(1);
    assertThat(HostState.of(rows.get(0)).pages()).isEqualTo(6);
    assertThat(pages.currentSnapshot().snapshotId()).isEqualTo(branch.head(TableSchemas.PAGES));
  }
}
