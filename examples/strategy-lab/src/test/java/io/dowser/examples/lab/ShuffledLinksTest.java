package io.dowser.examples.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShuffledLinksTest {

  private static final CrawlUrl HOME = CrawlUrl.of(SmallWeb.ROOT);

  @Test
  void orderDependsOnTheSeedAloneAndLinksOutOfTheWebAreGone(@TempDir Path directory)
      throws Exception {
    SmallWeb web = SmallWeb.in(directory);
    try (ReplayFetcher archive = web.archive()) {
      Census census = CensusTaker.take(web.question(), archive);
      var home = (FetchResult.Fetched) archive.fetch(FetchRequest.of(HOME));

      List<CrawlUrl> one = targets(census, home, 1);

      assertThat(census.size()).isEqualTo(31);
      assertThat(census.relevantPages()).isEqualTo(4);
      assertThat(one).hasSize(10).doesNotContain(CrawlUrl.of("http://elsewhere.example/"));
      assertThat(targets(census, home, 1)).isEqualTo(one);
      assertThat(targets(census, home, 2))
          .isNotEqualTo(one)
          .containsExactlyInAnyOrderElementsOf(one);
    }
  }

  private static List<CrawlUrl> targets(Census census, FetchResult.Fetched home, long seed) {
    return new ShuffledLinks(HtmlPageAnalyzer.create(), census, seed)
        .analyze(home, Candidate.seed(HOME, 0)).links().stream().map(Link::target).toList();
  }
}
