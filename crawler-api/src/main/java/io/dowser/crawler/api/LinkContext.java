package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

/**
 * The text around a link, without the link itself.
 *
 * @param before text on the side where reading comes from, empty at the start of the page
 * @param after text on the other side, empty at the end of the page
 */
public record LinkContext(String before, String after) {

  /**
   * Refuses nulls.
   *
   * @param before text on the side where reading comes from, empty at the start of the page
   * @param after text on the other side, empty at the end of the page
   */
  public LinkContext {
    requireNonNull(before, "before");
    requireNonNull(after, "after");
  }
}
