package io.dowser.crawler.spark;

import org.jspecify.annotations.Nullable;

/**
 * A URL while a round is merged: what the table had of it, and what the round has found.
 *
 * <ul>
 *   <li>a URL is new once; what was visited or given up never waits again;
 *   <li>a pending URL is raised if a link scores higher, then by the scorer's second key, and
 *       stands for that link with all that came with it; it is never lowered. In orders that do not
 *       go by scores it keeps the first link;
 *   <li>depth and queue are the smallest of all links;
 *   <li>each visited page counts once as an in-link of each of its targets.
 * </ul>
 *
 * <p>Links count in the order of discovery, in whatever order they come in here. Rows are copied as
 * far as they are kept. Not thread-safe.
 */
final class UrlState {

  private final boolean keepsFirst;
  private @Nullable UrlRow before;
  private @Nullable UrlRow best;
  private boolean closed;
  private long inLinks;
  private long born = Long.MAX_VALUE;
  private int depth = Integer.MAX_VALUE;
  private int queue = Integer.MAX_VALUE;

  /** Begins. */
  UrlState(boolean keepsFirst) {
    this.keepsFirst = keepsFirst;
  }

  /** Takes in what the table has. */
  void before(UrlRow row) {
    before = row.kept();
  }

  /** Something came of the URL. */
  void close() {
    closed = true;
  }

  /** A page links to the URL. */
  void link(UrlRow row, boolean scored) {
    inLinks += row.inLinks();
    if (scored) {
      born = Math.min(born, row.born());
      depth = Math.min(depth, row.depth());
      queue = Math.min(queue, row.queue());
      UrlRow known = best;
      if (known == null ? mayStand(row) : goesBefore(row, known)) {
        best = row.kept();
      }
    }
  }

  /** Reports whether the URL could stand for a link, as far as is known. */
  private boolean mayStand(UrlRow row) {
    UrlRow old = before;
    return old == null || (old.open() && !keepsFirst && isBetter(row, old));
  }

  private boolean goesBefore(UrlRow a, UrlRow b) {
    boolean sameWorth = keepsFirst || (a.score() == b.score() && a.tie() == b.tie());
    return sameWorth ? a.born() < b.born() : isBetter(a, b);
  }

  private static boolean isBetter(UrlRow a, UrlRow b) {
    return a.score() > b.score() || (a.score() == b.score() && a.tie() > b.tie());
  }

  boolean isNew() {
    return before == null;
  }

  /** Reports whether the URL waited before, not too far from the seeds. */
  boolean wasPending(int maxDepth) {
    return before != null && before.isPending(maxDepth);
  }

  /** Returns the URL's next row, or null if there is nothing to keep. */
  @Nullable UrlRow after() {
    UrlRow old = before;
    UrlRow link = best;
    if (old == null) {
      return link == null ? null : settled(link, born, 0);
    }
    boolean mayRise = old.open() && !keepsFirst;
    UrlRow stands = link != null && mayRise && isBetter(link, old) ? link : old;
    return settled(stands, old.born(), old.inLinks());
  }

  private UrlRow settled(UrlRow stands, long since, long linked) {
    UrlRow old = before;
    boolean open = !closed && (old == null || old.open());
    int nearest = Math.min(depth, old == null ? depth : old.depth());
    int first = Math.min(queue, old == null ? queue : old.queue());
    return stands.with(open, first, nearest, linked + inLinks, since);
  }
}
