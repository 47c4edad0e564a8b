package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyTest {

  @ParameterizedTest
  @CsvSource({"8, 4000, 8", "8, 600, 3", "8, 100, 1", "8, 0, 1", "8, -50, 1", "1, 4000, 1"})
  void runsAtATimeAreBoundedByProcessorsAndFreeHeap(int processors, long megabytes, int jobs) {
    assertThat(Study.jobsFor(processors, megabytes << 20)).isEqualTo(jobs);
  }
}
