package io.dowser.crawler.shark;

import io.dowser.crawler.text.TextAnalyzer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Tokenizes each text once: a comparison meets the same pages again and again. Not thread-safe. */
final class CachedTokens implements TextAnalyzer {

  private record Token(String term, int start, int end) {}

  private final TextAnalyzer analyzer;
  private final Map<String, List<Token>> cut = new HashMap<>();

  CachedTokens(TextAnalyzer analyzer) {
    this.analyzer = analyzer;
  }

  @Override
  public void analyze(String text, TermSink sink) {
    cut.computeIfAbsent(text, this::cut)
        .forEach(token -> sink.accept(token.term(), token.start(), token.end()));
  }

  private List<Token> cut(String text) {
    var tokens = new ArrayList<Token>();
    analyzer.analyze(text, (term, start, end) -> tokens.add(new Token(term.intern(), start, end)));
    return tokens;
  }
}
