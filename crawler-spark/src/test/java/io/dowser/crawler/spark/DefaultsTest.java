package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import org.junit.jupiter.api.Test;

/** Compares the defaults with those of a crawl on one machine, as both would write them down. */
class DefaultsTest {

  private final CrawlSpec core = new CrawlSpec();
  private final CrawlPlan plan = new SparkCrawl.Builder(null, "nowhere").plan();

  private static String word(Setting<?> setting) {
    return setting.words().getOrDefault(setting.name(), "");
  }

  @Test
  void rulesHaveTheDefaultsOfOneMachine() {
    CrawlRules rules = plan.task().rules();
    assertThat(rules.spec().words()).isEqualTo(core.words());
    assertThat(rules.hostSettings()).isEmpty();
    assertThat(word(core.hostRules)).isEmpty();
    assertThat(word(core.linkPolicy)).isEqualTo("all-links");
    assertThat(rules.linkPolicy()).isEqualTo(LinkPolicy.allLinks());
  }

  @Test
  void orderIsThatOfTheDefaultFrontier() {
    assertThat(word(core.frontier)).isEqualTo("best-first");
    assertThat(plan.task().order()).isEqualTo(new VisitOrder.BestFirst());
  }
}
