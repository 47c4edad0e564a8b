package io.dowser.benchmarks;

/**
 * A crawl that has visited its pages.
 *
 * @param pages their number
 * @param leftovers ends what the crawler still does or holds; not part of any metric
 */
record FinishedCrawl(long pages, Runnable leftovers) implements AutoCloseable {

  /** Creates one that leaves nothing behind. */
  static FinishedCrawl of(long pages) {
    return new FinishedCrawl(pages, () -> {});
  }

  @Override
  public void close() {
    leftovers.run();
  }
}
