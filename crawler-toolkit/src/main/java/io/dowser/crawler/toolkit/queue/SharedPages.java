package io.dowser.crawler.toolkit.queue;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.PathState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What all links of one page share, kept once and counted: the page's number and its path state.
 *
 * <p>Links come page by page, so it is enough to compare with the page that came last; a page that
 * comes again later merely takes a second entry.
 */
final class SharedPages {

  private final LongRows parents = new LongRows(1);
  private final IntColumn users = new IntColumn();
  private @Nullable PathState[] pathStates = new PathState[16];
  private final FreeNumbers numbers = new FreeNumbers();
  private int latest = -1;

  /** Returns the page of a candidate, with one more user. */
  int acquire(Candidate candidate) {
    if (latest < 0
        || parent(latest) != candidate.parent()
        || !pathState(latest).equals(candidate.pathState())) {
      latest = create(candidate.parent(), candidate.pathState());
    }
    retain(latest);
    return latest;
  }

  /** Creates a page without users. */
  int create(long parent, PathState pathState) {
    int page = numbers.take();
    if (page == pathStates.length) {
      pathStates = Arrays.copyOf(pathStates, page + (page >> 2));
    }
    pathStates[page] = pathState;
    parents.set(page, 0, parent);
    return page;
  }

  void retain(int page) {
    users.add(page, 1);
  }

  void release(int page) {
    if (users.add(page, -1) > 0) {
      return;
    }
    pathStates[page] = null;
    latest = latest == page ? -1 : latest;
    numbers.giveBack(page);
  }

  long parent(int page) {
    return parents.get(page, 0);
  }

  PathState pathState(int page) {
    PathState pathState = pathStates[page];
    return pathState == null ? PathState.NONE : pathState;
  }
}
