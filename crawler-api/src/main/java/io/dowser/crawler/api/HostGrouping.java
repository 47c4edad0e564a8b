package io.dowser.crawler.api;

/**
 * Maps URLs to hosts for politeness, host windows and statistics.
 *
 * <p>Two URLs of one group never count as different hosts. {@link #FULL_HOST} is the default;
 * grouping by registrable domain (the domain that one can register, such as {@code example.co.uk})
 * comes with {@code crawler-core}, because it needs the public suffix list.
 *
 * <p>Implementations are called by many threads and must return the same group for the same URL.
 *
 * <pre>{@code
 * Crawler.builder()
 *     .politeness(Politeness.builder().hostGrouping(url -> url.host().replaceFirst("^m\\.", "www.")).build());
 * }</pre>
 */
@FunctionalInterface
public interface HostGrouping {

  /** Groups by the full host name: {@code a.example.org} and {@code b.example.org} are two. */
  HostGrouping FULL_HOST = CrawlUrl::host;

  /**
   * {@return the name of the group of a URL, never empty}
   *
   * @param url any URL
   */
  String groupOf(CrawlUrl url);
}
