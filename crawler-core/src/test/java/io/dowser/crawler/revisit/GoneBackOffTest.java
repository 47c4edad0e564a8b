package io.dowser.crawler.revisit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GoneBackOffTest {

  @ParameterizedTest
  @ValueSource(strings = {"fixed", "adaptive", "poisson"})
  void intervalOfAPageThatIsGoneDoublesBetweenTheBounds(String name) {
    RevisitPolicy policy =
        RevisitPoliciesContractTest.policy(
            name, Map.of("goneInterval", "P3D", "goneMaxInterval", "P20D"));
    Duration interval = Duration.ofHours(1);
    List<Long> days = new ArrayList<>();
    for (int gone = 1; gone <= 5; gone++) {
      interval = policy.interval(Pages.after(interval, false, gone));
      days.add(interval.toDays());
    }

    assertThat(days).containsExactly(3L, 6L, 12L, 20L, 20L);
  }

  @Test
  void pageThatIsBackIsLeftToThePolicy() {
    RevisitPolicy policy = RevisitPoliciesContractTest.policy("fixed", Map.of());

    assertThat(policy.interval(Pages.after(Duration.ofDays(64), true, 0))).isZero();
  }
}
