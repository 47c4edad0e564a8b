package io.dowser.crawler.store;

import java.util.List;

/**
 * What a look through a whole store found.
 *
 * @param urls known URLs
 * @param ended those that are no longer pending
 * @param visited visited pages among them
 * @param links links
 * @param problems what is wrong, a sentence each; empty if nothing is
 */
public record StoreCheck(long urls, long ended, long visited, long links, List<String> problems) {

  /**
   * Copies the list.
   *
   * @param urls known URLs
   * @param ended those that are no longer pending
   * @param visited visited pages among them
   * @param links links
   * @param problems what is wrong, a sentence each; empty if nothing is
   */
  public StoreCheck {
    problems = List.copyOf(problems);
  }

  /** {@return whether all is as it must be} */
  public boolean isClean() {
    return problems.isEmpty();
  }
}
