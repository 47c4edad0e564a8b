package io.dowser.crawler.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.robots.RobotsPolicy;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundFetcherTest {

  @Test
  void rulesAreLookedUpByTheNameOfTheFetcherBehindIt() {
    try (Fetcher behind = OkHttpFetcher.builder().userAgent("acme/1.0").build()) {
      var fetcher =
          new RoundFetcher(behind, PendingTable.RULES, List.of(), InstantSource.system(), 0);

      assertThat(fetcher.productToken()).isEqualTo("acme");
      assertThat(new RobotsReader(RobotsPolicy.OBEY, fetcher.productToken()).productToken())
          .isEqualTo("acme");
    }
  }
}
