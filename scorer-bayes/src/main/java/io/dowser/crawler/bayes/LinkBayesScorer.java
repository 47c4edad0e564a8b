package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.toolkit.model.ModelFile;

/**
 * Rates a link by the log-odds that a {@link LinkModel} gives to its anchor and its context.
 *
 * <p>Source: Han et al. 2010. The context is that of {@link LinkSettings#contextRule}, as the model
 * was trained with it. The frontier {@code best-first} treats the scores as the paper does: a
 * pending URL that is found again is raised if the new link scores higher, and never lowered.
 *
 * <p>Anchor and context are tokenized separately from the page, as they were in training; a menu
 * that is on each page of a site is tokenized once if the analyzer remembers short texts.
 *
 * <p>Immutable and thread-safe.
 */
public final class LinkBayesScorer implements LinkScorer {

  private static final LinkContext NO_CONTEXT = new LinkContext("", "");

  private final LinkModel model;
  private final LinkReader reader;
  private final boolean withContext;

  private LinkBayesScorer(LinkModel model, TextNormalizer normalizer) {
    this.model = model;
    this.reader = new LinkReader(model.dictionary(), normalizer);
    this.withContext = model.settings().group().hasContext();
  }

  /**
   * Creates a scorer.
   *
   * @param model the model, trained on labelled links
   * @param normalizer brings forms to one form before the terms of the dictionary are searched for;
   *     the one that the model was trained with
   * @return the scorer
   * @throws IllegalArgumentException if two terms of the dictionary have the same normal form
   */
  public static LinkBayesScorer of(LinkModel model, TextNormalizer normalizer) {
    return new LinkBayesScorer(
        requireNonNull(model, "model"), requireNonNull(normalizer, "normalizer"));
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
    return new Scoring(page);
  }

  private final class Scoring implements PageScoring {

    private final AnalyzedPage page;

    Scoring(AnalyzedPage page) {
      this.page = page;
    }

    @Override
    public double score(Link link) {
      return model.logOdds(evidence(link));
    }

    @Override
    public Explanation explain(Link link) {
      return model.explain(evidence(link));
    }

    private LinkModel.Evidence evidence(Link link) {
      LinkContext context = withContext ? model.settings().context(page, link) : NO_CONTEXT;
      return reader.read(link.anchorText(), context, page::termsOf);
    }
  }

  @Override
  public String toString() {
    return "LinkBayesScorer[" + model + "]";
  }

  /** Creates a {@link LinkBayesScorer} under the name {@code bayes-link}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "bayes-link";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      LinkModel model = ModelFile.ofSetting(settings, LinkModel::load);
      LinkSettings trained = model.settings();
      if (settings.choice(
              "contextRule",
              trained.contextRule(),
              "refuse a model trained with another rule; by default that of the model")
          != trained.contextRule()) {
        throw new SettingException(
            "contextRule",
            settings.asMap().getOrDefault("contextRule", ""),
            "that of the model, " + trained);
      }
      LinkSettings wanted =
          trained.toBuilder()
              .group(
                  settings.choice(
                      "group",
                      trained.group(),
                      "features that count; by default that of the model"))
              .eventModel(
                  settings.choice(
                      "eventModel",
                      trained.eventModel(),
                      "words whose probabilities are multiplied; by default that of the model"))
              .smoothing(
                  settings.choice(
                      "smoothing",
                      trained.smoothing(),
                      "smoothing of shares, which must not be 0 or 1; by default that of the model"))
              .build();
      return LinkBayesScorer.of(model.with(wanted), context.textNormalizer());
    }
  }
}
