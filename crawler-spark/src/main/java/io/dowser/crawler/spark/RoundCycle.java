package io.dowser.crawler.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.udf;

import io.dowser.crawler.internal.plan.RecheckPlan;
import io.dowser.crawler.internal.store.PageReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.jspecify.annotations.Nullable;

/**
 * A cycle of rechecks: the visited pages that are due, and the limits of requests. The counts of a
 * committed round have its start, so that an interrupted cycle continues. For the driver's thread.
 */
final class RoundCycle {

  /** The setting that is recorded to notice that intervals are those of another policy. */
  private static final String POLICY = "revisitPolicy";

  private static final String POLICY_SINCE = "revisitPolicySince";

  private static final String QUEUE_AGAIN =
      """
      MERGE INTO {urls} t USING dowser_failed s ON t.hash = xxhash64(s.url) AND t.url = s.url
      WHEN MATCHED THEN UPDATE SET outcome = NULL
      """;

  private static final String GIVE_HOSTS_A_CHANCE =
      "INSERT INTO {hosts}"
          + " SELECT {round}, host, 0L, 0, pages, pace_millis, deferred FROM dowser_given_up";

  private final CrawlPlan plan;
  private final DriverBranch tables;
  private final CrawlCounts counts;
  private final String policy;
  private final Instant policySince;

  /**
   * Creates a cycle that has not begun.
   *
   * @param counts those of the crawl
   * @param recorded the settings of the latest committed round
   */
  RoundCycle(
      CrawlPlan plan, DriverBranch tables, CrawlCounts counts, Map<String, String> recorded) {
    this.plan = plan;
    this.tables = tables;
    this.counts = counts;
    String before = recorded.getOrDefault(POLICY, "");
    this.policy =
        plan.rounds().recrawl()
            ? new TreeMap<>(plan.spec().revisitPolicy.words()).toString()
            : before;
    this.policySince =
        policy.equals(before)
            ? Instant.parse(recorded.getOrDefault(POLICY_SINCE, Instant.EPOCH.toString()))
            : Instant.ofEpochMilli(plan.clock().millis());
  }

  /** Returns whether this run rechecks pages, and is not done. */
  boolean isActive() {
    return plan.rounds().recrawl() && counts.get(CrawlCounts.CYCLE) > 0;
  }

  /** Returns whether a new cycle begins with this run. */
  boolean isNew() {
    return plan.rounds().recrawl() && !isActive();
  }

  /** Begins a cycle: URLs that failed for a reason that may be over are pending again. */
  void begin(int round) {
    counts.beginCycle(plan.clock().millis());
    Dataset<Row> failed =
        Maintenance.latest(tables.read(TableSchemas.VISITS), "url")
            .select(
                col("url"),
                col("outcome").alias("status"),
                col("detail"),
                col("status").alias("http"))
            .filter(PageReader.MAY_BE_OVER)
            .join(
                tables.read(TableSchemas.URLS).filter("outcome IS NOT NULL").select("url"), "url");
    failed.createOrReplaceTempView("dowser_failed");
    counts.add(CrawlCounts.FAILED, -failed.count());
    tables.execute(round, QUEUE_AGAIN.replace("{urls}", tables.target(TableSchemas.URLS)));
    retry(round, givenUp());
  }

  /** Returns the hosts that were given up. */
  Dataset<Row> givenUp() {
    return Maintenance.latest(tables.read(TableSchemas.HOSTS), "host")
        .filter(col("ready_at").equalTo(HostState.NEVER));
  }

  /** Offers the URLs of hosts again that were given up. */
  void retry(int round, Dataset<Row> hosts) {
    hosts.createOrReplaceTempView("dowser_given_up");
    tables.execute(
        round,
        GIVE_HOSTS_A_CHANCE
            .replace("{hosts}", tables.target(TableSchemas.HOSTS))
            .replace("{round}", Integer.toString(round)));
  }

  /** Returns the cycle as tasks see it. */
  Toolbox.Cycle ofTasks() {
    return isActive()
        ? new Toolbox.Cycle(Instant.ofEpochMilli(counts.get(CrawlCounts.CYCLE)), policySince)
        : Toolbox.Cycle.NONE;
  }

  /** Returns settings with the policy that has set the intervals of pages. */
  Map<String, String> recorded(Map<String, String> settings) {
    Map<String, String> all = new TreeMap<>(settings);
    all.put(POLICY, policy);
    all.put(POLICY_SINCE, policySince.toString());
    return all;
  }

  /** Returns the visited pages that are due, with their priorities as keys. */
  Dataset<Row> due(Broadcast<Toolbox> toolbox) {
    return tables
        .read(TableSchemas.URLS)
        .filter(col(PageColumn.NAME).isNotNull())
        .withColumn(
            "key", udf(new Priority(toolbox), DataTypes.DoubleType).apply(col(PageColumn.NAME)))
        .filter(col("key").isNotNull());
  }

  /** Returns the priority of a page on an executor, null if it is not due. */
  private record Priority(Broadcast<Toolbox> toolbox) implements UDF1<Row, Double> {

    @Override
    public @Nullable Double call(Row page) throws InterruptedException {
      return toolbox.value().priority(PageColumn.state(page).page(), HostTask.executor());
    }
  }

  /** Returns the number of rechecks that the cycle has left. */
  long rechecksLeft(boolean allowsNewPages) {
    return limits().rechecksLeft(counts.get(CrawlCounts.CHECKED), newPages(), allowsNewPages);
  }

  /** Returns the number of new pages that the cycle has left; all of them outside of a cycle. */
  long newPagesLeft() {
    return isActive() ? limits().newPagesLeft(newPages()) : Long.MAX_VALUE;
  }

  /** Returns the new pages among the next requests while pages of both kinds are left. */
  long newPagesOf(long requests) {
    return limits().newPagesOf(requests, counts.get(CrawlCounts.CHECKED), newPages());
  }

  private long newPages() {
    return counts.get(CrawlCounts.CLOSED) - counts.get(CrawlCounts.CLOSED_BEFORE);
  }

  private RecheckPlan limits() {
    return plan.task().rules().rechecks(Toolbox.Cycle.NONE, page -> Duration.ZERO);
  }
}
