package io.dowser.crawler.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.SkipReason;
import java.util.List;

/** Reads a list of links, one in each line. */
class LinesAnalyzer implements PageAnalyzer {

  @Override
  public List<Type> types() {
    return List.of(Type.of("text/uri-list"));
  }

  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    AnalyzedPage.Builder page = AnalyzedPage.builder(arrival).url(fetched.url());
    List<String> robots = fetched.headers().allValues("X-Robots-Tag");
    if (robots.contains("nofollow")) {
      page.skipLinks(SkipReason.NOFOLLOW);
    }
    fetched
        .body()
        .decode(UTF_8)
        .lines()
        .forEach(
            line -> {
              CrawlContext.Canonicalizer.PLAIN
                  .resolve(fetched.url(), line)
                  .ifPresent(target -> page.link(target, line));
              page.breakText();
            });
    return page.indexable(!robots.contains("noindex")).build();
  }
}
