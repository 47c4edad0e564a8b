package io.dowser.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangingPageTest {

  private static final int DAYS = 100_000;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void freshnessAndAgeOfRegularChecksAreThoseOfTheFormulas(long seed) {
    double rate = 0.3;
    int interval = 4;
    RevisitPolicy policy = page -> Duration.ZERO;
    var page = new ChangingPage(1, rate, 1, new SplittableRandom(seed));
    for (int day = interval; day <= DAYS; day += interval) {
      page.check(day, policy);
    }
    double x = rate * interval;
    double fresh = -Math.expm1(-x) / x;
    double age = interval * (0.5 - 1 / x - Math.expm1(-x) / x / x);

    assertThat(page.takeFreshTime() / DAYS).as("seed %d", seed).isCloseTo(fresh, within(0.01));
    assertThat(page.takeAgeTime() / DAYS).as("seed %d", seed).isCloseTo(age, within(0.03));
    assertThat((double) page.checks().changes() / page.checks().rechecks())
        .as("seed %d", seed)
        .isCloseTo(-Math.expm1(-x), within(0.01));
  }
}
