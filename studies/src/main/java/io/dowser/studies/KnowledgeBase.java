package io.dowser.studies;

import io.dowser.crawler.text.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The visited pages of a crawl by their terms, with the measures of Crawl4AI for a query.
 *
 * <p>Where the sources leave a formula open: BM25 has k1 = 1.2 and b = 0.75, counts rarity among
 * the visited pages, and compares the length of a preview with the mean of those found so far. The
 * similarity of a preview and a page is the cosine of their sets of terms. The bonus of coverage
 * for frequency is {@code lg(1 + count / pages)}, and coverage is at most 1.
 *
 * <p>Thread-safe.
 */
final class KnowledgeBase {

  private static final double K1 = 1.2;
  private static final double B = 0.75;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<Postings> postings = new ArrayList<>();
  private final int[] query;
  private final Postings distinctTerms = new Postings(); // of each page
  private long previews;
  private long previewTerms;
  private int newTermsOfFirst;
  private int newTermsOfLast;

  KnowledgeBase(List<String> query) {
    this.query = query.stream().mapToInt(this::number).toArray();
  }

  /** A growing list of pages, with the number of occurrences in all of them. */
  private static final class Postings {

    private int[] values = new int[4];
    private int size;
    private long occurrences;

    void add(int value) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = value;
    }
  }

  private int number(String term) {
    return numbers.computeIfAbsent(
        term,
        unused -> {
          postings.add(new Postings());
          return postings.size() - 1;
        });
  }

  /** Returns the numbers of terms, in their order. */
  synchronized int[] numbers(Tokens tokens) {
    var result = new int[tokens.size()];
    Arrays.setAll(result, i -> number(tokens.term(i)));
    return result;
  }

  synchronized void addPreview(int terms) {
    previews++;
    previewTerms += terms;
  }

  synchronized void addPage(Tokens tokens) {
    int page = distinctTerms.size;
    int distinct = 0;
    int unseen = 0;
    for (int term : numbers(tokens)) {
      Postings own = postings.get(term);
      own.occurrences++;
      if (own.size == 0 || own.values[own.size - 1] != page) {
        unseen += own.size == 0 ? 1 : 0;
        own.add(page);
        distinct++;
      }
    }
    distinctTerms.add(distinct);
    newTermsOfFirst = page == 0 ? unseen : newTermsOfFirst;
    newTermsOfLast = unseen;
  }

  /** Returns the BM25 of a preview for the query. */
  synchronized double relevance(int[] preview) {
    double meanLength = previews == 0 ? preview.length : (double) previewTerms / previews;
    double length = meanLength == 0 ? 1 : preview.length / meanLength;
    double sum = 0;
    for (int term : query) {
      long count = Arrays.stream(preview).filter(each -> each == term).count();
      sum += idf(term) * count * (K1 + 1) / (count + K1 * (1 - B + B * length));
    }
    return sum;
  }

  private double idf(int term) {
    int with = postings.get(term).size;
    return Math.log(1 + (distinctTerms.size - with + 0.5) / (with + 0.5));
  }

  /** Returns 1 less the largest similarity of a preview to a page. */
  synchronized double novelty(int[] preview) {
    int[] terms = Arrays.stream(preview).distinct().toArray();
    var common = new int[distinctTerms.size];
    for (int term : terms) {
      Postings pages = postings.get(term);
      for (int i = 0; i < pages.size; i++) {
        common[pages.values[i]]++;
      }
    }
    double largest = 0;
    for (int page = 0; page < common.length; page++) {
      if (common[page] > 0) {
        double size = Math.sqrt((double) terms.length * distinctTerms.values[page]);
        largest = Math.max(largest, common[page] / size);
      }
    }
    return 1 - largest;
  }

  /** Returns the mean over the query of the share of pages with a term, with a bonus; 0 to 1. */
  synchronized double coverage() {
    double pages = distinctTerms.size;
    double sum = 0;
    for (int term : query) {
      Postings own = postings.get(term);
      sum += own.size == 0 ? 0 : own.size / pages * (1 + Math.log10(1 + own.occurrences / pages));
    }
    return query.length == 0 ? 0 : Math.min(1, sum / query.length);
  }

  /** Returns 1 less the new terms of the last page, in proportion to those of the first; 0 to 1. */
  synchronized double saturation() {
    return newTermsOfFirst == 0 ? 0 : Math.max(0, 1 - (double) newTermsOfLast / newTermsOfFirst);
  }
}
