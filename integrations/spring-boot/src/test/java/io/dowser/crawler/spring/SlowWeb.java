package io.dowser.crawler.spring;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.testkit.InMemoryFetcher;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.util.concurrent.Semaphore;

/** A chain of pages in memory, which answers as many requests for pages as it has permits. */
final class SlowWeb implements Fetcher {

  static final int PAGES = 40;
  static final String SEED = "http://chain.test/0";

  final Semaphore permits = new Semaphore(0);
  private final InMemoryFetcher fetcher = chain().fetcher();

  private static InMemoryWeb chain() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < PAGES; i++) {
      String[] next = i + 1 < PAGES ? new String[] {"/" + (i + 1)} : new String[0];
      web.page("http://chain.test/" + i, "page " + i, i % 2 == 0 ? "tide" : "nothing", next);
    }
    return web.build();
  }

  @Override
  public FetchResult fetch(FetchRequest request) throws InterruptedException {
    if (request.purpose() == FetchRequest.Purpose.PAGE) {
      permits.acquire();
    }
    return fetcher.fetch(request);
  }

  int timesFetched(int page) {
    return fetcher.timesFetched(CrawlUrl.of("http://chain.test/" + page));
  }

  @Override
  public void close() {}
}
