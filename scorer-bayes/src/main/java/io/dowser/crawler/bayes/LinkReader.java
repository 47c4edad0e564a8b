package io.dowser.crawler.bayes;

import io.dowser.crawler.api.LinkContext;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.text.TopicMatcher;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Converts the texts of a link into its features. The dictionary's terms are searched for in the
 * texts, not among their words, because a segmenter may split a term.
 */
final class LinkReader {

  private final @Nullable TopicMatcher dictionary;

  LinkReader(Set<String> terms, TextNormalizer normalizer) {
    this.dictionary = terms.isEmpty() ? null : TopicMatcher.of(terms, normalizer);
  }

  LinkModel.Evidence read(String anchor, LinkContext context, Function<String, TermCounts> words) {
    TermCounts around = words.apply(context.before()).plus(words.apply(context.after()));
    boolean x = hasTerm(context.before()) || hasTerm(context.after());
    return new LinkModel.Evidence(words.apply(anchor), around, hasTerm(anchor), x);
  }

  private boolean hasTerm(String text) {
    return dictionary != null && !text.isEmpty() && !dictionary.match(text).isEmpty();
  }
}
