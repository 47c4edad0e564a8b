package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.RandomWeb;

/** Creates fetchers of the same generated web on every executor, by the name {@code random-web}. */
public final class WebFetcherProvider implements FetcherProvider {

  /** For the service loader. */
  public WebFetcherProvider() {}

  @Override
  public String name() {
    return "random-web";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    int pages = settings.integer("pages", 300, 1, 1_000_000, "of a test");
    int hosts = settings.integer("hosts", 12, 1, 1_000, "of a test");
    int seed = settings.integer("seed", 1, 0, Integer.MAX_VALUE, "of a test");
    return web(seed, pages, hosts).web().fetcher();
  }

  static RandomWeb web(long seed, int pages, int hosts) {
    return RandomWeb.builder(seed).pages(pages).hosts(hosts).build();
  }
}
