package io.dowser.crawler.spring;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties below {@code dowser}. One with an unknown name is refused.
 *
 * @param defaults settings of all crawls, by the names of {@link
 *     io.dowser.crawler.Crawler.Builder#settings}
 * @param crawls the settings of each crawl, by its name; they replace defaults
 * @param monitor the settings of the monitor page
 */
@ConfigurationProperties(prefix = "dowser", ignoreUnknownFields = false)
record DowserProperties(
    @DefaultValue Map<String, String> defaults,
    @DefaultValue Map<String, Map<String, String>> crawls,
    @Nullable Monitor monitor) {

  /**
   * The page of {@link io.dowser.crawler.monitor.CrawlMonitor}, on the loopback address.
   *
   * @param port its port, 0 for any that is free; without it there is no page
   */
  record Monitor(@Nullable Integer port) {}
}
