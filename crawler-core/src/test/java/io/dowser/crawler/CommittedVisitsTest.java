package io.dowser.crawler;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.testkit.RandomWeb;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A kill at any visit loses at most {@code commitVisits} visits. */
class CommittedVisitsTest {

  private static final int COMMIT_VISITS = 30;

  @TempDir Path directory;

  @Test
  void largeStatesOfPluginsHoldNoCommitBack() {
    RandomWeb web = RandomWeb.builder(4).pages(400).hosts(20).linksPerPage(6).build();
    List<Long> lost = new ArrayList<>();
    CrawlListener counter =
        event -> {
          if (event instanceof CrawlEvent.Visited v) {
            lost.add(v.visit().number() - committed());
          }
        };

    Crawls.of(web)
        .scorer(new LargeState())
        .directory(directory)
        .persistence(
            Persistence.builder()
                .commitVisits(COMMIT_VISITS)
                .commitAfter(Duration.ofHours(1))
                .build())
        .listener(counter)
        .build()
        .run()
        .orThrow();

    assertThat(lost).hasSize(400).allMatch(visits -> visits <= COMMIT_VISITS);
    assertThat(lost).anyMatch(visits -> visits > COMMIT_VISITS / 3);
  }

  private long committed() {
    return Long.parseLong(
        StoredCrawls.strings(directory, "SELECT count(*) FROM visit WHERE number IS NOT NULL")
            .get(0));
  }

  /** Scores nothing, and has eight new megabytes to save each time. */
  private static final class LargeState implements LinkScorer, Resumable {

    private static final int LONGS = 1 << 20;

    private final SplittableRandom random = new SplittableRandom(7);

    @Override
    public PageScoring forPage(AnalyzedPage page) {
      return link -> 0.5;
    }

    @Override
    public void save(StateWriter out) throws IOException {
      for (int i = 0; i < LONGS; i++) {
        out.writeLong(random.nextLong());
      }
    }

    @Override
    public void restore(StateReader in) throws IOException {
      for (int i = 0; i < LONGS; i++) {
        in.readLong();
      }
    }
  }
}
