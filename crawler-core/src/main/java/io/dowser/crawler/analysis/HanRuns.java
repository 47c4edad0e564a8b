package io.dowser.crawler.analysis;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.dowser.crawler.text.TextAnalyzer.TermSink;
import io.dowser.crawler.text.Tokens;

/**
 * Segments runs of Han characters, and remembers short ones: the same menus and labels stand on
 * every page of a site. Safe for use by many threads.
 */
final class HanRuns {

  private static final int LONGEST_REMEMBERED = 24;
  private static final long MOST_REMEMBERED = 50_000;

  private final Cache<String, Tokens> remembered =
      CacheBuilder.newBuilder().maximumSize(MOST_REMEMBERED).build();

  void segment(String run, ScriptTokenizers tokenizers, TermSink sink) {
    if (run.length() > LONGEST_REMEMBERED) {
      tokenizers.han(run, sink);
      return;
    }
    Tokens tokens = remembered.getIfPresent(run);
    if (tokens == null) {
      tokens = Tokens.of(run, tokenizers::han);
      remembered.put(run, tokens);
    }
    for (int i = 0; i < tokens.size(); i++) {
      String term = tokens.term(i);
      sink.accept(term, tokens.start(i), tokens.start(i) + term.length());
    }
  }
}
