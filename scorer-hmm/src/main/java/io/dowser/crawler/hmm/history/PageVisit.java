package io.dowser.crawler.hmm.history;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.util.Set;

/**
 * One visit of a browser history.
 *
 * @param id its number in the history
 * @param from the visit that led here, or {@link #NONE}
 * @param url the page
 * @param title its title, possibly empty
 * @param folders the bookmark folders that the page is in, possibly none
 */
public record PageVisit(long id, long from, CrawlUrl url, String title, Set<String> folders) {

  /** The {@link #from} of a visit that no other one led to. */
  public static final long NONE = 0;

  /**
   * Copies the set.
   *
   * @param id its number in the history
   * @param from the visit that led here, or {@link #NONE}
   * @param url the page
   * @param title its title, possibly empty
   * @param folders the bookmark folders that the page is in, possibly none
   */
  public PageVisit {
    requireNonNull(url, "url");
    requireNonNull(title, "title");
    folders = Set.copyOf(folders);
  }
}
