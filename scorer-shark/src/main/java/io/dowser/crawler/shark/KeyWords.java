package io.dowser.crawler.shark;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.ArrayList;
import java.util.List;

/**
 * The vector K of weighted key words, and its comparison with pages, anchors, the words around a
 * link, and URLs.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}), whose relevances are all cosines with
 * K. The paper does not define the weights of words; here the weight of a word is its count over
 * the largest count of the text, times {@code ln(documents / documents with the word)} if a
 * reference collection is given, otherwise 1. Key words are found by the longest match in the
 * normalised text, not by a segmenter, which might split them. The paper does not define the words
 * that count in the norm of a text: all of them ({@link TopicVector.Scope#FULL}, the default), or
 * the key words alone. With the latter, a page with a single mention of one key word is as relevant
 * as one about nothing else.
 *
 * <p>With key words {@code laser} and {@code photon} of weight 1, the text {@code "laser laser
 * photon beam"} has the cosine {@code (2 + 1) / (sqrt(2) sqrt(4 + 1 + 1))} = 0.866025.
 *
 * <p>Immutable and thread-safe.
 */
final class KeyWords {

  private static final int MOST_ANCHOR = 100;

  private final TopicMatcher matcher;
  private final TopicVector vector;
  private final TopicVector.Scope vocabulary;
  private final UrlKeyWords urls;

  /**
   * Creates key words.
   *
   * @param context the crawl, whose topic they are
   * @param vocabulary the words of a text that count in its norm
   * @param frequencies a reference collection, or none
   * @param aliases forms of key words for URLs alone, for example pinyin
   */
  KeyWords(
      CrawlContext context,
      TopicVector.Scope vocabulary,
      DocumentFrequencies frequencies,
      List<String> aliases) {
    Topic topic = context.requireTopic("shark");
    this.matcher = TopicMatcher.of(topic.terms(), context.textNormalizer());
    this.vector =
        TopicVector.builder(topic.weights())
            .weighting(TermWeighting.MAX_NORMALISED)
            .frequencies(frequencies)
            .analyzer(context.textAnalyzer())
            .build();
    this.vocabulary = vocabulary;
    var urlWords = new ArrayList<String>(topic.terms());
    urlWords.addAll(aliases);
    this.urls = new UrlKeyWords(urlWords, context.textNormalizer());
  }

  /** Creates the key words of a scorer. */
  static KeyWords ofPages(
      Settings settings, CrawlContext context, DocumentFrequencies frequencies) {
    return new KeyWords(
        context,
        settings.choice(
            "vocabulary", TopicVector.Scope.FULL, "words of a text that count towards its norm"),
        frequencies,
        List.of());
  }

  /** Creates the key words of a frontier, which compares them with anchors and URLs. */
  static KeyWords ofLinks(Settings settings, CrawlContext context) {
    return new KeyWords(
        context, TopicVector.Scope.FULL, DocumentFrequencies.NONE, aliases(settings, context));
  }

  /** Reads {@code term=alias} pairs with commas between them. */
  private static List<String> aliases(Settings settings, CrawlContext context) {
    String text =
        settings.text(
            "aliases",
            "",
            "pairs of term=alias with commas between them",
            "forms of key words for URLs alone, such as 台风=taifeng,暴雨=baoyu");
    List<String> aliases = new ArrayList<>();
    for (String pair : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      String term = pair.substring(0, Math.max(0, equals)).strip();
      String alias = pair.substring(equals + 1).strip();
      List<String> terms = context.requireTopic("shark").terms();
      if (!terms.contains(term) || alias.isEmpty()) {
        throw new SettingException(
            "aliases", text, "pairs of term=alias with commas between them, of the terms " + terms);
      }
      aliases.add(alias);
    }
    return aliases;
  }

  /** {@return the relevance R(P) of a page: its cosine with K, 0 to 1} */
  double relevance(AnalyzedPage page) {
    return on(page).relevance();
  }

  /**
   * {@return whether a link's anchor text contains a key word, within its first 100 characters,
   * which a crawl keeps, so that the result is the same after a restart}
   */
  boolean inAnchor(Link link) {
    if (link.textStart() == link.textEnd()) {
      return false;
    }
    String text = link.anchorText();
    String kept = text.length() > MOST_ANCHOR ? text.substring(0, MOST_ANCHOR) : text;
    return !matcher.match(kept).isEmpty();
  }

  /**
   * {@return whether a URL contains a key word or one of its aliases: anywhere behind the scheme,
   * within a longer word too, with hyphen, underscore and plus sign for a blank; percent-encoded
   * characters are read as UTF-8 and then as GB18030}
   */
  boolean inUrl(CrawlUrl url) {
    return urls.occurIn(url);
  }

  /** Scans a page. */
  PageKeyWords on(AnalyzedPage page) {
    return new PageKeyWords(
        vector, vocabulary == TopicVector.Scope.FULL, page, page.matches(matcher));
  }

  @Override
  public String toString() {
    return "KeyWords[" + matcher.terms() + ", " + vocabulary + "]";
  }
}
