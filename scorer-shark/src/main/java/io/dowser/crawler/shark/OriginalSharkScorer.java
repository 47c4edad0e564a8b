package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The original Shark-search, for comparison with {@link SharkScorer}:
 *
 * <pre>{@code
 * inherited     = delta * R(page)                   if R(page) > 0
 *               = delta * inherited by the page     otherwise
 * anchorContext = 1                                 if cos(anchor, K) > 0
 *               = cos(context, K)                   otherwise
 * neighbourhood = beta * cos(anchor, K) + (1 - beta) * anchorContext
 * potential     = gamma * inherited + (1 - gamma) * neighbourhood
 * }</pre>
 *
 * <p>The score is the potential, 0 to 1. Use it with a best-first frontier.
 *
 * <p>Source: M. Hersovici, M. Jacovi, Y. Maarek, D. Pelleg, M. Shtalhaim and S. Ur, <i>The
 * shark-search algorithm. An application: tailored Web site mapping</i>, Computer Networks 30
 * (1998). Differences: similarities are cosines with {@link KeyWords}; see {@link DepthBound}, by
 * default there is none; and a seed has inherited nothing, which the paper does not define.
 *
 * <p>Example with the defaults: on a page without key words that inherited 0.24, a link with
 * context 0.2 and no key word in its anchor inherits 0.12 and has the potential 0.08.
 *
 * <p>Immutable and thread-safe.
 */
record OriginalSharkScorer(
    KeyWords keyWords, double delta, double beta, double gamma, int contextTokens, DepthBound depth)
    implements LinkScorer {

  static OriginalSharkScorer of(KeyWords keyWords, Settings settings) {
    return new OriginalSharkScorer(
        keyWords,
        settings.number("delta", 0.5, Double.MIN_VALUE, 1, "decay of inherited relevance"),
        settings.number(
            "beta",
            0.8,
            0,
            1,
            "weight of the anchor in the neighbourhood; its context has 1 - beta"),
        settings.number(
            "gamma", 0.5, 0, 1, "weight of inherited relevance; the neighbourhood has 1 - gamma"),
        SharkScorer.contextTokens(settings),
        DepthBound.of(settings, DepthBound.UNLIMITED));
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new Scoring(page, keyWords.on(page));
  }

  double inherited(double relevance, double inheritedByPage) {
    return delta * (relevance > 0 ? relevance : inheritedByPage);
  }

  double neighbourhood(double anchor, double anchorContext) {
    return beta * anchor + (1 - beta) * anchorContext;
  }

  double potential(double inherited, double neighbourhood) {
    return gamma * inherited + (1 - gamma) * neighbourhood;
  }

  /** The links of one page. */
  private final class Scoring implements PageScoring {

    private final PageKeyWords words;
    private final double relevance;
    private final double inherited;
    private final int depthBehind;

    Scoring(AnalyzedPage page, PageKeyWords words) {
      this.words = words;
      this.relevance = words.relevance();
      this.inherited = inherited(relevance, SharkPathState.inherited(page, 0));
      this.depthBehind = depth.behind(page, relevance > 0);
    }

    @Override
    public double score(Link link) {
      double anchor = words.anchor(link);
      return potential(inherited, neighbourhood(anchor, anchorContext(link, anchor)));
    }

    @Override
    public Optional<String> drop(Link link) {
      return DepthBound.drop(depthBehind);
    }

    @Override
    public PathState pathState() {
      return SharkPathState.of(inherited, relevance, depthBehind);
    }

    @Override
    public Explanation explain(Link link) {
      double anchor = words.anchor(link);
      double context = anchorContext(link, anchor);
      var inheritedPart =
          new Explanation(
              "inherited x " + gamma,
              gamma * inherited,
              List.of(Explanation.of("inherited", inherited)));
      var neighbourhoodPart =
          new Explanation(
              "neighbourhood x (1 - " + gamma + ")",
              (1 - gamma) * neighbourhood(anchor, context),
              List.of(Explanation.of("anchor", anchor), Explanation.of("anchor context", context)));
      return new Explanation("potential", score(link), List.of(inheritedPart, neighbourhoodPart));
    }

    private double anchorContext(Link link, double anchor) {
      return anchor > 0 ? 1 : words.context(link, contextTokens);
    }
  }
}
