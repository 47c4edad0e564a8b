package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.text.TermCounts;

/**
 * A link of a {@link TrainingPage}.
 *
 * @param target where it leads
 * @param anchor the terms of its text, possibly none
 */
public record TrainingLink(CrawlUrl target, TermCounts anchor) {

  /**
   * Refuses nulls.
   *
   * @param target where it leads
   * @param anchor the terms of its text, possibly none
   */
  public TrainingLink {
    requireNonNull(target, "target");
    requireNonNull(anchor, "anchor");
  }

  /**
   * Creates a link without text.
   *
   * @param target where it leads
   * @return the link
   */
  public static TrainingLink to(CrawlUrl target) {
    return new TrainingLink(target, TermCounts.EMPTY);
  }
}
