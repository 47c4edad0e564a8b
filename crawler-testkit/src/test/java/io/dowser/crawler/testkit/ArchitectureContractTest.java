package io.dowser.crawler.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArchitectureContractTest {

  @Test
  void packageThatIsNotNullMarkedIsNamedWithTheAnnotation() {
    ContractRun run = ContractRun.of(OfTheTests.class);

    assertThat(run.failed()).contains("everyPackageIsNullMarked");
    assertThat(run.messages()).contains("@NullMarked", OfTheTests.class.getPackageName());
  }

  /** Checks the classes of the tests, which have no package-info. */
  static class OfTheTests extends ArchitectureContract {
    OfTheTests() {
      super(ArchitectureContractTest.class, "..");
    }
  }
}
