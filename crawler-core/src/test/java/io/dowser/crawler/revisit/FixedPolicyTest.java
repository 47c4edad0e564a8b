package io.dowser.crawler.revisit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FixedPolicyTest {

  @Test
  void eachPageIsAlwaysDueByDefault() {
    RevisitPolicy policy = RevisitPoliciesContractTest.policy("fixed", Map.of());

    assertThat(policy.interval(Pages.unchecked(0.5))).isZero();
  }

  @Test
  void intervalIsThatOfTheSetting() {
    RevisitPolicy policy = RevisitPoliciesContractTest.policy("fixed", Map.of("interval", "P7D"));

    assertThat(policy.interval(Pages.after(Duration.ofDays(1), true, 0)))
        .isEqualTo(Duration.ofDays(7));
  }

  @Test
  void pageThatWasCheckedLongestAgoGoesFirstWhateverItsRelevance() {
    RevisitPolicy policy = RevisitPoliciesContractTest.policy("fixed", Map.of());

    assertThat(policy.priority(Pages.unchecked(0), Pages.CHECKED.plusSeconds(3)))
        .isEqualTo(3.0)
        .isGreaterThan(policy.priority(Pages.unchecked(1), Pages.CHECKED.plusSeconds(2)));
  }
}
