package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What rounds remember of hosts. */
class HostMemoryTest {

  @TempDir Path directory;

  private final SparkSession spark = LocalSpark.session();
  private final JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());

  private CommitLog log;
  private Broadcast<PartFile.Place> place;
  private HostMemory hosts;

  @BeforeEach
  void open() {
    log = LocalSpark.log(directory);
    place = LocalSpark.place(directory);
    hosts = new HostMemory(context, log, place);
  }

  private void learn(int round, HostUpdates... news) {
    String table = CrawlLayout.of(CrawlLayout.NEWS, round);
    List<Object[]> rows = Arrays.stream(news).map(HostUpdates::toCells).toList();
    var task = new WriteTask(place, table, Columns.HOSTS);
    log.retain(
        table,
        TaskReport.of(context.parallelize(rows, 2).mapPartitions(task).collect()).files(table));
    hosts.learn(round, List.of(log.files(table)));
  }

  private List<String> known() {
    return hosts
        .all()
        .map(HostUpdates::of)
        .map(news -> news.host() + " " + news.readyAt())
        .collect()
        .stream()
        .sorted()
        .toList();
  }

  @Test
  void newsTakeThePlaceOfWhatWasKnownAndCompactionChangesNothing() {
    assertThat(hosts.isEmpty()).isTrue();
    learn(1, HostUpdates.rest("a", 7, 1), HostUpdates.rest("b", 7, 1));
    hosts.compactNow(1);
    learn(2, HostUpdates.rest("b", 9, 2), HostUpdates.rest("c", 8, 1));
    assertThat(hosts.isEmpty()).isFalse();
    assertThat(hosts.areFew()).isFalse();
    assertThat(known()).containsExactly("a 7", "b 9", "c 8");
    learn(3, HostUpdates.rest("c", 6, 2));
    hosts.compactNow(3);
    assertThat(known()).containsExactly("a 7", "b 9", "c 6");
    assertThat(hosts.about(Set.of("b", "x")).map(HostUpdates::host).collect()).containsExactly("b");
  }

  @Test
  void hostsAreDelayedUntilTheirTime() {
    learn(1, HostUpdates.rest("a", 7, 1), HostUpdates.rest("b", 9, 1), HostUpdates.rest("c", 0, 0));
    learn(2, HostUpdates.rest("d", HostUpdates.NEVER, 5));
    assertThat(hosts.areFew()).isTrue();
    assertThat(hosts.delayed(7))
        .containsExactlyInAnyOrder(UTF8String.fromString("b"), UTF8String.fromString("d"));
    assertThat(hosts.nextReady(0)).isEqualTo(OptionalLong.of(7));
    assertThat(hosts.nextReady(7)).isEqualTo(OptionalLong.of(9));
    assertThat(hosts.nextReady(9)).isEmpty();
  }
}
