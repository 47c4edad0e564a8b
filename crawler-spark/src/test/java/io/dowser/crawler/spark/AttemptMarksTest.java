package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.iceberg.hadoop.HadoopFileIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptMarksTest {

  @TempDir Path directory;

  private AttemptMarks attempt(int number) {
    return new AttemptMarks(
        new HadoopFileIO(new Configuration()), directory + "/attempts/3-1", number);
  }

  @Test
  void thirdAttemptFindsNothingIfTheSecondDiedBeforeAUrlWasInFlight() {
    assertThat(attempt(2).diedTwice()).isEmpty();
  }

  @Test
  void thirdAttemptFindsWhatTheSecondHasLeftInFlight() {
    AttemptMarks second = attempt(1);
    second.start("http://a.test/1");
    second.start("http://a.test/2");
    second.end("http://a.test/1");

    assertThat(attempt(2).diedTwice()).containsExactly("http://a.test/2");
    attempt(2).clear();
    assertThat(attempt(3).diedTwice()).isEmpty();
  }
}
