package io.dowser.benchmarks;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlReport;
import io.dowser.crawler.Crawler;
import io.dowser.crawler.Means;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.robots.RobotsPolicy;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The crawl of a {@link Soak}, in a separate JVM, which prints its progress after each whole step.
 * Before the first step, it prints after a hundredth of a step and whenever its visits have
 * doubled.
 */
final class SoakCrawl implements CrawlListener {

  private static final int FIRST = 100;

  private final int step;
  private @Nullable CrawlHandle handle;
  private long nextLook; // after that number of visits; 0 before the first visit of this process
  private long away; // nanoseconds of the looks at the heap

  private SoakCrawl(int step) {
    this.step = step;
  }

  /** Crawls; the arguments are pages and hosts of the web, visits, step and directory. */
  static void crawl(List<String> arguments) throws InterruptedException {
    var web = new SoakWeb(Long.parseLong(arguments.get(0)), Integer.parseInt(arguments.get(1)));
    var crawl = new SoakCrawl(Integer.parseInt(arguments.get(3)));
    try (Crawler crawler =
        Crawler.builder()
            .seed(web.url(0).toString())
            .topic(Topic.of(SoakWeb.TERM))
            .fetcher(web::fetch)
            .politeness(
                Politeness.builder().robots(RobotsPolicy.IGNORE).delay(Duration.ZERO).build())
            .means(Means.builder().workers(4).build())
            .maxPages(Integer.parseInt(arguments.get(2)))
            .directory(Path.of(arguments.get(4)))
            .listener(crawl)
            .build()) {
      CrawlReport report = crawl.await(crawler.start());
      System.out.println("end " + report.stopReason() + " " + report.statistics().visited());
    }
  }

  private CrawlReport await(CrawlHandle started) throws InterruptedException {
    synchronized (this) {
      handle = started;
    }
    return started.await().orThrow();
  }

  @Override
  public synchronized void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited
        && visited.visit().number() >= nextLook
        && handle != null) {
      if (nextLook > 0) {
        look(handle.statistics());
      }
      nextLook = next(visited.visit().number());
    }
  }

  private long next(long visits) {
    return visits < step
        ? Math.min(step, Math.max(step / FIRST, 2 * visits))
        : (visits / step + 1) * step;
  }

  private void look(CrawlStatistics now) {
    long start = System.nanoTime();
    System.gc(); // what is left is alive
    long heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    away += System.nanoTime() - start;
    System.out.println(
        String.join(
            " ",
            "look",
            "" + now.visited(),
            "" + now.known(),
            "" + now.pending(),
            "" + heap,
            "" + (start - away),
            "" + now.load().commits(),
            "" + now.load().commitTime().toNanos()));
  }
}
