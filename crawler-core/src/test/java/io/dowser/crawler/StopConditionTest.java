package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.testkit.InMemoryWeb;
import io.dowser.crawler.testkit.RandomWeb;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopConditionTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 16})
  void pagesAreNeverOverdrawn(int workers) {
    RandomWeb web = RandomWeb.builder(3).pages(300).build();

    CrawlReport report =
        Crawls.of(web).means(Means.builder().workers(workers).build()).maxPages(50).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.PAGES);
    assertThat(report.statistics().visited()).isEqualTo(50);
    assertThat(report.statistics().inFlight()).isZero();
  }

  @Test
  void relevantPages() {
    CrawlReport report = chain().limits(Limits.builder().maxRelevantPages(3).build()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.RELEVANT_PAGES);
    assertThat(report.statistics().relevant()).isEqualTo(3);
    assertThat(report.statistics().visited()).isEqualTo(5);
  }

  @Test
  void bytes() {
    CrawlReport report = chain().limits(Limits.builder().maxBytes(1).build()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.BYTES);
    assertThat(report.statistics().visited()).isEqualTo(1);
    assertThat(report.statistics().bytes()).isPositive();
  }

  @Test
  void timeEndsACrawlThatHangs() {
    InMemoryWeb web = InMemoryWeb.builder().hanging("http://slow.test/").build();

    CrawlReport report =
        Crawls.of(web, "http://slow.test/")
            .limits(Limits.builder().maxDuration(Duration.ofMillis(50)).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.TIME);
    assertThat(report.statistics().elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(50));
  }

  @Test
  void harvestRateIsCheckedOnceTheWindowIsFull() {
    CrawlReport report =
        chain().limits(Limits.builder().minHarvestRate(0.9, 4).build()).build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.HARVEST_RATE);
    assertThat(report.statistics().visited()).isEqualTo(4);
    assertThat(report.statistics().windowedHarvestRate()).isEqualTo(0.5);
  }

  /** 30 relevant pages link to each other; 300 others are linked from pages off the topic. */
  @Test
  void foundShareOfTheEstimateEndsTheCrawl() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < 300; i++) {
      String next = "http://b.test/" + (i + 1);
      web.page("http://b.test/" + i, "", "nothing", next, "http://c.test/" + i);
      web.page("http://c.test/" + i, "", "nothing");
      web.page(
          "http://a.test/" + i, "", i < 30 ? "laser" : "nothing", "/" + (i + 1), "/" + (i + 2));
    }

    CrawlReport report =
        Crawls.of(web.build(), "http://a.test/0", "http://b.test/0")
            .limits(Limits.builder().stopWhenFound(0.8).build())
            .build()
            .run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FOUND);
    assertThat(report.statistics().relevant()).isEqualTo(30);
    assertThat(report.statistics().estimatedRelevant()).isBetween(30.0, 30 / 0.8);
    assertThat(report.statistics().visited()).isLessThan(200);
  }

  @Test
  void frontierEmpty() {
    CrawlReport report = chain().build().run();

    assertThat(report.stopReason()).isEqualTo(StopReason.FRONTIER_EMPTY);
    assertThat(report.isSuccess()).isTrue();
    assertThat(report.statistics().visited()).isEqualTo(20);
    assertThat(report.statistics().harvestRate()).isEqualTo(0.5);
    assertThat(report.statistics().known()).isEqualTo(20);
    assertThat(report.statistics().pending()).isZero();
  }

  private static Crawler.Builder chain() {
    return Crawls.of(Crawls.chain(20), "http://chain.test/0");
  }
}
