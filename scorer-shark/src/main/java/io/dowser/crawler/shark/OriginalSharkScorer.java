package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.PathState;
import java.util.List;

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
 * <p>The score is the potential, 0 to 1. It goes with a best-first frontier.
 *
 * <p>Source: M. Hersovici, M. Jacovi, Y. Maarek, D. Pelleg, M. Shtalhaim and S. Ur, <i>The
 * shark-search algorithm. An application: tailored Web site mapping</i>, Computer Networks 30
 * (1998). Where this differs: similarities are cosines with {@link KeyWords}; the bound on the
 * distance from a relevant page, which a page renews, is not there; and a seed has inherited
 * nothing, where the paper is silent.
 *
 * <p>Example with the defaults: on a page without key words that inherited 0.24, a link with
 * context 0.2 and no key word in its anchor inherits 0.12 and has the potential 0.08.
 *
 * <p>Immutable and thread-safe.
 */
final class OriginalSharkScorer implements LinkScorer {

  static final double DELTA = 0.5;
  static final double BETA = 0.8;
  static final double GAMMA = 0.5;
  private final KeyWords keyWords;
  private final double delta;
  private final double beta;
  private final double gamma;
  private final int contextTokens;

  private OriginalSharkScorer(Builder builder) {
    this.keyWords = builder.keyWords;
    this.delta = builder.delta;
    this.beta = builder.beta;
    this.gamma = builder.gamma;
    this.contextTokens = builder.contextTokens;
  }

  /** {@return a builder with delta 0.5, beta 0.8 and gamma 0.5} */
  static Builder builder(KeyWords keyWords) {
    return new Builder(keyWords);
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

  @Override
  public String toString() {
    return "OriginalSharkScorer["
        + keyWords
        + ", delta "
        + delta
        + ", beta "
        + beta
        + ", gamma "
        + gamma
        + "]";
  }

  /** The links of one page. */
  private final class Scoring implements PageScoring {

    private final PageKeyWords words;
    private final double relevance;
    private final double inherited;

    Scoring(AnalyzedPage page, PageKeyWords words) {
      this.words = words;
      this.relevance = words.relevance();
      this.inherited = inherited(relevance, SharkPathState.inherited(page, 0));
    }

    @Override
    public double score(Link link) {
      double anchor = anchor(link);
      return potential(inherited, neighbourhood(anchor, anchorContext(link, anchor)));
    }

    @Override
    public PathState pathState() {
      return SharkPathState.of(inherited, relevance);
    }

    @Override
    public Explanation explain(Link link) {
      double anchor = anchor(link);
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

    private double anchor(Link link) {
      return words.anchor(link);
    }

    private double anchorContext(Link link, double anchor) {
      return anchor > 0 ? 1 : words.context(link, contextTokens);
    }
  }

  /** Settles the coefficients of an {@link OriginalSharkScorer}; not thread-safe. */
  static final class Builder {

    private final KeyWords keyWords;
    private double delta = DELTA;
    private double beta = BETA;
    private double gamma = GAMMA;
    private int contextTokens = AnalyzedPage.CONTEXT_TOKENS;

    private Builder(KeyWords keyWords) {
      this.keyWords = requireNonNull(keyWords, "keyWords");
    }

    Builder delta(double delta) {
      this.delta = Checks.positiveShare("delta", delta);
      return this;
    }

    Builder beta(double beta) {
      this.beta = Checks.within("beta", beta, 0, 1);
      return this;
    }

    Builder gamma(double gamma) {
      this.gamma = Checks.within("gamma", gamma, 0, 1);
      return this;
    }

    Builder contextTokens(int contextTokens) {
      this.contextTokens =
          Checks.within("contextTokens", contextTokens, 0, SharkScorer.MOST_CONTEXT);
      return this;
    }

    OriginalSharkScorer build() {
      return new OriginalSharkScorer(this);
    }
  }
}
