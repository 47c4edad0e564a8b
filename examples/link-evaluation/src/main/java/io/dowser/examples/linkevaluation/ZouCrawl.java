package io.dowser.examples.linkevaluation;

import io.dowser.crawler.Crawler;
import io.dowser.crawler.Limits;
import io.dowser.crawler.Means;
import io.dowser.crawler.Persistence;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.bayes.PageBayesScorer;
import io.dowser.crawler.bayes.PageModel;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.robots.RobotsPolicy;
import java.util.Collection;
import java.util.Map;

/**
 * The whole crawler of Zou et al. 2009 with the settings of the paper: a frontier of 100,000 URLs,
 * no host twice within 100 visits, 10 KB of each page, the robots.txt of 1,000 hosts, five links
 * deep, 20 workers, and each page in a file named by the MD5 of its URL, which is used instead of
 * another fetch.
 *
 * <p>The model should be trained with {@link io.dowser.crawler.bayes.PageSettings#PAPER}. The paper
 * has no judge, and robots.txt is its only politeness. A judge must be given, and the crawl keeps
 * its default crawl delay. {@code directory(...)} of the builder stores the URL, time and path of
 * each page on disk, as the paper's crawl history does. {@link io.dowser.crawler.CrawlHistory}
 * reads them.
 */
public final class ZouCrawl {

  /** Pending URLs at most. */
  public static final int FRONTIER = 100_000;

  /** Consecutive visits that are all of different hosts. */
  public static final int HOST_WINDOW = 100;

  /** Bytes of a page that are read. */
  public static final int PAGE_BYTES = 10 * 1024;

  /** Hosts whose robots.txt is remembered. */
  public static final int ROBOTS_CACHE = 1_000;

  /** Links from a seed. */
  public static final int DEPTH = 5;

  /** Pages worked on at once. */
  public static final int WORKERS = 20;

  private ZouCrawl() {}

  /**
   * Creates the fetcher, which reads the first 10 KB of a page.
   *
   * @return a fetcher that the caller closes
   */
  public static OkHttpFetcher fetcher() {
    return OkHttpFetcher.builder().maxBytes(PAGE_BYTES).connections(WORKERS).build();
  }

  /**
   * Creates the robots policy, which remembers the robots.txt of as many hosts as the paper's.
   *
   * @return the policy
   */
  public static RobotsPolicy robots() {
    return RobotsPolicy.builder().maxHosts(ROBOTS_CACHE).build();
  }

  /**
   * Puts the crawler together.
   *
   * @param model the model that was trained with labelled pages
   * @param seeds the URLs to start from
   * @param pages the files in which pages are kept and looked up
   * @param fetcher the fetcher of the others, usually {@link #fetcher}; not closed by the crawl
   * @return a builder that still needs a judge, {@link #robots} and {@link #WORKERS}
   */
  public static Crawler.Builder builder(
      PageModel model, Collection<String> seeds, PageFiles pages, Fetcher fetcher) {
    return Crawler.builder()
        .seeds(seeds)
        .scorer(
            PageBayesScorer.of(
                model, Settings.of(Map.of("withAnchor", "false", "pageCounts", "false"))))
        .frontier("best-first", Map.of("hostWindow", "" + HOST_WINDOW))
        .means(Means.builder().frontierCapacity(FRONTIER).build())
        .persistence(Persistence.builder().pageSink(pages).build())
        .fetcher(pages.before(fetcher))
        .limits(Limits.builder().maxDepth(DEPTH).build());
  }
}
