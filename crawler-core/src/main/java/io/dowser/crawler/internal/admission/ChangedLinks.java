package io.dowser.crawler.internal.admission;

import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.pages.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The links of a visited page that was fetched again, compared with those that it had. Links that
 * were added are queued like entries of a sitemap, because the frontier has expanded the page
 * before. Confined to the engine thread.
 */
public final class ChangedLinks {

  private final Outcome.Page page;
  private final long[] before;
  private final List<SkippedLink> skipped;
  private final long[] targets;
  private int count;
  private final Set<Integer> distinct = new HashSet<>();
  private int added;

  /**
   * Creates links of which none is admitted yet.
   *
   * @param before the targets of the version before, sorted
   */
  ChangedLinks(Outcome.Page page, long[] before) {
    this.page = page;
    this.before = before;
    this.skipped = new ArrayList<>(page.skipped());
    this.targets = new long[page.targets().size()];
  }

  Outcome.Page page() {
    return page;
  }

  /** Adds a target, and returns whether the version before had no link to it. */
  boolean add(int sequence) {
    if (!distinct.add(sequence)) {
      return false; // another URL is merged with this one
    }
    targets[count++] = sequence;
    boolean isNew = Arrays.binarySearch(before, sequence) < 0;
    added += isNew ? 1 : 0;
    return isNew;
  }

  /** Returns whether there are the same targets as before. */
  public boolean isSame() {
    return added == 0 && count == before.length;
  }

  public int added() {
    return added;
  }

  public int removed() {
    return before.length + added - count;
  }

  /** Returns the links that are not queued, to which more may be added. */
  public List<SkippedLink> skipped() {
    return skipped;
  }

  /** Returns the targets, sorted. */
  public long[] targets() {
    long[] sorted = inDocumentOrder();
    Arrays.sort(sorted);
    return sorted;
  }

  public long[] inDocumentOrder() {
    return Arrays.copyOf(targets, count);
  }
}
