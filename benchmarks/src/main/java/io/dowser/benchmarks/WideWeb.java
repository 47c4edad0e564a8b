package io.dowser.benchmarks;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A web that costs nothing to fetch and to read: each page has twenty links, three in four to pages
 * that no page before it links to, the others to a thousand that all link to. URLs have some 80
 * characters, on a thousand hosts.
 */
final class WideWeb {

  static final int LINKS = 20;
  static final int NEW_LINKS = 15;
  private static final int HUBS = 1_000;
  private static final long NAMES = 1_000_000_000_000_000L;

  private WideWeb() {}

  static CrawlUrl url(long number) {
    return CrawlUrl.of(
        Report.text(
            "http://www.host-number-%03d.example/some/section/%02d/a-page-named-%015d.html",
            number % 1_000, number / 1_000 % 100, number));
  }

  static FetchResult fetch(FetchRequest request) {
    return new FetchResult.Fetched(
        request.url(),
        200,
        FetchResult.NO_HEADERS,
        Body.of(ByteBuffer.allocate(8).putLong(number(request.url())).array()),
        FetchResult.Truncation.NONE,
        Duration.ofNanos(1));
  }

  static AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    long number = number(fetched.url());
    var random = new SplittableRandom(number);
    AnalyzedPage.Builder page = AnalyzedPage.builder(arrival).text("Text.");
    for (int i = 0; i < LINKS; i++) {
      long target = i < NEW_LINKS ? random.nextLong(NAMES) : random.nextLong(HUBS);
      page.link(url(target), "A link to " + target % 1_000);
    }
    return page.build();
  }

  private static long number(CrawlUrl url) {
    String path = url.path();
    int dot = path.length() - ".html".length();
    return Long.parseLong(path.substring(path.lastIndexOf('-', dot) + 1, dot));
  }
}
