package io.dowser.crawler.internal.politeness;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.Crawls;
import io.dowser.crawler.Politeness;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.HostRules;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HostPolitenessTest {

  private static final CrawlUrl OWN = CrawlUrl.of("http://www.example.org/a");
  private static final CrawlUrl OTHER = CrawlUrl.of("http://example.com/");

  private final PolitenessRules usual =
      Crawls.rules(Politeness.builder().connectionsPerHost(3).build());

  @Test
  void theRulesOfAHostAreWorkedOutOnce() {
    Duration delay = Duration.ofSeconds(7);
    HostRules rules = HostRules.builder().delay(delay).priority(0.5).build();
    var politeness = new HostPoliteness(usual, Map.of("*.example.org", rules));

    assertThat(politeness.rulesOf(OWN)).isEqualTo(rules).isSameAs(politeness.rulesOf(OWN));
    assertThat(politeness.of(OWN)).isSameAs(politeness.of(OWN));
    assertThat(politeness.of(OWN).delayAfter(0, Duration.ZERO)).isEqualTo(delay.toNanos());
    assertThat(politeness.of(OWN).connectionsPerHost()).isEqualTo(3);
    assertThat(politeness.rulesOf(OTHER)).isEqualTo(HostRules.builder().build());
    assertThat(politeness.of(OTHER)).isSameAs(usual);
  }

  @Test
  void withoutRulesAllHostsHaveTheUsualPoliteness() {
    var politeness = new HostPoliteness(usual, Map.of());

    assertThat(politeness.of(OWN)).isSameAs(usual);
    assertThat(politeness.rulesOf(OWN)).isEqualTo(HostRules.builder().build());
  }
}
