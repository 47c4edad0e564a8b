/**
 * Crawls in rounds on an Apache Spark cluster, with the plugins of a crawl on one machine, in
 * tables of Apache Iceberg. {@link io.dowser.crawler.spark.SparkCrawl} begins or continues a crawl.
 *
 * <p>Who calls whom:
 *
 * <pre>
 *   SparkCrawl, SparkCrawlMain      what a program names; RoundSettings
 *     CrawlRun                      one run: Lease, CrawlCatalog, DriverBranch, Toolbox
 *       Rounds                      Seeds, RoundSelection by VisitOrder or RoundCycle, RoundMerge
 *         HostTask                  on executors: RoundFetcher (TaskLease), RoundFrontier
 *           RoundRecorder           LinkRows, VisitRow, RowFiles
 *       RoundReport                 the report at the end
 *   CrawlTables                     what a query reads: CommittedRound
 * </pre>
 *
 * <p>Unless a parameter is marked nullable, {@code null} is refused with a {@link
 * java.lang.NullPointerException} that names it.
 *
 * @serial exclude no serializable type is public; Spark sends the package-private ones to executors
 */
@NullMarked
package io.dowser.crawler.spark;

import org.jspecify.annotations.NullMarked;
