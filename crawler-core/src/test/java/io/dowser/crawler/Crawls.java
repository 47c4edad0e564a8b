package io.dowser.crawler;

import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;

/** Builders for crawls of webs in memory, without delay. */
public final class Crawls {

  public static final Topic TOPIC = Topic.of("laser");

  /** No delay, and all delays short. */
  public static final Politeness HASTY =
      Politeness.builder()
          .delay(Duration.ZERO)
          .backOff(Duration.ofMillis(1), Duration.ofMillis(4))
          .suspension(4, Duration.ofMillis(5), 1)
          .maxCrawlDelay(Duration.ofMillis(20))
          .build();

  private Crawls() {}

  public static CrawlerBuilder of(InMemoryWeb web, String... seeds) {
    CrawlerBuilder builder =
        Crawler.builder().fetcher(web.fetcher()).topic(TOPIC).politeness(HASTY).workers(1);
    for (String seed : seeds) {
      builder.seed(seed);
    }
    return builder;
  }

  public static CrawlerBuilder of(RandomWeb random) {
    return of(random.web(), random.seed().toString()).topic(random.topic()).judge(random.judge());
  }

  /** A chain of pages http://chain.test/0, /1, ... each with a link to the next. */
  public static InMemoryWeb chain(int pages) {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < pages; i++) {
      String[] next = i + 1 < pages ? new String[] {"/" + (i + 1)} : new String[0];
      web.page("http://chain.test/" + i, "page " + i, i % 2 == 0 ? "laser" : "nothing", next);
    }
    return web.build();
  }

  /** Returns a crawl of settings that no builder has. */
  public static Crawler crawler(CrawlSpec spec) {
    return new Crawler(new CrawlAssembly(spec).plan());
  }
}
