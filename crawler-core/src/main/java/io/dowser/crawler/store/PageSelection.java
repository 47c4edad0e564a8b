package io.dowser.crawler.store;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;

/**
 * Selects relevant pages of a crawl's directory. Start with {@link #ALL}:
 *
 * <pre>{@code
 * PageSelection.ALL.best(100).atLeast(0.5);
 * }</pre>
 *
 * @param most the number of pages, 1 or more; the best ones are selected
 * @param minRelevance the lowest relevance, 0 to 1
 * @param text that URL, title or passage contains, in any case; empty for all pages
 * @param after selects pages that were visited or have changed since then
 */
public record PageSelection(int most, double minRelevance, String text, StorePosition after) {

  /** All relevant pages. */
  public static final PageSelection ALL =
      new PageSelection(Integer.MAX_VALUE, 0, "", StorePosition.START);

  /**
   * Checks the values.
   *
   * @param most the number of pages
   * @param minRelevance the lowest relevance
   * @param text that URL, title or passage contains
   * @param after since when pages are selected
   * @throws IllegalArgumentException if a number is out of range
   */
  public PageSelection {
    Checks.positive("most", most);
    Checks.within("minRelevance", minRelevance, 0, 1);
    requireNonNull(text, "text");
    requireNonNull(after, "after");
  }

  /**
   * Selects the best pages only.
   *
   * @param pages their number, 1 or more
   * @return the selection
   * @throws IllegalArgumentException if the number is below 1
   */
  public PageSelection best(int pages) {
    return new PageSelection(pages, minRelevance, text, after);
  }

  /**
   * Selects pages from a relevance on.
   *
   * @param relevance 0 to 1
   * @return the selection
   * @throws IllegalArgumentException if it is out of range
   */
  public PageSelection atLeast(double relevance) {
    return new PageSelection(most, relevance, text, after);
  }

  /**
   * Selects pages that contain a text in URL, title or passage.
   *
   * @param words the text, in any case
   * @return the selection
   */
  public PageSelection containing(String words) {
    return new PageSelection(most, minRelevance, words, after);
  }

  /**
   * Selects pages that were visited or have changed since an earlier reading.
   *
   * @param position the position of that reading
   * @return the selection
   */
  public PageSelection after(StorePosition position) {
    return new PageSelection(most, minRelevance, text, position);
  }
}
