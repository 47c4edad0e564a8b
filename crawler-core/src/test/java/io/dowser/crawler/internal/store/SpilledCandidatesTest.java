package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the file of pending URLs says when it has not what was put into it. */
class SpilledCandidatesTest {

  @TempDir Path directory;
  private SpilledCandidates spilled;

  @BeforeEach
  void addTen() {
    spilled = new SpilledCandidates(directory, HostGrouping.FULL_HOST);
    for (int i = 0; i < 10; i++) {
      spilled.add(Candidate.seed(CrawlUrl.of("http://a.test/" + i), i), -i);
    }
  }

  @AfterEach
  void close() {
    spilled.close();
  }

  @Test
  void theBestComeInTheirOrder() {
    List<Long> taken = new ArrayList<>();
    spilled.takeBest(3, candidate -> taken.add(candidate.sequence()));
    spilled.takeBest(100, candidate -> taken.add(candidate.sequence()));

    assertThat(taken).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
    assertThat(spilled.size()).isZero();
  }

  @Test
  void aMissingRowIsReportedByItsReader() {
    spilled.file().execute("DELETE FROM spilled WHERE seq = 7");

    assertBroken(() -> spilled.find(7));
    assertBroken(() -> spilled.remove(7));
    assertBroken(() -> spilled.forEach(candidate -> {}));
    assertBroken(() -> spilled.takeBest(10, candidate -> {}));
    assertThat(spilled.find(6)).isPresent();
  }

  private static void assertBroken(ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(CrawlException.class)
        .hasMessageContaining("the file of pending URLs is broken: rows are missing")
        .hasMessageContaining("fills it again");
  }
}
