package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dowser.crawler.internal.politeness.PolitenessRules;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PolitenessRulesTest {

  private final Politeness.Builder rules = Politeness.builder();

  @Test
  void defaultsArePolite() {
    PolitenessRules politeness = Crawls.rules(rules.build());

    assertThat(politeness.delay()).isEqualTo(Duration.ofSeconds(1));
    assertThat(politeness.connectionsPerHost()).isEqualTo(1);
    assertThat(politeness.maxRetries()).isEqualTo(2);
  }

  @Test
  void copyHasEverySetting() {
    Politeness politeness =
        rules
            .hostGrouping(url -> "one")
            .perAddress(true)
            .delay(Duration.ofSeconds(3))
            .responseFactor(5)
            .maxCrawlDelay(Duration.ofSeconds(40))
            .connectionsPerHost(2)
            .maxRetries(7)
            .retryShare(0.5)
            .backOff(Duration.ofSeconds(2), Duration.ofSeconds(9))
            .suspension(6, Duration.ofSeconds(11), 3)
            .maxRetryAfter(Duration.ofSeconds(12))
            .build();

    assertThat(politeness.toBuilder().build()).isEqualTo(politeness);
  }

  @Test
  void senselessValuesAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.delay(Duration.ofSeconds(-1)))
        .withMessage("politeness.delay must be 0s to 1d, but was PT-1S");
    assertThatIllegalArgumentException().isThrownBy(() -> rules.responseFactor(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.retryShare(-0.1));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.connectionsPerHost(0));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.maxRetries(-1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> rules.backOff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
        .withMessageStartingWith("longest must be at least 2s");
    assertThatIllegalArgumentException().isThrownBy(() -> rules.suspension(0, Duration.ZERO, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.maxRetryAfter(Duration.ofDays(2)));
    assertThatIllegalArgumentException().isThrownBy(() -> rules.maxCrawlDelay(Duration.ofDays(2)));
  }
}
