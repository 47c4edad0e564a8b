package io.dowser.crawler.analysis;

import org.apache.lucene.analysis.ko.KoreanPartOfSpeechStopFilter;
import org.apache.lucene.analysis.ko.KoreanTokenizer;

/** Segments Korean by nori, as Lucene's Korean analyzer does. Apart, for its library. */
final class KoreanWords {

  private KoreanWords() {}

  static DictionaryTokenizer tokenizer(HanNormalizer normalizer) {
    var source = new KoreanTokenizer();
    return new DictionaryTokenizer(normalizer, source, new KoreanPartOfSpeechStopFilter(source));
  }
}
