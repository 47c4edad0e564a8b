package io.dowser.crawler.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageReaderTest {

  private static final String REDIRECTING = "http://a.test/old";
  private static final String TARGET = "http://b.test/new";
  private static final String OTHER_OF_A = "http://a.test/x";
  private static final String OTHER_OF_B = "http://b.test/x";

  @TempDir Path directory;

  /** Writes URLs that were dropped because they were excluded, one on its way to another host. */
  @BeforeEach
  void write() throws Exception {
    var batch = new StoreBatch(0);
    List<String> urls = List.of(REDIRECTING, TARGET, OTHER_OF_A, OTHER_OF_B);
    for (int number = 0; number < urls.size(); number++) {
      CrawlUrl url = CrawlUrl.of(urls.get(number));
      boolean isTarget = urls.get(number).equals(TARGET);
      long parent = isTarget ? 0 : Candidate.NO_PARENT;
      batch.addUrl(url, 0, parent, Instant.EPOCH);
      Candidate candidate =
          isTarget
              ? new Candidate(url, number, 0, 1, 0, parent, PathState.NONE, LinkFeatures.NONE)
              : Candidate.seed(url, number);
      String status = isTarget ? VisitRow.REDIRECT_TARGET : AbandonReason.EXCLUDED.name();
      batch.addVisit(VisitRow.of(candidate, status, "", 0, Instant.EPOCH));
    }
    try (CrawlStore store = CrawlStore.open(directory, StoreOptions.DEFAULTS)) {
      store.write(batch);
      store.finish(Duration.ofMinutes(1));
    }
  }

  private List<String> excluded(String stillExcludedHost) {
    try (PageReader pages = PageReader.open(directory)) {
      return pages.dropped(url -> url.host().equals(stillExcludedHost), url -> false).stream()
          .map(each -> each.candidate().url() + (each.isRedirectTarget() ? " target" : ""))
          .toList();
    }
  }

  @Test
  void droppedUrlsComeWithTheirRedirectTargets() {
    assertThat(excluded(""))
        .containsExactly(REDIRECTING, TARGET + " target", OTHER_OF_A, OTHER_OF_B);
  }

  @Test
  void urlThatRedirectsToOneThatIsStillExcludedIsLeftOut() {
    assertThat(excluded("b.test")).containsExactly(OTHER_OF_A);
  }

  @Test
  void targetOfAUrlThatIsStillExcludedIsLeftOut() {
    assertThat(excluded("a.test")).containsExactly(OTHER_OF_B);
  }
}
