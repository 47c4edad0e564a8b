package io.dowser.studies;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LearningScorer;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Rates a link by its expected gain of information, {@code relevance * novelty * authority}, as the
 * statistical strategy of Crawl4AI's {@code AdaptiveCrawler} does.
 *
 * <p>Source: the pages <i>Adaptive Crawling</i> and <i>Advanced Adaptive Strategies</i> of
 * docs.crawl4ai.com, and {@code PROGRESSIVE_CRAWLING.md} of the project; the program was not read.
 * Relevance and novelty are those of {@link KnowledgeBase}. Departures:
 *
 * <ul>
 *   <li>The preview of a link is its text. Crawl4AI may request the head of its page, which a
 *       comparison would have to count as a page.
 *   <li>A crawl takes the best link at a time, and not the best three or five. It ends with its
 *       budget: coverage and saturation, which end a crawl of Crawl4AI, are reported as learned
 *       weights. The sources define no consistency for this strategy.
 *   <li>Authority is {@code 1 / (1 + 0.1 * folders)}, and 0.8 of that for a URL with a query. The
 *       sources say only that fewer slashes and clean URLs have more. Domains have one rank.
 *   <li>Links of equal gain, such as all without a word of the query, are taken by age.
 * </ul>
 *
 * <p>Thread-safe. What was learned is lost with the process.
 */
final class InformationGainScorer implements LearningScorer {

  private static final double PER_FOLDER = 0.1;
  private static final double WITH_QUERY = 0.8;

  private final TextAnalyzer analyzer;
  private final KnowledgeBase known;
  private boolean moved;

  InformationGainScorer(List<String> query, TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    this.known = new KnowledgeBase(query);
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return new PageScoring() {
      @Override
      public double score(Link link) {
        return gain(preview(link), link.target());
      }

      @Override
      public LinkFeatures features(Link link) {
        return LinkFeatures.of(preview(link));
      }
    };
  }

  private int[] preview(Link link) {
    int[] terms = known.numbers(Tokens.of(link.anchorText(), analyzer));
    return terms.length > LinkFeatures.MAX_SIZE
        ? Arrays.copyOf(terms, LinkFeatures.MAX_SIZE)
        : terms;
  }

  private double gain(int[] preview, CrawlUrl url) {
    double relevance = known.relevance(preview);
    return relevance == 0 ? 0 : relevance * known.novelty(preview) * authority(url);
  }

  /** Returns the authority of a URL, above 0 to 1. */
  static double authority(CrawlUrl url) {
    long folders = url.path().chars().filter(each -> each == '/').count() - 1;
    double clean = url.query().isEmpty() ? 1 : WITH_QUERY;
    return clean / (1 + PER_FOLDER * Math.max(0, folders));
  }

  @Override
  public void learn(Visit visit, List<ScoredLink> links) {
    for (ScoredLink link : links) {
      if (!link.pending()) {
        known.addPreview(link.candidate().features().size());
      }
    }
    known.addPage(visit.page().tokens());
    moved = true;
  }

  @Override
  public boolean modelMoved() {
    boolean result = moved;
    moved = false;
    return result;
  }

  @Override
  public double rescore(Candidate candidate) {
    return gain(candidate.features().toArray(), candidate.url());
  }

  @Override
  public Map<String, Double> learnedWeights() {
    return Map.of("coverage", known.coverage(), "saturation", known.saturation());
  }

  /** Creates the scorer under the name {@code crawl4ai-adaptive}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "crawl4ai-adaptive";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      settings.refuseUnread();
      return new InformationGainScorer(
          UrlKeywordsScorer.keywords(context, name()), context.textAnalyzer());
    }
  }
}
