package io.dowser.crawler.spark;

import io.dowser.benchmarks.SiteClient;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.fetch.OkHttpFetcher;

/** Creates fetchers that are led to one port of loopback by every host name; for benchmarks. */
public final class SiteFetcherProvider implements FetcherProvider {

  /** For the service loader. */
  public SiteFetcherProvider() {}

  @Override
  public String name() {
    return "site";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return fetcher(
        settings.integer("port", 0, 1, 65_535), settings.integer("connections", 16, 1, 10_000));
  }

  static Fetcher fetcher(int port, int connections) {
    return OkHttpFetcher.builder().client(SiteClient.create(port)).connections(connections).build();
  }
}
