package io.dowser.crawler;

import io.dowser.crawler.api.Topic;
import io.dowser.crawler.internal.assembly.CrawlAssembly;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.politeness.PolitenessRules;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;
import java.util.Optional;

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

  public static Crawler.Builder of(InMemoryWeb web, String... seeds) {
    Crawler.Builder builder = Crawler.builder();
    preset(builder.spec, web, TOPIC);
    for (String seed : seeds) {
      builder.seed(seed);
    }
    return builder;
  }

  public static Crawler.Builder of(RandomWeb random) {
    Crawler.Builder builder = Crawler.builder().seed(random.seed().toString());
    preset(builder.spec, random.web(), random.topic());
    builder.spec.judge.preset(new PluginChoice.Given<>(random.judge()));
    return builder;
  }

  /** Sets what a test may replace by a call of the builder. */
  private static void preset(CrawlSpec spec, InMemoryWeb web, Topic topic) {
    spec.fetcher.preset(new PluginChoice.Given<>(web.fetcher()));
    spec.topic.preset(Optional.of(topic));
    makeHasty(spec);
    spec.workers.preset(1);
  }

  /** Removes delays where no call of a builder sets them. */
  public static void makeHasty(CrawlSpec spec) {
    spec.presetAll(HASTY.spec());
  }

  /** Returns the rules that hold in a crawl. */
  public static PolitenessRules rules(Politeness politeness) {
    return politeness.spec().politeness();
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

  /** Runs a crawl to its end and throws if it fails. */
  public static CrawlReport run(Crawler.Builder builder) {
    try (Crawler crawler = builder.build()) {
      return crawler.run().orThrow();
    }
  }

  /** Returns a crawl of settings that no builder has. */
  public static Crawler crawler(CrawlSpec spec) {
    return new Crawler(new CrawlAssembly(spec).plan(), false);
  }
}
