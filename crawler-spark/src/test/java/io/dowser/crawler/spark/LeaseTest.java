package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.CrawlException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two drivers of one crawl, one of which pauses between what it decides and what it does. */
@Tag("slow")
class LeaseTest {

  /** A busy machine may pause for a second. */
  private static final Duration TIME = Duration.ofSeconds(2);

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private final AtomicInteger lostLeases = new AtomicInteger();
  private CrawlCatalog catalog;
  private Catalog opened;

  @BeforeEach
  void create() {
    catalog = CrawlCatalog.of(spark, directory.toString());
    opened = catalog.open();
    catalog.create(spark, 2);
  }

  private Lease take() throws InterruptedException {
    return Lease.take(
        () -> catalog.load(opened, TableSchemas.CRAWL), TIME, lostLeases::incrementAndGet);
  }

  private DriverBranch branch(Lease lease) {
    var branch = new DriverBranch(spark, catalog, opened, lease.epoch());
    Map<String, Long> snapshots = lease.committed().map(CommittedRound::snapshots).orElse(Map.of());
    branch.begin(snapshots, lease.epoch());
    return branch;
  }

  /** Appends a page of a round, and returns what may be committed. */
  private CommittedRound round(DriverBranch branch, int round, String page) throws Exception {
    try (var files = new RowFiles(Map.of(TableSchemas.PAGES, table(branch)), 0, round)) {
      OffsetDateTime time = OffsetDateTime.of(2026, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
      files.write(TableSchemas.PAGES, round, page, time, 200, "", ByteBuffer.wrap(new byte[1]));
      branch.append(
          TableSchemas.PAGES, round, files.finish().getOrDefault(TableSchemas.PAGES, List.of()));
    }
    return new CommittedRound(round, branch.snapshots(), Map.of(), Map.of());
  }

  private static Table table(DriverBranch branch) {
    return branch.table(TableSchemas.PAGES);
  }

  private String pages(String from) {
    return spark.sql("SELECT url FROM " + from + " ORDER BY url").collectAsList().toString();
  }

  @Test
  void driverThatPausedCommitsAndRemovesNothingOfItsSuccessor() throws Exception {
    Lease old = take();
    DriverBranch oldBranch = branch(old);
    old.commit(round(oldBranch, 0, "first"));
    CommittedRound decided = round(oldBranch, 1, "of the old driver"); // and now it pauses
    Lease successor = take();
    DriverBranch branch = branch(successor);
    successor.commit(round(branch, 1, "of the successor"));
    branch.publish();

    assertThatThrownBy(() -> old.commit(decided))
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("another driver has taken over the crawl");
    assertThat(old.isLost()).isTrue();
    assertThatThrownBy(() -> round(oldBranch, 2, "late")).hasMessageContaining("taken over");
    assertThat(table(branch).refs()).doesNotContainKey(oldBranch.name());
    assertThatThrownBy(oldBranch::publish).hasMessageContaining("taken over");
    new Maintenance(spark, oldBranch).expire();

    successor.commit(round(branch, 2, "second of the successor"));
    branch.publish();
    String expected = "[[first], [of the successor], [second of the successor]]";
    assertThat(pages(catalog.sql(TableSchemas.PAGES))).isEqualTo(expected);
    CrawlTables tables = CrawlTables.open(spark, directory.toString());
    assertThat(tables.round()).isEqualTo(2);
    assertThat(tables.pages().count()).isEqualTo(3);
  }

  @Test
  void driverThatRenewsKeepsTheLeaseUntilItEnds() throws Exception {
    Lease first = take();
    first.keep();
    CompletableFuture<Lease> second = successor();
    long end = System.nanoTime() + 3 * TIME.toNanos();
    while (System.nanoTime() < end) {
      assertThat(second).isNotDone();
      Thread.onSpinWait();
    }
    first.free();
    assertThat(second.join().epoch()).isEqualTo(first.epoch() + 1);
    second.join().free(); // else it writes into a directory that is being deleted
  }

  private CompletableFuture<Lease> successor() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            Lease lease = take();
            lease.keep();
            return lease;
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @Test
  void ofTwoDriversThatWaitOneTakesTheLeaseAndKeepsIt() throws Exception {
    take(); // and is silent from now on
    CompletableFuture<Lease> a = successor();
    CompletableFuture<Lease> b = successor();
    Lease winner = (Lease) CompletableFuture.anyOf(a, b).get();
    long end = System.nanoTime() + 3 * TIME.toNanos();
    while (System.nanoTime() < end) {
      assertThat(winner.isLost()).isFalse();
      assertThat(a.isDone() && b.isDone()).isFalse();
      Thread.onSpinWait();
    }
    winner.free();
    assertThat(Math.max(a.join().epoch(), b.join().epoch())).isEqualTo(winner.epoch() + 1);
    a.join().free();
    b.join().free();
  }

  @Test
  void tasksOfADriverThatLostTheLeaseStopWithinTheLeaseTime() throws Exception {
    Lease old = take();
    var task = new TaskLease(catalog, old.epoch(), TIME);
    task.require();
    long before = System.nanoTime();
    Lease successor = take(); // returns only when no request of the old driver may start
    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(2 * TIME.toNanos());
    assertThatThrownBy(task::require).hasMessageContaining("lost the crawl's lease");
    assertThatThrownBy(new TaskLease(catalog, old.epoch(), TIME)::require)
        .hasMessageContaining("lost the crawl's lease");
    new TaskLease(catalog, successor.epoch(), TIME).require();
  }
}
