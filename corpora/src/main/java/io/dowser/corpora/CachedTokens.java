package io.dowser.corpora;

import io.dowser.crawler.text.TextAnalyzer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tokenizes each text once: a comparison meets the same pages again and again. Thread-safe. */
public final class CachedTokens implements TextAnalyzer {

  private record Token(String term, int start, int end) {}

  private final TextAnalyzer analyzer;
  private final Map<String, List<Token>> texts = new ConcurrentHashMap<>();

  /**
   * Wraps an analyzer.
   *
   * @param analyzer tokenizes a text when it comes first
   */
  public CachedTokens(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  @Override
  public void analyze(String text, TermSink sink) {
    texts
        .computeIfAbsent(text, this::tokens)
        .forEach(token -> sink.accept(token.term(), token.start(), token.end()));
  }

  private List<Token> tokens(String text) {
    var tokens = new ArrayList<Token>();
    analyzer.analyze(text, (term, start, end) -> tokens.add(new Token(term.intern(), start, end)));
    return tokens;
  }
}
