package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.ModelFile;
import java.util.List;

/**
 * Rates a link by the log-odds that a {@link PageModel} gives to the words near it.
 *
 * <p>Source: Zou, Chen and Wang 2009. Their crawler orders links by the posterior probability of
 * their context; log-odds order them in the same way and continue where the probability is 1 for
 * all.
 *
 * <p>The context is a number of words before and behind the anchor. Where {@link #builder} differs
 * from the paper and from {@link Builder#paper}: the words of the anchor belong to the context; and
 * a word weighs as much as it does on the whole page, because among a few words each one is the
 * most frequent. Like the model of Pant and Srinivasan 2006, the score may also have a share of the
 * page's own log-odds, {@code mix*S(context) + (1-mix)*S(page)}.
 *
 * <p>Immutable and thread-safe.
 */
public final class PageBayesScorer implements LinkScorer {

  private final PageModel model;
  private final int contextTokens;
  private final boolean withAnchor;
  private final boolean pageCounts;
  private final double mix;

  private PageBayesScorer(Builder builder) {
    this.model = builder.model;
    this.contextTokens = builder.contextTokens;
    this.withAnchor = builder.withAnchor;
    this.pageCounts = builder.pageCounts;
    this.mix = builder.mix;
  }

  /**
   * {@return a builder with the recommended settings}
   *
   * @param model what was learned from labelled documents
   */
  public static Builder builder(PageModel model) {
    return new Builder(model);
  }

  /**
   * {@inheritDoc}
   *
   * @throws io.dowser.crawler.toolkit.model.AnalyzerGuard.MismatchException if the page is
   *     tokenized by another text analyzer than the model was trained with
   */
  @Override
  public PageScoring forPage(AnalyzedPage page) {
    model.guard().check(page);
    double share = mix == 1 ? 0 : (1 - mix) * model.logOdds(page.terms());
    return new Scoring(page, share);
  }

  private final class Scoring implements PageScoring {

    private final AnalyzedPage page;
    private final double pageShare;

    Scoring(AnalyzedPage page, double pageShare) {
      this.page = page;
      this.pageShare = pageShare;
    }

    @Override
    public double score(Link link) {
      if (mix == 0) {
        return pageShare;
      }
      TermCounts context = context(link);
      double own = pageCounts ? model.logOdds(context, page.terms()) : model.logOdds(context);
      return mix * own + pageShare;
    }

    private TermCounts context(Link link) {
      TermCounts around = page.contextTerms(link, contextTokens);
      return withAnchor ? page.anchorTerms(link).plus(around) : around;
    }

    @Override
    public Explanation explain(Link link) {
      TermCounts context = context(link);
      Explanation own = model.explain(context, pageCounts ? page.terms() : context);
      if (mix == 1) {
        return own;
      }
      Explanation near =
          new Explanation("context log-odds x " + mix, mix * own.value(), List.of(own));
      Explanation far = Explanation.of("page log-odds x " + (1 - mix), pageShare);
      return new Explanation("bayes-page", score(link), List.of(near, far));
    }
  }

  @Override
  public String toString() {
    return "PageBayesScorer["
        + model
        + ", "
        + contextTokens
        + " tokens, anchor "
        + withAnchor
        + ", page counts "
        + pageCounts
        + ", mix "
        + mix
        + "]";
  }

  /** Settles what a {@link PageBayesScorer} looks at; not thread-safe. */
  public static final class Builder {

    static final int MOST_TOKENS = 10_000;

    private final PageModel model;
    private int contextTokens = AnalyzedPage.CONTEXT_TOKENS;
    private boolean withAnchor = true;
    private boolean pageCounts = true;
    private double mix = 1;

    private Builder(PageModel model) {
      this.model = requireNonNull(model, "model");
    }

    /**
     * Rates as in the paper, unless later calls say otherwise: the context without the anchor, by
     * its own counts. The model must be one with {@link PageSettings#PAPER}.
     *
     * @return this
     */
    public Builder paper() {
      return withAnchor(false).pageCounts(false);
    }

    /**
     * Sets the size of the context, W.
     *
     * @param tokensPerSide 0 to 10,000; by default 20, as the paper gives no number
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder contextTokens(int tokensPerSide) {
      contextTokens = Checks.within("contextTokens", tokensPerSide, 0, MOST_TOKENS);
      return this;
    }

    /**
     * Sets whether the words of the anchor belong to the context.
     *
     * @param withAnchor by default true
     * @return this
     */
    public Builder withAnchor(boolean withAnchor) {
      this.withAnchor = withAnchor;
      return this;
    }

    /**
     * Sets by which counts words are weighed.
     *
     * @param pageCounts true, the default, for those of the whole page; false for those of the
     *     context
     * @return this
     */
    public Builder pageCounts(boolean pageCounts) {
      this.pageCounts = pageCounts;
      return this;
    }

    /**
     * Sets the share of the context in the score; the rest is the page's own log-odds.
     *
     * @param mix 0 to 1; by default 1, the context alone
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Builder mix(double mix) {
      this.mix = Checks.within("mix", mix, 0, 1);
      return this;
    }

    /** {@return the scorer with these settings} */
    public PageBayesScorer build() {
      return new PageBayesScorer(this);
    }
  }

  /**
   * Creates a {@link PageBayesScorer} under the name {@code bayes-page}.
   *
   * <p>Settings: {@code model}, the path of a file that {@link PageModel#save} wrote, must be
   * given; {@code density} ({@code kernel} or {@code normal}), {@code sharedWidth} ({@code true} or
   * {@code false}) and {@code e} (from 0 to 0.999), by default those of the model, whose threshold
   * is left out if they change; {@code contextTokens} (0 to 10000, by default 20); {@code
   * withAnchor} and {@code pageCounts}, by default {@code true}; {@code mix} (0 to 1, by default
   * 1).
   */
  public static final class Provider implements LinkScorerProvider {

    private static final double MOST_E = 0.999;

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "bayes-page";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      PageModel model = ModelFile.ofSetting(settings, PageModel::load);
      return PageBayesScorer.builder(withDensities(model, settings))
          .contextTokens(
              settings.integer(
                  "contextTokens", AnalyzedPage.CONTEXT_TOKENS, 0, Builder.MOST_TOKENS))
          .withAnchor(settings.flag("withAnchor", true))
          .pageCounts(settings.flag("pageCounts", true))
          .mix(settings.number("mix", 1, 0, 1))
          .build();
    }

    /** A threshold is left out where densities change, which does not change the order of links. */
    private static PageModel withDensities(PageModel model, Settings settings) {
      PageSettings trained = model.settings();
      PageSettings wanted =
          trained.toBuilder()
              .density(settings.choice("density", trained.density()))
              .sharedWidth(settings.flag("sharedWidth", trained.sharedWidth()))
              .e(settings.number("e", trained.e(), 0, Math.max(MOST_E, trained.e())))
              .build();
      return wanted.equals(trained)
          ? model
          : PageModel.builder(model).settings(wanted.toBuilder().calibrated(false).build()).build();
    }
  }
}
