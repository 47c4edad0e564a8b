package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.ArrayList;
import java.util.List;

/**
 * The vector K of weighted key words, and what Shark-search compares with it: pages, anchors, the
 * words around a link, and URLs.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}), whose relevances are all cosines with
 * K. The paper does not say how words are weighed; here a word weighs its count over the largest
 * count of the text, times {@code ln(documents / documents with the word)} if a reference
 * collection is given, otherwise 1. Key words are found by the longest match in the normalised
 * text, not by a segmenter, which might split them. The paper's sum leaves open which words count
 * into the norm of a text: all of them ({@link TopicVector.Scope#FULL}, the default), or the key
 * words alone, by which any page with a single mention of a single key word is as relevant as one
 * that speaks of nothing else.
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

  private KeyWords(Builder builder) {
    this.matcher = TopicMatcher.of(builder.topic.terms(), builder.normalizer);
    this.vector =
        TopicVector.builder(builder.topic.weights())
            .weighting(TermWeighting.MAX_NORMALISED)
            .frequencies(builder.frequencies)
            .analyzer(builder.analyzer)
            .build();
    this.vocabulary = builder.vocabulary;
    this.urls = new UrlKeyWords(builder.urlWords, builder.normalizer);
  }

  /** {@return a builder with {@link TopicVector.Scope#FULL} and without reference collection} */
  static Builder builder(Topic topic) {
    return new Builder(topic);
  }

  /** {@return the relevance R(P) of a page: its cosine with K, 0 to 1} */
  double relevance(AnalyzedPage page) {
    return on(page).relevance();
  }

  /**
   * {@return whether a link's anchor text contains a key word, as far as a crawl keeps it: within
   * its first 100 characters, so that the answer is the same after a restart}
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

  /** Settles how key words are found and weighed; not thread-safe. */
  static final class Builder {

    private final Topic topic;
    private final List<String> urlWords;
    private TextNormalizer normalizer = TextNormalizer.PLAIN;
    private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
    private TopicVector.Scope vocabulary = TopicVector.Scope.FULL;
    private DocumentFrequencies frequencies = DocumentFrequencies.NONE;

    private Builder(Topic topic) {
      this.topic = requireNonNull(topic, "topic");
      this.urlWords = new ArrayList<>(topic.terms());
    }

    Builder textNormalizer(TextNormalizer textNormalizer) {
      normalizer = requireNonNull(textNormalizer, "textNormalizer");
      return this;
    }

    Builder textAnalyzer(TextAnalyzer textAnalyzer) {
      analyzer = requireNonNull(textAnalyzer, "textAnalyzer");
      return this;
    }

    Builder vocabulary(TopicVector.Scope vocabulary) {
      this.vocabulary = requireNonNull(vocabulary, "vocabulary");
      return this;
    }

    Builder frequencies(DocumentFrequencies.Frozen frequencies) {
      this.frequencies = requireNonNull(frequencies, "frequencies");
      return this;
    }

    /** Adds a form of a key word for URLs alone, for example pinyin. */
    Builder alias(String keyWord, String alias) {
      if (!topic.weights().containsKey(keyWord)) {
        throw new IllegalArgumentException(
            "keyWord must be one of " + topic.terms() + ", but was '" + keyWord + "'");
      }
      if (alias.isBlank()) {
        throw new IllegalArgumentException(
            "alias of '" + keyWord + "' must not be blank, but was '" + alias + "'");
      }
      urlWords.add(alias);
      return this;
    }

    KeyWords build() {
      return new KeyWords(this);
    }
  }
}
