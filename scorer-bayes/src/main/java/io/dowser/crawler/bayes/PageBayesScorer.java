package io.dowser.crawler.bayes;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
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
 * <p>The context is a number of words before and behind the anchor. Differences from the paper,
 * unless {@code withAnchor} and {@code pageCounts} are false: the words of the anchor belong to the
 * context; and a word weighs as much as it does on the whole page, because among a few words each
 * one is the most frequent. Like the model of Pant and Srinivasan 2006, the score may also have a
 * share of the page's own log-odds, {@code mix*S(context) + (1-mix)*S(page)}.
 *
 * <pre>{@code
 * PageModel model = PageModel.load(Path.of("finance.model"));
 * Crawler.builder().scorer(PageBayesScorer.of(model, Settings.none())).judge(model.judge());
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class PageBayesScorer implements LinkScorer {

  private static final double MOST_E = 0.999;

  private final PageModel model;
  private final int contextTokens;
  private final boolean withAnchor;
  private final boolean pageCounts;
  private final double mix;

  private PageBayesScorer(PageModel model, Settings settings) {
    this.model = model;
    this.contextTokens =
        settings.integer(
            "contextTokens",
            AnalyzedPage.CONTEXT_TOKENS,
            0,
            10_000,
            "tokens on each side of the anchor");
    this.withAnchor =
        settings.flag(
            "withAnchor",
            true,
            "include the words of the anchor in the context; false in the paper");
    this.pageCounts =
        settings.flag(
            "pageCounts",
            true,
            "weigh words by their counts on the whole page; false, as in the paper: in the context");
    this.mix =
        settings.number(
            "mix", 1, 0, 1, "share of the context in the score; the page's log-odds have 1 - mix");
  }

  /**
   * Creates a scorer.
   *
   * @param model the model, trained on labelled documents
   * @param settings those of the scorer {@code bayes-page} without {@code model}
   * @return the scorer
   * @throws io.dowser.crawler.api.SettingException if a setting is not allowed
   */
  public static PageBayesScorer of(PageModel model, Settings settings) {
    var scorer = new PageBayesScorer(withDensities(model, settings), settings);
    settings.refuseUnread();
    return scorer;
  }

  /**
   * Changes the densities of a model; drops the threshold then, which does not change the order of
   * links.
   */
  private static PageModel withDensities(PageModel model, Settings settings) {
    PageSettings trained = model.settings();
    PageSettings wanted =
        trained.toBuilder()
            .density(
                settings.choice(
                    "density",
                    trained.density(),
                    "form of the densities; by default that of the model"))
            .sharedWidth(
                settings.flag(
                    "sharedWidth",
                    trained.sharedWidth(),
                    "give the kernels of both classes one width; by default as in the model"))
            .e(
                settings.number(
                    "e",
                    trained.e(),
                    0,
                    Math.max(MOST_E, trained.e()),
                    "share of a uniform density; by default that of the model"))
            .build();
    return wanted.equals(trained)
        ? model
        : model.with(wanted.toBuilder().calibrated(false).build());
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

  /** Creates a {@link PageBayesScorer} under the name {@code bayes-page}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "bayes-page";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      return of(ModelFile.ofSetting(settings, PageModel::load), settings);
    }
  }
}
