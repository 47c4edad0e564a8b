package io.dowser.crawler.adaptive;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import io.dowser.crawler.toolkit.text.TopicVector;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The closeness of a page and the texts of its links to the topic: cosines, 0 without a topic. */
final class TopicCloseness {

  private final @Nullable Terms terms;
  private final @Nullable TopicMatches matches;

  private TopicCloseness(@Nullable Terms terms, @Nullable TopicMatches matches) {
    this.terms = terms;
    this.matches = matches;
  }

  /** Returns the closeness of a page and its links. */
  static TopicCloseness of(@Nullable Terms terms, AnalyzedPage page) {
    return new TopicCloseness(terms, terms == null ? null : page.matches(terms.matcher));
  }

  double ofPage() {
    return terms == null || matches == null ? 0 : terms.vector.cosine(matches);
  }

  double ofAnchor(Link link) {
    return within(link.textStart(), link.textEnd());
  }

  double ofContext(Link link) {
    return within(
        link.textStart() - Link.CONTEXT_CHARACTERS, link.textEnd() + Link.CONTEXT_CHARACTERS);
  }

  private double within(int from, int to) {
    return terms == null || matches == null ? 0 : terms.vector.cosine(matches, from, to);
  }

  double of(String text) {
    return terms == null ? 0 : terms.vector.cosine(terms.matcher.match(text));
  }

  /** The terms of a topic. */
  static final class Terms {

    private final TopicMatcher matcher;
    private final TopicVector vector;

    private Terms(Topic topic, TextNormalizer normalizer) {
      this.matcher = TopicMatcher.of(topic.terms(), normalizer);
      this.vector = TopicVector.builder(topic.weights()).build();
    }

    static @Nullable Terms of(Optional<Topic> topic, TextNormalizer normalizer) {
      return topic.isEmpty() ? null : new Terms(topic.get(), normalizer);
    }
  }
}
