package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each check of the contract fails for a policy that breaks what it is about. */
class RevisitPolicyContractTest {

  @ParameterizedTest(name = "{0} fails {1}")
  @MethodSource("brokenPolicies")
  void checkFailsForAPolicyThatBreaksIt(Class<?> contract, String check) {
    ContractRun run = ContractRun.of(contract);

    assertThat(run.failed()).as(run.messages()).contains(check);
  }

  @Test
  void everyCheckPassesForAPolicyThatKeepsThem() {
    ContractRun run = ContractRun.of(Daily.class);

    assertThat(run.failed()).as(run.messages()).isEmpty();
    assertThat(run.passed()).hasSize(4);
  }

  static Object[] brokenPolicies() {
    return new Object[] {
      Arguments.of(UntilNextDay.class, "intervalsAreNotNegativeAndFitIntoMilliseconds"),
      Arguments.of(ByShare.class, "prioritiesAreFinite"),
      Arguments.of(CountsPages.class, "decisionsDoNotDependOnTheOrderOfPages"),
      Arguments.of(KnowsItself.class, "equalPoliciesDecideEqually")
    };
  }

  static class Daily extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return page -> Duration.ofDays(1);
    }
  }

  /** Negative for a page that changed after its last check. */
  static class UntilNextDay extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return page -> Duration.between(page.changed(), page.checked());
    }
  }

  /** Not a number for a page without checks. */
  static class ByShare extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return new ByPriority() {
        @Override
        public double priority(RecheckHistory page, Instant now) {
          return (double) page.changes() / page.rechecks();
        }
      };
    }
  }

  static class CountsPages extends RevisitPolicyContract {

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      return new ByPriority() {
        private int pages;

        @Override
        public double priority(RecheckHistory page, Instant now) {
          pages++;
          return pages;
        }
      };
    }
  }

  static class KnowsItself extends RevisitPolicyContract {

    private int policies;

    @Override
    protected RevisitPolicy policy(RandomGenerator random) {
      policies++;
      Duration interval = Duration.ofDays(policies);
      return page -> interval;
    }
  }

  /** Leaves the interval out. */
  private interface ByPriority extends RevisitPolicy {

    @Override
    default Duration interval(RecheckHistory page) {
      return Duration.ZERO;
    }
  }
}
