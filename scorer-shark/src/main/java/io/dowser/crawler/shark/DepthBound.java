package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Settings;
import java.util.Optional;

/**
 * Limits the number of links that a crawl follows from the last relevant page, as Fish-search and
 * Shark-search do.
 *
 * <p>A seed has the depth {@code most}. Pages behind the links of a relevant page have it as well,
 * and those behind the links of another page one less than that page. The links of an irrelevant
 * page of depth 0 are not followed.
 *
 * <p>Source: step 3 of the algorithms in M. Hersovici et al. 1998. Differences: links of a relevant
 * page are followed whatever its depth is; and a URL that is found again gets the larger depth only
 * where the frontier takes the path state of the later link.
 *
 * <p>Immutable and thread-safe.
 *
 * @param most 0 or more; {@link #UNLIMITED} for no bound
 */
record DepthBound(int most) {

  static final int UNLIMITED = Integer.MAX_VALUE;

  static DepthBound of(Settings settings, int byDefault) {
    return new DepthBound(
        settings.integer(
            "depth", byDefault, 0, UNLIMITED, "links to follow from the last relevant page"));
  }

  /** Returns the depth of the pages behind the links of a page; -1 if these are not followed. */
  int behind(AnalyzedPage page, boolean isRelevant) {
    return isRelevant || most == UNLIMITED ? most : SharkPathState.depth(page, most) - 1;
  }

  /** Returns the reason why links are not followed, or empty if they are. */
  static Optional<String> drop(int depth) {
    return depth < 0
        ? Optional.of("the bound on the distance from a relevant page is reached")
        : Optional.empty();
  }
}
