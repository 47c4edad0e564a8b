package io.dowser.crawler.spark;

import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.StopReason;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/**
 * A crawl in rounds on a Spark cluster.
 *
 * <p>A round selects the best pending URLs, at most this many of one host; gives all URLs of one
 * host to one task, which fetches, analyses, judges and scores with crawler-core's own engine and
 * politeness; merges what came into the tables, by the rules of a crawl on one machine; and is then
 * committed. Running a crawl whose directory has rounds already continues after the last one.
 *
 * <pre>{@code
 * CrawlReport report =
 *     SparkCrawl.builder(spark, "hdfs:///crawls/lasers")
 *         .seed("https://example.org/")
 *         .topic(Topic.of("laser", "lens"))
 *         .maxPages(1_000_000)
 *         .build()
 *         .run();
 * }</pre>
 *
 * <p>Not thread-safe; one crawl at a time works in a directory.
 */
public final class SparkCrawl {

  private final SparkSession spark;
  private final CrawlPlan plan;

  SparkCrawl(SparkSession spark, CrawlPlan plan) {
    this.spark = spark;
    this.plan = plan;
  }

  /**
   * Starts to describe a crawl.
   *
   * @param spark the session whose cluster does the work; the crawl does not close it
   * @param directory where the crawl is kept, on any file system that Hadoop knows; made if it does
   *     not exist
   * @return a builder
   */
  public static SparkCrawlBuilder builder(SparkSession spark, String directory) {
    return new SparkCrawlBuilder(spark, directory);
  }

  /**
   * Crawls, from the beginning or from the last committed round.
   *
   * @return how it ended
   * @throws CrawlException if a setting is wrong, a plugin is missing here or on an executor, the
   *     directory cannot be used or holds a crawl with other settings, or a round failed; committed
   *     rounds stay as they are, and {@code run} can be called again
   * @throws InterruptedException if the calling thread is interrupted while it waits for hosts
   */
  public CrawlReport run() throws InterruptedException {
    plan.files().values().forEach(file -> spark.sparkContext().addFile(file.toString()));
    var toolbox = new Toolbox(plan.task());
    toolbox.open("the driver"); // whatever is wrong shows before the first round
    toolbox.close();
    CommitLog log =
        CommitLog.open(plan.task().place().directory(), spark.sparkContext().hadoopConfiguration());
    Broadcast<Toolbox> shared =
        JavaSparkContext.fromSparkContext(spark.sparkContext()).broadcast(toolbox);
    SparkSession session = RoundSession.like(spark);
    var rounds = new Rounds(session, plan, log, shared);
    try {
      startOrResume(rounds, log);
      StopReason reason = rounds.run();
      return rounds.metrics().report(reason);
    } catch (RuntimeException | InterruptedException e) {
      throw e;
    } catch (Exception e) { // Spark throws checked exceptions that its methods do not declare
      throw failed(e);
    } finally {
      rounds.close();
      shared.value().close();
      shared.destroy();
    }
  }

  private void startOrResume(Rounds rounds, CommitLog log) {
    log.latest().ifPresent(this::refuseOtherSettings); // who is refused disturbs no one
    log.claim();
    Optional<Commit> latest = log.latest(); // an earlier driver commits nothing more
    if (latest.isPresent()) {
      rounds.resume(latest.get());
    } else {
      if (plan.seeds().isEmpty()) {
        throw new CrawlException("a crawl needs at least one seed; call seed(url)");
      }
      rounds.begin();
    }
  }

  private void refuseOtherSettings(Commit commit) {
    Map<String, String> now = plan.settings();
    now.forEach(
        (name, is) -> {
          String was = commit.words().getOrDefault(name, "");
          if (!was.equals(is)) {
            String directory = plan.task().place().directory();
            throw new CrawlException(
                String.format(
                    Locale.ROOT,
                    "'%s' holds a crawl with another %s: it was '%s' and is '%s'",
                    directory,
                    name,
                    was,
                    is));
          }
        });
  }

  /** What comes from an executor is words in the message of Spark's own exception. */
  private static CrawlException failed(Throwable failure) {
    @Nullable Throwable cause = failure;
    while (cause != null && !(cause instanceof CrawlException)) {
      cause = cause.getCause();
    }
    String words = cause == null ? failure.getMessage() : cause.getMessage();
    return new CrawlException("a round failed: " + words, failure);
  }
}
