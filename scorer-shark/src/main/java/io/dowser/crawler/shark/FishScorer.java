package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The scores of Fish-search, for comparison with {@link SharkScorer}: the first links of a relevant
 * page have 1, the first links of any other page 0.5, and all further links 0.
 *
 * <pre>{@code
 * relevant page:   1   for the first 1.5 * width targets, else 0
 * irrelevant page: 0.5 for the first width targets,       else 0; none below the depth
 * }</pre>
 *
 * <p>Source: P. De Bra, G. Houben, Y. Kornatzky and R. Post, <i>Information retrieval in
 * distributed hypertexts</i>, RIAO 1994, as Hersovici et al. 1998 restate it. Differences: see
 * {@link DepthBound}; the first links are counted by their targets, each of them once; and among
 * equal scores a best-first frontier takes the URL that was discovered first.
 *
 * <p>Immutable and thread-safe.
 *
 * @param relevanceThreshold the relevance above which a page is relevant, 0 to 1
 * @param width the links of an irrelevant page that count, 1 or more
 */
record FishScorer(KeyWords keyWords, double relevanceThreshold, int width, DepthBound depth)
    implements LinkScorer {

  private static final double WIDER = 1.5;

  /** Creates a scorer. Its width and depth are left to the user in the literature. */
  static FishScorer of(KeyWords keyWords, Settings settings) {
    return new FishScorer(
        keyWords,
        settings.number("relevanceThreshold", 0, 0, 1, "relevance above which a page is relevant"),
        settings.integer(
            "width", 20, 1, Integer.MAX_VALUE, "links of an irrelevant page that count"),
        DepthBound.of(settings, 2));
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new Scoring(page, keyWords.relevance(page));
  }

  private boolean isRelevant(double relevance) {
    return relevance > relevanceThreshold;
  }

  private Set<CrawlUrl> first(AnalyzedPage page, boolean isRelevant) {
    return page.links().stream()
        .map(Link::target)
        .distinct()
        .limit(isRelevant ? (long) (WIDER * width) : width)
        .collect(Collectors.toSet());
  }

  /** The links of one page. */
  private final class Scoring implements PageScoring {

    private final double relevance;
    private final double ofFirst;
    private final Set<CrawlUrl> first;
    private final int depthBehind;

    Scoring(AnalyzedPage page, double relevance) {
      boolean isRelevant = isRelevant(relevance);
      this.relevance = relevance;
      this.ofFirst = isRelevant ? 1 : 0.5;
      this.first = first(page, isRelevant);
      this.depthBehind = depth.behind(page, isRelevant);
    }

    @Override
    public double score(Link link) {
      return first.contains(link.target()) ? ofFirst : 0;
    }

    @Override
    public Optional<String> drop(Link link) {
      return DepthBound.drop(depthBehind);
    }

    @Override
    public PathState pathState() {
      return SharkPathState.of(0, relevance, depthBehind);
    }

    @Override
    public Explanation explain(Link link) {
      return new Explanation(
          "potential", score(link), List.of(Explanation.of("relevance of the page", relevance)));
    }
  }
}
