package io.dowser.crawler.store;

/**
 * A position in what a crawl has committed to its directory. Both numbers only grow.
 *
 * <pre>{@code
 * try (Stream<StoredPage> pages = history.pages(PageSelection.ALL.after(lastExport))) {
 *   pages.forEach(page -> index.add(page));
 * }
 * lastExport = history.position(); // for the next export
 * }</pre>
 *
 * @param visits the number of the last visit
 * @param changes the number of the last change that a recheck has found
 */
public record StorePosition(long visits, long changes) {

  /** The position before the first visit. */
  public static final StorePosition START = new StorePosition(0, 0);

  /**
   * Checks the numbers.
   *
   * @param visits the number of the last visit
   * @param changes the number of the last change
   * @throws IllegalArgumentException if a number is negative
   */
  public StorePosition {
    if (visits < 0 || changes < 0) {
      throw new IllegalArgumentException(
          "visits and changes must be 0 or more, but were " + visits + " and " + changes);
    }
  }
}
