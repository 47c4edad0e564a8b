package io.dowser.studies;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkScorer;
import io.dowser.crawler.api.LinkScorerProvider;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.text.Tokens;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Rates a link by the share of keywords that occur in its URL, as Crawl4AI's {@code
 * KeywordRelevanceScorer} does for its best-first crawls.
 *
 * <p>Source: the pages <i>Deep Crawling</i> and <i>Adaptive Crawling</i> of docs.crawl4ai.com; the
 * program was not read. The keywords are the terms of the topic as the crawl's analyzer tokenizes
 * them, so English ones are stems and stop words are left out. Upper and lower case are the same.
 */
final class UrlKeywordsScorer implements LinkScorer {

  private final List<String> keywords;

  UrlKeywordsScorer(List<String> keywords) {
    this.keywords = List.copyOf(keywords);
  }

  /** Returns the distinct terms of a topic; phrases and sentences are tokenized. */
  static List<String> keywords(CrawlContext context, String plugin) {
    String query = String.join("\n", context.requireTopic(plugin).terms());
    Tokens tokens = Tokens.of(query, context.textAnalyzer());
    return IntStream.range(0, tokens.size()).mapToObj(tokens::term).distinct().toList();
  }

  @Override
  public PageScoring forPage(AnalyzedPage page) {
    return link -> score(link.target());
  }

  /** Returns the share of keywords in a URL, 0 to 1. */
  double score(CrawlUrl url) {
    String text = url.toString().toLowerCase(Locale.ROOT);
    return (double) keywords.stream().filter(text::contains).count() / Math.max(1, keywords.size());
  }

  /** Creates the scorer under the name {@code crawl4ai-keywords}. */
  public static final class Provider implements LinkScorerProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "crawl4ai-keywords";
    }

    @Override
    public LinkScorer create(Settings settings, CrawlContext context) {
      settings.refuseUnread();
      return new UrlKeywordsScorer(keywords(context, name()));
    }
  }
}
