package io.dowser.crawler.bayes;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Collects the counts of training documents and makes {@link PageStatistics} of them. */
final class PageCounts {

  private final Vocabulary.Builder words = Vocabulary.builder();
  private final List<List<int[]>> documents = List.of(new ArrayList<>(), new ArrayList<>());
  private final List<String> terms = new ArrayList<>();

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
      throw new TrainingDataException(
          "no vocabulary is left: none of "
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
    for (List<int[]> ofClass : documents) {
      for (int[] document : ofClass) {
        for (int i = 1; i < document.length; i += 2) {
          df[document[i]]++;
        }
      }
    }
    int all = documents(true) + documents(false);
    var kept = Vocabulary.builder();
    for (int id = 0; id < ids.length; id++) {
      ids[id] = df[id] >= minDf && df[id] < all && df[id] > 0 ? kept.add(terms.get(id)) : -1;
    }
    return kept.build();
  }

  private CellValues values(int[] ids, int size) {
    int[] ends = new int[2 * size + 1];
    for (int c = 0; c < 2; c++) {
      for (int[] document : documents.get(c)) {
        countCells(document, ids, c, ends);
      }
    }
    Arrays.parallelPrefix(ends, Integer::sum);
    long[] fractions = new long[ends[2 * size]];
    int[] next = Arrays.copyOf(ends, 2 * size);
    for (int c = 0; c < 2; c++) {
      for (int[] document : documents.get(c)) {
        fillCells(document, ids, c, next, fractions);
      }
    }
    var values = new CellValues.Builder();
    for (int cell = 0; cell < 2 * size; cell++) {
      addCell(fractions, ends[cell], ends[cell + 1], values);
    }
    return values.build();
  }

  private static void countCells(int[] document, int[] ids, int c, int[] ends) {
    for (int i = 1; i < document.length; i += 2) {
      int id = ids[document[i]];
      if (id >= 0) {
        ends[2 * id + c + 1]++;
      }
    }
  }

  private static void fillCells(int[] document, int[] ids, int c, int[] next, long[] fractions) {
    for (int i = 1; i < document.length; i += 2) {
      int id = ids[document[i]];
      if (id >= 0) {
        fractions[next[2 * id + c]++] = fraction(document[i + 1], document[0]);
      }
    }
  }

  private static void addCell(long[] fractions, int from, int to, CellValues.Builder values) {
    Arrays.sort(fractions, from, to); // brings equal ones together
    List<long[]> distinct = new ArrayList<>();
    for (int i = from; i < to; ) {
      int end = i + 1;
      while (end < to && fractions[end] == fractions[i]) {
        end++;
      }
      distinct.add(new long[] {fractions[i], end - i});
      i = end;
    }
    distinct.sort((a, b) -> compare(a[0], b[0]));
    distinct.forEach(each -> values.add(numerator(each[0]), denominator(each[0]), (int) each[1]));
    values.endCell();
  }

  private static int compare(long a, long b) {
    long left = (long) numerator(a) * denominator(b);
    return Long.compare(left, (long) numerator(b) * denominator(a));
  }

  private static long fraction(int count, int largest) {
    int divisor = count == 1 ? 1 : largest; // most terms occur once
    int rest = count == 1 ? 0 : count;
    while (rest != 0) {
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
