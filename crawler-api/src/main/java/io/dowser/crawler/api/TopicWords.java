package io.dowser.crawler.api;

import io.dowser.crawler.text.TextAnalyzer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The terms of a topic as plugins look for them: pages rarely have a sentence as a whole. */
final class TopicWords {

  private static final int MOST_WORDS = 4; // of a term
  private static final int FEWEST_LETTERS = 2; // of a word of a sentence
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private TopicWords() {}

  /** Replaces the sentences of a topic by their words, each with the weight of its sentence. */
  static Topic of(Topic topic, TextAnalyzer analyzer) {
    Map<String, Double> words = new LinkedHashMap<>();
    Set<String> stems = new HashSet<>();
    topic
        .weights()
        .forEach(
            (term, weight) -> {
              List<String> found = words(term, analyzer, stems);
              (found.isEmpty() ? List.of(term) : found)
                  .forEach(word -> words.putIfAbsent(word, weight));
            });
    return Topic.of(words);
  }

  /** Returns the words of a sentence without stop words, or nothing for another term. */
  private static List<String> words(String term, TextAnalyzer analyzer, Set<String> stems) {
    Map<String, String> words = new LinkedHashMap<>();
    analyzer.analyze(
        term,
        (stem, start, end) -> {
          if (end - start >= FEWEST_LETTERS) {
            words.putIfAbsent(stem, term.substring(start, end));
          }
        });
    boolean isSentence = Math.max(words.size(), BETWEEN_WORDS.split(term).length) > MOST_WORDS;
    if (!isSentence) {
      return List.of();
    }
    List<String> fresh = new ArrayList<>();
    words.forEach(
        (stem, word) -> {
          if (stems.add(stem)) {
            fresh.add(word);
          }
        });
    return fresh;
  }
}
