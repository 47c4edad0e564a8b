package io.dowser.crawler.fetch;

import java.util.function.Consumer;

/**
 * The settings of a crawl for every fetcher over HTTP, whichever plugin it is: logins, cookies,
 * headers, addresses and the client. A crawl shares this with its plugins; {@link
 * OkHttpFetcher.Provider#builder(io.dowser.crawler.api.Settings,
 * io.dowser.crawler.api.CrawlContext)} applies it. Not thread-safe.
 *
 * <pre>{@code
 * public Fetcher create(Settings settings, CrawlContext context) { // of a fetcher over HTTP
 *   return new MyFetcher(OkHttpFetcher.Provider.builder(settings, context).build());
 * }
 * }</pre>
 */
public final class HttpSettings {

  private final int connections;
  private final Consumer<OkHttpFetcher.Builder> crawl;
  private final Consumer<OkHttpFetcher.Builder> more;
  private boolean applied;

  /**
   * Creates the settings of a crawl.
   *
   * @param connections the number of fetches at once, unless the fetcher has a setting for it
   * @param crawl sets the robot's name, allowed addresses, rules of hosts and the client
   * @param more sets anything else, see {@link io.dowser.crawler.Means.Builder#http}
   */
  public HttpSettings(
      int connections,
      Consumer<OkHttpFetcher.Builder> crawl,
      Consumer<OkHttpFetcher.Builder> more) {
    this.connections = connections;
    this.crawl = crawl;
    this.more = more;
  }

  static HttpSettings none() {
    return new HttpSettings(FetchLimits.USUAL_CONNECTIONS, builder -> {}, builder -> {});
  }

  int connections() {
    return connections;
  }

  void applyTo(OkHttpFetcher.Builder builder) {
    applied = true;
    more.accept(builder);
    builder.refuseSettingsOfCrawls();
    crawl.accept(builder);
  }

  /** {@return whether a fetcher has applied these settings} */
  public boolean isApplied() {
    return applied;
  }
}
