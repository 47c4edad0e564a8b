package io.dowser.crawler.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DelayedCreditTest {

  private final DelayedCredit credit = new DelayedCredit();

  @Test
  void pageIsWorthTheBestMeanOfItselfAndItsBestLinks() {
    credit.visited(7, new double[] {0.1, 0.9, 0.6});

    assertThat(credit.behind(7)).isCloseTo((0.9 + 0.6) / 3, within(1e-6));
  }

  @Test
  void followedLinksCorrectWhatWasExpected() {
    credit.visited(7, new double[] {0.9, 0.6});

    credit.followed(7, 1);
    assertThat(credit.behind(7)).isCloseTo((2 * 0.5 + 1) / 3, within(1e-6));

    credit.followed(7, 0);
    assertThat(credit.behind(7)).isCloseTo((2 * 0.5 + 1) / 4, within(1e-6));
  }

  @Test
  void nothingLiesBehindPagesThatAreUnknownHaveNoLinksOrWereForgotten() {
    credit.visited(1, new double[] {});
    credit.visited(2, new double[] {0.5});
    credit.visited(2 + (1 << 16), new double[] {0.9});
    credit.followed(3, 1);

    assertThat(credit.behind(1)).isZero();
    assertThat(credit.behind(2)).isZero();
    assertThat(credit.behind(3)).isZero();
  }
}
