package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The crawl's directory on a real HDFS, a name node and a data node in this JVM. */
@Tag("exhaustive")
class HdfsTest {

  private static final int PAGES = 120;
  private static final RandomWeb WEB = WebFetcherProvider.web(1, PAGES, 8);

  @TempDir Path disk;

  private MiniDFSCluster cluster;
  private String directory;

  @BeforeEach
  void start() throws IOException {
    var configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, disk.toString());
    cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
    cluster.waitClusterUp();
    directory = cluster.getURI() + "/crawls/one";
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private SparkCrawl.Builder crawl() {
    return SparkCrawl.builder(LocalSpark.session(), directory)
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .fetcher("random-web", Map.of("pages", "" + PAGES, "hosts", "8", "seed", "1"))
        .delay(Duration.ZERO)
        .keepPages()
        .leaseTime(Duration.ofSeconds(1))
        .buckets(2)
        .roundSize(PAGES / 3);
  }

  @Test
  void aCrawlThatWasAbortedContinuesThere() throws Exception {
    SparkCrawl broken =
        crawl()
            .listener(
                progress -> {
                  if (progress.round() == 3) {
                    throw new IllegalStateException("the driver broke");
                  }
                })
            .build();
    assertThatThrownBy(broken::run).hasMessage("the driver broke");
    crawl().build().run();

    CrawlTables tables = CrawlTables.open(LocalSpark.session(), directory);
    List<String> visited =
        tables.visits().filter("outcome = 'VISITED'").select("page_url").collectAsList().stream()
            .map(row -> row.getString(0))
            .toList();
    assertThat(visited).doesNotHaveDuplicates().hasSize(PAGES);
    assertThat(tables.pages().count()).isEqualTo(PAGES);
  }
}
