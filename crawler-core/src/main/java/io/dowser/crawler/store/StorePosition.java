package io.dowser.crawler.store;

/**
 * A position in what a crawl has committed to its directory. Both numbers only grow.
 *
 * <pre>{@code
 * StorePosition before = history.position(); // keep it until the next export
 * history.pages(PageSelection.ALL.after(before)).forEach(page -> index.add(page));
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
