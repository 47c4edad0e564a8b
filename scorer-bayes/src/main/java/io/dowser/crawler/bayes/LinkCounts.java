package io.dowser.crawler.bayes;

import static io.dowser.crawler.bayes.LinkStatistics.ANCHOR;
import static io.dowser.crawler.bayes.LinkStatistics.CONTEXT;
import static io.dowser.crawler.bayes.LinkStatistics.NUMBERS;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;

/** Counts the features of training links and creates {@link LinkStatistics} from them. */
final class LinkCounts {

  private final LinkSettings settings;
  private final Vocabulary.Builder vocabulary = Vocabulary.builder();
  private final int[] links = new int[2];
  private final int[] indicators = new int[4];
  private int[] numbers = new int[NUMBERS * 256];

  LinkCounts(LinkSettings settings) {
    this.settings = settings;
  }

  void add(LinkModel.Evidence link, boolean onTopic) {
    int c = onTopic ? 0 : 1;
    links[c]++;
    indicators[2 * ANCHOR + c] += link.a() ? 1 : 0;
    indicators[2 * CONTEXT + c] += link.x() ? 1 : 0;
    if (settings.merged()) {
      add(link.anchor().plus(link.context()), ANCHOR, c);
    } else {
      add(link.anchor(), ANCHOR, c);
      add(link.context(), CONTEXT, c);
    }
  }

  private void add(TermCounts text, int kind, int c) {
    for (int i = 0; i < text.size(); i++) {
      int id = vocabulary.add(text.term(i));
      if (NUMBERS * (id + 1) > numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * numbers.length);
      }
      LinkStatistics.count(numbers, id, kind, c, text.countAt(i));
    }
  }

  /** Creates the statistics, after the last link. */
  LinkStatistics statistics() {
    requireBothClasses();
    Vocabulary words = vocabulary.build();
    int[] kept = new int[numbers.length];
    var keptWords = Vocabulary.builder();
    int size = 0;
    for (int id = 0; id < words.size(); id++) {
      if (LinkStatistics.keep(numbers, id, settings.minLinks(), kept, size)) {
        keptWords.add(words.term(id));
        size++;
      }
    }
    requireVocabulary(size, words.size());
    return new LinkStatistics(
        keptWords.build(), links, indicators, Arrays.copyOf(kept, NUMBERS * size));
  }

  private void requireBothClasses() {
    if (links[0] == 0 || links[1] == 0) {
      throw new CrawlException(
          "both classes must have links, but there are "
              + links[0]
              + " on the topic and "
              + links[1]
              + " off it");
    }
  }

  private void requireVocabulary(int size, int all) {
    if (size == 0) {
      throw new CrawlException(
          "the vocabulary is empty: none of "
              + all
              + " words is in at least "
              + settings.minLinks()
              + " links");
    }
  }
}
