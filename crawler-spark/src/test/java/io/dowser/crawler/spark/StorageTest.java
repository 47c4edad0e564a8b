package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.Politeness;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Crawls that are kept where clusters keep them: on a real HDFS, and in a server of S3. */
@Tag("exhaustive")
class StorageTest {

  private static final int PAGES = 120;
  private static final RandomWeb WEB = WebFetcherProvider.web(1, PAGES, 8);

  @TempDir Path disk;

  private static SparkCrawl.Builder crawl(String location) {
    return SparkCrawl.builder(LocalSpark.session(), location)
        .seed(WEB.seed().toString())
        .topic(WEB.topic())
        .fetcher("random-web", Map.of("pages", "" + PAGES, "hosts", "8", "seed", "1"))
        .politeness(Politeness.builder().delay(Duration.ZERO).build())
        .keepPages()
        .leaseTime(Duration.ofSeconds(1))
        .buckets(2)
        .roundSize(PAGES / 3);
  }

  private static void aCrawlThatWasAbortedContinues(String location) throws Exception {
    SparkCrawl broken =
        crawl(location)
            .listener(
                progress -> {
                  if (progress.round() == 3) {
                    throw new IllegalStateException("the driver broke");
                  }
                })
            .build();
    assertThatThrownBy(broken::run).hasMessage("the driver broke");
    crawl(location).build().run();

    CrawlTables tables = CrawlTables.open(LocalSpark.session(), location);
    List<String> visited =
        tables.visits().filter("outcome = 'VISITED'").select("page_url").collectAsList().stream()
            .map(row -> row.getString(0))
            .toList();
    assertThat(visited).doesNotHaveDuplicates().hasSize(PAGES);
    assertThat(tables.pages().count()).isEqualTo(PAGES);
  }

  /** A name node and a data node in this JVM. */
  @Test
  void onHdfsACrawlThatWasAbortedContinues() throws Exception {
    var configuration = new Configuration();
    configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, disk.toString());
    try (var cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build()) {
      cluster.waitClusterUp();
      aCrawlThatWasAbortedContinues(cluster.getURI() + "/crawls/one");
    }
  }

  /** An object store has no rename, so a database has the catalog. */
  @Test
  void onS3WithAJdbcCatalogACrawlThatWasAbortedContinues() throws Exception {
    try (JvmProcess server = s3()) {
      String port = server.await("Tomcat started on ports .* (\\d+) \\(http\\)");
      SparkSession spark = LocalSpark.session();
      Map.of(
              "",
              "org.apache.iceberg.spark.SparkCatalog",
              ".type",
              "jdbc",
              ".uri",
              "jdbc:sqlite:" + disk.resolve("catalog.db"),
              ".warehouse",
              "s3://crawls/warehouse",
              ".io-impl",
              "org.apache.iceberg.aws.s3.S3FileIO",
              ".s3.endpoint",
              "http://127.0.0.1:" + port,
              ".s3.path-style-access",
              "true",
              ".s3.access-key-id",
              "any",
              ".s3.secret-access-key",
              "any",
              ".client.region",
              "us-east-1")
          .forEach((key, value) -> spark.conf().set("spark.sql.catalog.objects" + key, value));
      aCrawlThatWasAbortedContinues("iceberg:objects.one");
    }
  }

  private static JvmProcess s3() throws Exception {
    String jar =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(path -> path.contains("s3mock"))
            .findAny()
            .orElseThrow();
    return JvmProcess.start(
        Map.of(),
        jar,
        List.of(
            "-Dcom.adobe.testing.s3mock.http-port=0",
            "-Dcom.adobe.testing.s3mock.store.initial-buckets=crawls",
            "org.springframework.boot.loader.launch.JarLauncher",
            "--server.port=0"));
  }
}
