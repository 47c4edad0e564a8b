package io.dowser.crawler.store;

/**
 * A point of a harvest curve.
 *
 * @param visited pages visited so far
 * @param relevant relevant ones among them
 */
public record HarvestPoint(long visited, long relevant) {

  /** {@return the harvest rate so far, 0 to 1; 0 if nothing was visited} */
  public double rate() {
    return visited == 0 ? 0 : (double) relevant / visited;
  }
}
