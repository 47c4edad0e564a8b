package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;

/** Creates fetchers of a generated web in which one page ends the task that fetches it. */
public final class DeadlyFetcherProvider implements FetcherProvider {

  static final String DEADLY = "/page13";

  /** For the service loader. */
  public DeadlyFetcherProvider() {}

  @Override
  public String name() {
    return "deadly";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    Fetcher fetcher = new WebFetcherProvider().create(settings, context);
    return request -> {
      if (request.purpose() == Purpose.PAGE && request.url().path().endsWith(DEADLY)) {
        throw new OutOfMemoryError("not really: the task shall break");
      }
      return fetcher.fetch(request);
    };
  }
}
