package io.dowser.crawler.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.archive.ReplayFetcher;
import io.dowser.crawler.html.HtmlPageAnalyzer;
import java.io.PrintWriter;
import java.io.Writer;
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
      Census census = census(web, archive);
      var home = (FetchResult.Fetched) archive.fetch(FetchRequest.of(HOME));

      List<CrawlUrl> one = targets(census.web(), home, 1);

      assertThat(census.size()).isEqualTo(31);
      assertThat(census.relevantPages()).isEqualTo(4);
      assertThat(one).hasSize(10).doesNotContain(CrawlUrl.of("http://elsewhere.example/"));
      assertThat(targets(census.web(), home, 1)).isEqualTo(one);
      assertThat(targets(census.web(), home, 2))
          .isNotEqualTo(one)
          .containsExactlyInAnyOrderElementsOf(one);
    }
  }

  private static Census census(SmallWeb web, Fetcher archive) throws InterruptedException {
    return CensusTaker.take(
            List.of(web.question()),
            List.of(),
            archive,
            HtmlPageAnalyzer.create(),
            new Progress(new PrintWriter(Writer.nullWriter())))
        .get(0);
  }

  private static List<CrawlUrl> targets(Web web, FetchResult.Fetched home, long seed) {
    return new ShuffledLinks(HtmlPageAnalyzer.create(), web, seed)
        .analyze(home, Candidate.seed(HOME, 0)).links().stream().map(Link::target).toList();
  }
}
