package io.dowser.crawler.toolkit.metrics;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The share of a fixed set of targets that a crawl has fetched so far.
 *
 * <p>The targets are pages known to be relevant and held out: no strategy saw them in training.
 *
 * <p>Not thread-safe.
 */
public final class TargetRecall {

  private final Set<String> missing;
  private final int targets;

  /**
   * Takes the targets.
   *
   * @param targets at least one, in the form in which fetched pages are named later, for example
   *     canonical URLs; repeated ones count once
   * @throws IllegalArgumentException if there is no target
   */
  public TargetRecall(Collection<String> targets) {
    this.missing = new HashSet<>(targets);
    this.targets = missing.size();
    if (this.targets == 0) {
      throw new IllegalArgumentException("target recall needs at least one target");
    }
  }

  /**
   * Counts a fetched page.
   *
   * @param page its name
   * @return true if it is a target that was not fetched before
   */
  public boolean add(String page) {
    return missing.remove(page);
  }

  /**
   * Counts the targets fetched so far.
   *
   * @return 0 to {@link #targets}
   */
  public int found() {
    return targets - missing.size();
  }

  /**
   * Counts the targets.
   *
   * @return 1 or more
   */
  public int targets() {
    return targets;
  }

  /**
   * Returns the share of targets fetched so far.
   *
   * @return 0 to 1
   */
  public double recall() {
    return (double) found() / targets;
  }

  @Override
  public String toString() {
    return "TargetRecall[" + found() + " of " + targets + "]";
  }
}
