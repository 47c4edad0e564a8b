package io.dowser.crawler.bayes;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Collects the counts of training documents and makes {@link PageStatistics} of them. */
final class PageCounts {

  private final Vocabulary.Builder words;
  private final List<List<int[]>> documents;
  private final List<String> terms;

  PageCounts() {
    this(Vocabulary.builder(), List.of(new ArrayList<>(), new ArrayList<>()), new ArrayList<>());
  }

  private PageCounts(Vocabulary.Builder words, List<List<int[]>> documents, List<String> terms) {
    this.words = words;
    this.documents = documents;
    this.terms = terms;
  }

  /** Adds a document; it is kept as its largest count and pairs of id and count. */
  void add(boolean positive, TermCounts text) {
    int[] document = new int[1 + 2 * text.size()];
    document[0] = text.largest();
    for (int i = 0; i < text.size(); i++) {
      int id = words.add(text.term(i));
      if (id == terms.size()) {
        terms.add(text.term(i));
      }
      document[1 + 2 * i] = id;
      document[2 + 2 * i] = text.countAt(i);
    }
    documents.get(positive ? 0 : 1).add(document);
  }

  int documents(boolean positive) {
    return documents.get(positive ? 0 : 1).size();
  }

  /** The counts of some documents, chosen by their place in their class, from 0. */
  PageCounts only(IntPredicate places) {
    List<List<int[]>> chosen =
        documents.stream()
            .map(all -> IntStream.range(0, all.size()).filter(places).mapToObj(all::get).toList())
            .toList();
    return new PageCounts(words, chosen, terms);
  }

  /** The documents of a class, one after the other. */
  Stream<TermCounts> texts(boolean positive) {
    return documents.get(positive ? 0 : 1).stream().map(this::text);
  }

  private TermCounts text(int[] document) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 1; i < document.length; i += 2) {
      counts.put(terms.get(document[i]), document[i + 1]);
    }
    return TermCounts.of(counts);
  }

  /** Samples the larger class down to the size of the smaller one. */
  void balance(long seed) {
    int size = Math.min(documents(true), documents(false));
    var random = new SplittableRandom(seed);
    for (List<int[]> ofClass : documents) {
      for (int i = 0; i < size; i++) { // the first steps of a shuffle
        int other = i + random.nextInt(ofClass.size() - i);
        int[] chosen = ofClass.get(other);
        ofClass.set(other, ofClass.get(i));
        ofClass.set(i, chosen);
      }
      ofClass.subList(size, ofClass.size()).clear();
    }
  }

  PageStatistics statistics(int minDf) {
    int[] ids = new int[terms.size()]; // of the terms that are kept, or -1
    Vocabulary kept = keep(minDf, ids);
    if (kept.size() == 0) {
      throw new CrawlException(
          "the vocabulary is empty: none of "
              + terms.size()
              + " terms is in at least "
              + minDf
              + " and not in all of "
              + (documents(true) + documents(false))
              + " documents");
    }
    return new PageStatistics(kept, documents(true), documents(false), values(ids, kept.size()));
  }

  private Vocabulary keep(int minDf, int[] ids) {
    int[] df = new int[ids.length];
    Arrays.setAll(ids, id -> id);
    forEachTerm(ids, (cell, count, largest) -> df[cell >> 1]++);
    int all = documents(true) + documents(false);
    var kept = Vocabulary.builder();
    for (int id = 0; id < ids.length; id++) {
      ids[id] = df[id] >= minDf && df[id] < all && df[id] > 0 ? kept.add(terms.get(id)) : -1;
    }
    return kept.build();
  }

  private CellValues values(int[] ids, int size) {
    int[] ends = new int[2 * size + 1];
    forEachTerm(ids, (cell, count, largest) -> ends[cell + 1]++);
    Arrays.parallelPrefix(ends, Integer::sum);
    long[] fractions = new long[ends[2 * size]];
    int[] next = Arrays.copyOf(ends, 2 * size);
    forEachTerm(ids, (cell, count, largest) -> fractions[next[cell]++] = fraction(count, largest));
    var values = new CellValues.Builder();
    for (int cell = 0; cell < 2 * size; cell++) {
      addCell(fractions, ends[cell], ends[cell + 1], values);
    }
    return values.build();
  }

  /** Receives a term of a document. */
  @FunctionalInterface
  private interface TermVisitor {

    void visit(int cell, int count, int largest);
  }

  /** Visits the terms of all documents whose new id is not -1. */
  private void forEachTerm(int[] ids, TermVisitor visitor) {
    for (int c = 0; c < 2; c++) {
      for (int[] document : documents.get(c)) {
        for (int i = 1; i < document.length; i += 2) {
          int id = ids[document[i]];
          if (id >= 0) {
            visitor.visit(2 * id + c, document[i + 1], document[0]);
          }
        }
      }
    }
  }

  private static void addCell(long[] fractions, int from, int to, CellValues.Builder values) {
    Map<Long, Integer> times = new TreeMap<>(PageCounts::compare);
    for (int i = from; i < to; i++) {
      times.merge(fractions[i], 1, Integer::sum);
    }
    times.forEach((value, count) -> values.add(numerator(value), denominator(value), count));
    values.endCell();
  }

  private static int compare(long a, long b) {
    long left = (long) numerator(a) * denominator(b);
    return Long.compare(left, (long) numerator(b) * denominator(a));
  }

  /** Reduces a fraction and encodes it as one number. */
  private static long fraction(int count, int largest) {
    int divisor = largest;
    for (int rest = count; rest != 0; ) {
      int next = divisor % rest;
      divisor = rest;
      rest = next;
    }
    return (long) (count / divisor) << 32 | largest / divisor;
  }

  private static int numerator(long fraction) {
    return (int) (fraction >>> 32);
  }

  private static int denominator(long fraction) {
    return (int) fraction;
  }
}
