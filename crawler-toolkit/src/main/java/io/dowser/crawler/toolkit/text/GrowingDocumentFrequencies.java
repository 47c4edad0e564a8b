package io.dowser.crawler.toolkit.text;

import io.dowser.crawler.text.TermCounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * In how many of the documents met so far each term occurs; grows as documents come.
 *
 * <p>Source: Liu, Chen and Zhao 2023, where the collection is the pages crawled so far. Frozen
 * counts are recommended instead: with these, one and the same page is the less relevant the later
 * it is met, and on an on-topic crawl the main topic term drifts towards weight 0.
 *
 * <p>One thread at a time may call {@link #add} and {@link #restore}, while any number of threads
 * read. They see each document in full, in part or not yet, but never more documents with a term
 * than documents, if they ask for those first. Takes some 100 bytes a distinct term, without a
 * bound: count the terms of a topic alone where that will do.
 */
public final class GrowingDocumentFrequencies implements DocumentFrequencies {

  private volatile Counts counts = new Counts();

  /** Starts without documents. */
  public GrowingDocumentFrequencies() {}

  /**
   * Counts one more document.
   *
   * @param document its terms; how often each occurs does not matter
   */
  public void add(TermCounts document) {
    Counts now = counts;
    now.documents
        .incrementAndGet(); // first, so that no reader finds fewer documents than with a term
    for (int i = 0; i < document.size(); i++) {
      now.containing
          .computeIfAbsent(document.term(i), term -> new AtomicInteger())
          .incrementAndGet();
    }
  }

  @Override
  public long documents() {
    return counts.documents.get();
  }

  @Override
  public long documentsWith(String term) {
    AtomicInteger count = counts.containing.get(term);
    return count == null ? 0 : count.get();
  }

  /**
   * Copies the counts as they are now. No document may be added meanwhile.
   *
   * @return counts that grow no more, with the terms in alphabetical order
   */
  public FrozenDocumentFrequencies freeze() {
    Counts now = counts;
    var containing = new TreeMap<String, Integer>();
    now.containing.forEach((term, count) -> containing.put(term, count.get()));
    return FrozenDocumentFrequencies.of(now.documents.get(), containing);
  }

  /**
   * Writes the counts, for {@link #restore}. No document may be added meanwhile.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  public void save(DataOutput out) throws IOException {
    freeze().save(out);
  }

  /**
   * Replaces the counts by what {@link #save} wrote. Memory is taken as terms come, so a damaged
   * size cannot exhaust it.
   *
   * @param in where from
   * @throws IOException if reading fails or the input is not what {@link #save} writes; the counts
   *     stay as they were
   */
  public void restore(DataInput in) throws IOException {
    FrozenDocumentFrequencies saved = FrozenDocumentFrequencies.read(in);
    var restored = new Counts();
    restored.documents.set((int) saved.documents());
    saved.forEach((term, count) -> restored.containing.put(term, new AtomicInteger(count)));
    counts = restored;
  }

  @Override
  public String toString() {
    Counts now = counts;
    return String.format(
        Locale.ROOT,
        "GrowingDocumentFrequencies[%s documents, %d terms]",
        now.documents,
        now.containing.size());
  }

  private static final class Counts {

    final AtomicInteger documents = new AtomicInteger();
    final Map<String, AtomicInteger> containing = new ConcurrentHashMap<>();
  }
}
