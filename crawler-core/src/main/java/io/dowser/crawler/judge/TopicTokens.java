package io.dowser.crawler.judge;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The terms of a topic as tokens. A term of several tokens is named by these with spaces. */
final class TopicTokens {

  private final Map<String, Double> weights = new LinkedHashMap<>();
  private final List<List<String>> phrases = new ArrayList<>();
  private final TextAnalyzer analyzer;

  TopicTokens(Topic topic, TextAnalyzer analyzer) {
    this.analyzer = analyzer;
    double largest = Collections.max(topic.weights().values()); // so that no sum overflows
    topic
        .weights()
        .forEach((term, weight) -> add(tokens(Tokens.of(term, analyzer)), weight / largest));
    if (weights.isEmpty()) {
      throw new IllegalArgumentException("no term of the topic has tokens: " + topic.terms());
    }
  }

  private void add(List<String> tokens, double weight) {
    if (!tokens.isEmpty()
        && weights.merge(String.join(" ", tokens), weight, Math::max).equals(weight)
        && tokens.size() > 1
        && !phrases.contains(tokens)) {
      phrases.add(tokens);
    }
  }

  private static List<String> tokens(Tokens tokens) {
    return IntStream.range(0, tokens.size()).mapToObj(tokens::term).toList();
  }

  /** The weights, at most 1, by the names of the terms. */
  Map<String, Double> weights() {
    return weights;
  }

  /** Counts the tokens of a page, and the terms of several tokens in it. */
  TermCounts counts(AnalyzedPage page) {
    return phrases.isEmpty() ? page.terms() : withPhrases(page.tokens(), page.terms());
  }

  /** Counts the tokens of a text as those of a page. */
  TermCounts counts(String text) {
    Tokens tokens = Tokens.of(text, analyzer);
    return withPhrases(tokens, TermCounts.of(tokens));
  }

  private TermCounts withPhrases(Tokens tokens, TermCounts terms) {
    Map<String, Integer> found = new LinkedHashMap<>();
    for (List<String> phrase : phrases) {
      found.put(String.join(" ", phrase), occurrences(phrase, tokens));
    }
    return TermCounts.of(found).plus(terms);
  }

  private static int occurrences(List<String> phrase, Tokens tokens) {
    int last = tokens.size() - phrase.size();
    return (int) IntStream.rangeClosed(0, last).filter(at -> isAt(at, phrase, tokens)).count();
  }

  private static boolean isAt(int at, List<String> phrase, Tokens tokens) {
    return IntStream.range(0, phrase.size())
        .allMatch(i -> phrase.get(i).equals(tokens.term(at + i)));
  }
}
