package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;
import io.dowser.crawler.net.AddressRules;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates fetchers for loopback of which the fourth page ends its task, once. */
public final class BreakingFetcherProvider implements FetcherProvider {

  private static final int LAST = 4;

  /** For the service loader. */
  public BreakingFetcherProvider() {}

  @Override
  public String name() {
    return "breaking";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    OkHttpFetcher fetcher =
        OkHttpFetcher.builder().addressRules(AddressRules.publicAnd("127.0.0.0/8")).build();
    var pages = new AtomicInteger();
    return request -> {
      if (request.purpose() == Purpose.PAGE && pages.incrementAndGet() == LAST) {
        throw new OutOfMemoryError("not really: the task shall break once");
      }
      return fetcher.fetch(request);
    };
  }
}
