package io.dowser.crawler.spring;

import io.dowser.crawler.Crawler;

/**
 * A bean that changes crawls before they are built, such as by a listener or a page sink.
 *
 * <pre>{@code
 * @Bean
 * CrawlerCustomizer archive() {
 *   return (name, crawler) ->
 *       crawler.persistence(
 *           Persistence.builder().pageSink(WarcSink.in(Path.of("pages", name))).build());
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CrawlerCustomizer {

  /**
   * Changes a crawl. Called each time the crawl is started, after its properties are set; several
   * customizers are called in the order of their beans. What a property has set cannot be set
   * again.
   *
   * @param name the crawl's name below {@code dowser.crawls}
   * @param crawler the crawl's builder
   */
  void customize(String name, Crawler.Builder crawler);
}
