package io.dowser.crawler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Visit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OddTitleTest {

  private static final CrawlUrl PAGE = CrawlUrl.of("http://a.test/");

  @Test
  void titleWithHalfACharacterIsWritten(@TempDir Path directory) throws Exception {
    var candidate = Candidate.seed(PAGE, 0);
    var fetched =
        new FetchResult.Fetched(
            PAGE,
            200,
            FetchResult.NO_HEADERS,
            Body.EMPTY,
            FetchResult.Truncation.NONE,
            Duration.ZERO);
    AnalyzedPage page =
        AnalyzedPage.builder(candidate).title("Tides\uD83D").build().judgedBy(each -> 1);
    var files = new CrawlFiles(directory);
    try (var output = new PageOutput(files)) {
      output.page(
          new Visit(
              1, candidate, page, fetched, Instant.EPOCH, Visit.OutLinks.of(), PathState.NONE));
    }

    assertThat(Files.readString(files.titles(), UTF_8)).isEqualTo("\nhttp://a.test/\tTides?");
  }
}
