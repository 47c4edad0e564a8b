package io.dowser.crawler.meaning;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The topic for a judge by words, which would look for a sentence as a whole. */
final class TopicWords {

  private static final int MOST_WORDS = 4; // of a term
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private TopicWords() {}

  /** Returns the context with the words of sentences in their place; stop words are left out. */
  static CrawlContext context(CrawlContext context) {
    Topic topic = context.requireTopic("meaning");
    if (topic.terms().stream().noneMatch(TopicWords::isSentence)) {
      return context;
    }
    return CrawlContext.builder()
        .topic(words(topic, context.textAnalyzer()))
        .textNormalizer(context.textNormalizer())
        .textAnalyzer(context.textAnalyzer())
        .hostGrouping(context.hostGrouping())
        .random(context.random())
        .clock(context.clock())
        .shared(context.shared())
        .hosts(context.hosts())
        .canonicalizer(context.canonicalizer())
        .robotName(context.robotName())
        .analysisTimeout(context.analysisTimeout())
        .build();
  }

  private static boolean isSentence(String term) {
    return BETWEEN_WORDS.split(term).length > MOST_WORDS;
  }

  private static Topic words(Topic topic, TextAnalyzer analyzer) {
    Map<String, Double> words = new LinkedHashMap<>();
    Set<List<String>> stems = new HashSet<>();
    topic
        .weights()
        .forEach(
            (term, weight) ->
                (isSentence(term) ? BETWEEN_WORDS.splitAsStream(term) : Stream.of(term))
                    .filter(word -> isNew(Tokens.of(word, analyzer), stems))
                    .forEach(word -> words.put(word, weight)));
    return words.isEmpty() ? topic : Topic.of(words);
  }

  private static boolean isNew(Tokens tokens, Set<List<String>> stems) {
    return tokens.size() > 0
        && stems.add(IntStream.range(0, tokens.size()).mapToObj(tokens::term).toList());
  }
}
