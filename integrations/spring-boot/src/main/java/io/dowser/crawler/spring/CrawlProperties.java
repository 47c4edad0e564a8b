package io.dowser.crawler.spring;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of one crawl; one that is not set has the default of the crawl's builder.
 *
 * @param seeds pages to start from
 * @param topic terms that the crawl is about
 * @param languages ISO 639-1 codes of the languages of relevant pages, such as {@code zh, en}
 * @param directory where the crawl is kept, so that it resumes
 * @param autoStart whether the crawl starts with the application; one that ran when the application
 *     ended starts in any case
 * @param scope which URLs it stays on, such as {@code HOST} or {@code PATTERNS +*.example.org}
 * @param userAgent the name under which it introduces itself
 * @param addresses which addresses it may connect to, such as {@code public, 10.0.0.0/8}
 * @param workers pages worked on at once
 * @param idle how long it waits for seeds before it ends
 * @param scorer who rates links: a bean or a plugin
 * @param frontier the order of visits: a bean or a plugin
 * @param judge who decides which pages are relevant: a bean or a plugin
 * @param analyzer who reads pages: a bean or a plugin
 * @param fetcher who gets pages: a bean or a plugin
 * @param limits how far it goes
 * @param politeness how it treats hosts
 * @param hostRules what it does otherwise on some hosts, by pattern; the fields are those of {@link
 *     io.dowser.crawler.url.HostRules.Builder#settings}
 */
record CrawlProperties(
    @DefaultValue List<String> seeds,
    @DefaultValue List<String> topic,
    @DefaultValue List<String> languages,
    @Nullable Path directory,
    @DefaultValue("false") boolean autoStart,
    @Nullable String scope,
    @Nullable String userAgent,
    @Nullable String addresses,
    @Nullable Integer workers,
    @Nullable Duration idle,
    @Nullable Plugin scorer,
    @Nullable Plugin frontier,
    @Nullable Plugin judge,
    @Nullable Plugin analyzer,
    @Nullable Plugin fetcher,
    @DefaultValue Limit limits,
    @DefaultValue Polite politeness,
    @DefaultValue Map<String, Map<String, String>> hostRules) {

  /**
   * A bean of the application, or a plugin of the class path if there is no bean of that name.
   *
   * @param name of the bean or plugin
   * @param settings of the plugin; a bean has none
   */
  record Plugin(String name, @DefaultValue Map<String, String> settings) {}

  /**
   * How far a crawl goes.
   *
   * @param maxPages visited pages
   * @param maxRelevantPages relevant pages
   * @param maxBytes decoded bytes of visited pages
   * @param maxDuration time of one run
   * @param maxDepth links from a seed
   * @param maxRedirects redirects in a row
   * @param stopWhenFound share of the estimated relevant pages
   * @param minHarvestRate least share of relevant pages among the last ones
   * @param harvestWindow number of these last pages
   */
  record Limit(
      @Nullable Long maxPages,
      @Nullable Long maxRelevantPages,
      @Nullable Long maxBytes,
      @Nullable Duration maxDuration,
      @Nullable Integer maxDepth,
      @Nullable Integer maxRedirects,
      @Nullable Double stopWhenFound,
      @Nullable Double minHarvestRate,
      @DefaultValue("100") int harvestWindow) {}

  /**
   * How a crawl treats hosts.
   *
   * @param delay time between two requests to a host
   * @param connectionsPerHost requests to a host at the same time
   * @param maxCrawlDelay longest delay that a robots.txt is granted
   * @param maxRetries how often a request that failed is made again
   */
  record Polite(
      @Nullable Duration delay,
      @Nullable Integer connectionsPerHost,
      @Nullable Duration maxCrawlDelay,
      @Nullable Integer maxRetries) {}
}
