package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.Setting;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Compares the defaults with those of a crawl on one machine, as both would write them down. */
class DefaultsTest {

  private final CrawlSpec core = new CrawlSpec();
  private final CrawlPlan plan = new SparkCrawl.Builder(null, "nowhere").plan();

  /** Returns what a setting of crawler-core has by default, without the setting's name. */
  private static Map<String, String> words(Setting<?> setting) {
    Map<String, String> words = new TreeMap<>();
    setting
        .words()
        .forEach((name, value) -> words.put(name.substring(setting.name().length()), value));
    return words;
  }

  private static String word(Setting<?> setting) {
    return setting.words().getOrDefault(setting.name(), "");
  }

  private static Map<String, String> dotted(Map<String, String> settings) {
    Map<String, String> dotted = new TreeMap<>();
    settings.forEach((name, value) -> dotted.put("." + name, value));
    return dotted;
  }

  @Test
  void rulesHaveTheDefaultsOfOneMachine() {
    CrawlRules rules = plan.task().rules();
    assertThat(dotted(rules.politenessSettings())).isEqualTo(words(core.politeness));
    assertThat(dotted(rules.robotsSettings())).isEqualTo(words(core.robots));
    assertThat(dotted(rules.trapSettings())).isEqualTo(words(core.traps));
    assertThat(dotted(rules.urlSettings())).isEqualTo(words(core.canonicalizer));
    assertThat(rules.hostSettings()).isEmpty();
    assertThat(word(core.hostRules)).isEmpty();
    assertThat(rules.scope()).isEqualTo(word(core.stayOn));
    assertThat(word(core.linkPolicy)).isEqualTo("all-links");
    assertThat(rules.linkPolicy()).isEqualTo(LinkPolicy.allLinks());
    assertThat(word(core.hostGrouping)).isEqualTo("full-host");
    assertThat(rules.wholeSites()).isFalse();
    assertThat(rules.addresses()).isEqualTo(word(core.addressRules));
    assertThat(rules.userAgent()).isEqualTo(word(core.userAgent));
  }

  @Test
  void pluginsHaveTheDefaultsOfOneMachine() {
    TaskPlan task = plan.task();
    assertThat(task.scorer().name()).isEqualTo(word(core.scorer));
    assertThat(task.analyzer().name()).isEqualTo(word(core.pageAnalyzer));
    assertThat(task.judge().name()).isEqualTo(word(core.judge));
    assertThat(task.fetcher().name()).isEqualTo(word(core.fetcher));
    assertThat(word(core.frontier)).isEqualTo("best-first");
    assertThat(task.order()).isEqualTo(new VisitOrder.BestFirst());
  }

  @Test
  void limitsHaveTheDefaultsOfOneMachine() {
    assertThat(plan.task().maxRedirects() + "").isEqualTo(word(core.maxRedirects));
    assertThat(plan.limit("maxPages") + "").isEqualTo(word(core.maxPages));
    assertThat(plan.limit("maxRelevantPages") + "").isEqualTo(word(core.maxRelevantPages));
    assertThat(plan.limit("maxBytes") + "").isEqualTo(word(core.maxBytes));
    assertThat(plan.maxDepth() + "").isEqualTo(word(core.maxDepth));
    assertThat(plan.task().workers() + "").isEqualTo(word(core.workers));
    assertThat(plan.task().analysisTimeout() + "").isEqualTo(word(core.analysisTimeout));
  }
}
