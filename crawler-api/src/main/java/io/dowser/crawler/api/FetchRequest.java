package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * What to fetch.
 *
 * @param url where
 * @param entityTag the {@code ETag} of an earlier visit, sent as {@code If-None-Match}
 * @param lastModified the {@code Last-Modified} of an earlier visit, as the server wrote it, sent
 *     as {@code If-Modified-Since}
 */
public record FetchRequest(
    CrawlUrl url, Optional<String> entityTag, Optional<String> lastModified) {

  /**
   * Refuses nulls.
   *
   * @param url where
   * @param entityTag the {@code ETag} of an earlier visit, sent as {@code If-None-Match}
   * @param lastModified the {@code Last-Modified} of an earlier visit, as the server wrote it, sent
   *     as {@code If-Modified-Since}
   */
  public FetchRequest {
    requireNonNull(url, "url");
    requireNonNull(entityTag, "entityTag");
    requireNonNull(lastModified, "lastModified");
  }

  /**
   * Asks for a URL without conditions.
   *
   * @param url where
   * @return the request
   */
  public static FetchRequest of(CrawlUrl url) {
    return new FetchRequest(url, Optional.empty(), Optional.empty());
  }
}
