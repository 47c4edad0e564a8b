package io.dowser.crawler.spark;

import java.util.List;
import org.apache.spark.broadcast.Broadcast;

/**
 * Brings what came of a round into the table of URLs: a task for each bucket reads all rows about
 * the bucket's URLs, of which {@link UrlState} makes one for each URL.
 */
final class RoundMerge {

  private final UrlTable urls;
  private final CommitLog log;
  private final Broadcast<PartFile.Place> place;
  private final CrawlRules rules;
  private final boolean keepsFirst;
  private final int maxDepth;

  RoundMerge(UrlTable urls, CommitLog log, Broadcast<PartFile.Place> place, CrawlPlan plan) {
    this.urls = urls;
    this.log = log;
    this.place = place;
    this.rules = plan.task().rules();
    this.keepsFirst = plan.task().order().keepsFirstLink();
    this.maxDepth = plan.maxDepth();
  }

  /** Merges, and gives how many URLs are new, and how many more wait. */
  TaskReport merge(int round) {
    var found =
        new MergeTask.Found(
            files(CrawlLayout.LINKS, round),
            files(CrawlLayout.REDIRECTS, round),
            files(CrawlLayout.VISITS, round));
    var task =
        new MergeTask(place, urls.files(), found, urls.deltaOf(round), rules, keepsFirst, maxDepth);
    TaskReport report = TaskReport.of(urls.eachBucket().mapPartitions(task).collect());
    urls.adopt(round, report);
    return report;
  }

  private List<String> files(String table, int round) {
    return List.of(log.files(CrawlLayout.of(table, round)));
  }
}
