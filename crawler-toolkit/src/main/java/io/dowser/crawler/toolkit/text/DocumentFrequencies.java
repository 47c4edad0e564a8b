package io.dowser.crawler.toolkit.text;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of documents of a collection in which each term occurs.
 *
 * <p>{@link Frozen} count a reference collection once; {@link Growing} count the pages of a crawl
 * as they come, which makes the weight of a term depend on when a page is met. Thread-safe.
 *
 * <pre>{@code
 * DocumentFrequencies frequencies = DocumentFrequencies.Frozen.of(1000, Map.of("tide", 30, "the", 990));
 * double weight = TermWeighting.AUGMENTED.weight(page.terms(), "tide", frequencies);
 * }</pre>
 */
public interface DocumentFrequencies {

  /** No collection is at hand: each term is equally rare, {@link TermWeighting} gives 1 for it. */
  Frozen NONE = Frozen.of(0, Map.of());

  /** {@return the number of documents, 0 or more} */
  long documents();

  /**
   * {@return the number of documents that contain a term, 0 up to what {@link #documents} gives
   * afterwards}
   *
   * @param term any term
   */
  long documentsWith(String term);

  /**
   * In how many documents of a reference collection each term occurs.
   *
   * <p>Immutable and thread-safe. Takes some 70 bytes a term, besides the term itself.
   */
  final class Frozen implements DocumentFrequencies {

    private static final String SECTION = "document frequencies";
    private final int documents;
    private final Map<String, Integer> containing; // in the order in which the terms came first

    private Frozen(int documents, Map<String, Integer> containing) {
      this.documents = documents;
      this.containing = containing;
    }

    /**
     * {@return counts that are known already}
     *
     * @param documents the number of documents, 0 or more
     * @param containing the number of documents that contain each term, 0 to {@code documents}
     * @throws IllegalArgumentException if a number is out of its range
     */
    public static Frozen of(int documents, Map<String, Integer> containing) {
      Checks.notNegative("documents", documents);
      var builder = new Builder();
      builder.documents = documents;
      containing.forEach(builder::put);
      return builder.build();
    }

    /** {@return a builder without documents} */
    public static Builder builder() {
      return new Builder();
    }

    @Override
    public long documents() {
      return documents;
    }

    @Override
    public long documentsWith(String term) {
      return containing.getOrDefault(term, 0);
    }

    /** {@return the number of terms that occur in a document at least, 0 or more} */
    public int terms() {
      return containing.size();
    }

    /**
     * {@return the terms that occur in some documents at least, in the order in which they came
     * first; a vocabulary of these terms}
     *
     * @param minDocuments the number of documents that must contain a term, 1 or more
     * @throws IllegalArgumentException if the number is less than 1
     */
    public Vocabulary vocabulary(int minDocuments) {
      Checks.positive("minDocuments", minDocuments);
      var vocabulary = Vocabulary.builder();
      containing.forEach(
          (term, count) -> {
            if (count >= minDocuments) {
              vocabulary.add(term);
            }
          });
      return vocabulary.build();
    }

    /**
     * Writes the counts, for {@link #read}.
     *
     * @param out the output
     * @throws IOException if writing fails
     */
    public void save(StateWriter out) throws IOException {
      out.section(SECTION, 1);
      out.writeInt(documents);
      out.writeInt(containing.size());
      for (Map.Entry<String, Integer> term : containing.entrySet()) {
        out.writeText(term.getKey());
        out.writeInt(term.getValue());
      }
    }

    /**
     * Reads what {@link #save} wrote, here or for growing counts. Memory is taken as terms come, so
     * a damaged size cannot exhaust it.
     *
     * @param in the reader of the state
     * @return the same counts
     * @throws IOException if reading fails or the input is not what {@link #save} writes
     */
    public static Frozen read(StateReader in) throws IOException {
      in.section(SECTION, 1);
      var builder = new Builder();
      builder.documents = in.readCount("number of documents");
      int terms = in.readCount("number of terms");
      for (int i = 0; i < terms; i++) {
        String term = Vocabulary.readTerm(in);
        int count = in.readInt(1, builder.documents, "number of documents with " + term);
        StateReader.require(
            !builder.containing.containsKey(term), "a term must be there once, but was " + term);
        builder.put(term, count);
      }
      return builder.build();
    }

    @Override
    public String toString() {
      return "FrozenDocumentFrequencies[" + documents + " documents, " + terms() + " terms]";
    }

    /** Counts documents. Not thread-safe. */
    public static final class Builder {

      private Map<String, Integer> containing = new LinkedHashMap<>();
      private int documents;

      private Builder() {}

      /**
       * Counts one document.
       *
       * @param document its terms; how often each occurs does not matter
       * @return this builder
       */
      public Builder add(TermCounts document) {
        documents = Math.addExact(documents, 1);
        document.forEach((term, count) -> containing.merge(term, 1, Integer::sum));
        return this;
      }

      void put(String term, int documentsWith) {
        if (documentsWith < 0 || documentsWith > documents) {
          throw new IllegalArgumentException(
              ("term '" + term + "' must occur in 0 to " + documents)
                  + (" documents, but was said to occur in " + documentsWith));
        }
        if (documentsWith > 0) {
          containing.put(requireNonNull(term, "term"), documentsWith);
        }
      }

      /**
       * Creates the counts and empties this builder.
       *
       * @return the counts of all documents added so far
       */
      public Frozen build() {
        var frozen = new Frozen(documents, containing);
        containing = new LinkedHashMap<>();
        documents = 0;
        return frozen;
      }
    }
  }

  /**
   * In how many of the documents met so far each term occurs; grows as documents come.
   *
   * <p>Source: Liu, Chen and Zhao 2023, where the collection is the pages crawled so far. Frozen
   * counts are recommended instead: with these, one and the same page is the less relevant the
   * later it is met, and on an on-topic crawl the main topic term drifts towards weight 0.
   *
   * <p>One thread at a time may call {@link #add} and {@link #restore}, while any number of threads
   * read. They see each document in full, in part or not yet, but never more documents with a term
   * than documents, if they ask for those first. Takes some 100 bytes a distinct term, without a
   * bound: count the terms of a topic alone where that will do.
   */
  final class Growing implements DocumentFrequencies {

    private volatile Counts counts = new Counts();

    /** Starts without documents. */
    public Growing() {}

    /**
     * Counts one more document.
     *
     * @param document its terms; how often each occurs does not matter
     */
    public void add(TermCounts document) {
      Counts now = counts;
      now.documents.incrementAndGet(); // first: no reader finds fewer documents than with a term
      document.forEach((term, count) -> now.containing.merge(term, 1, Integer::sum));
    }

    @Override
    public long documents() {
      return counts.documents.get();
    }

    @Override
    public long documentsWith(String term) {
      return counts.containing.getOrDefault(term, 0);
    }

    /**
     * Writes the counts with the terms in alphabetical order, for {@link #restore}. No document may
     * be added meanwhile.
     *
     * @param out the output
     * @throws IOException if writing fails
     */
    public void save(StateWriter out) throws IOException {
      Counts now = counts;
      Frozen.of(now.documents.get(), new TreeMap<>(now.containing)).save(out);
    }

    /**
     * Replaces the counts by those that {@link #save} wrote. Memory is allocated as terms arrive,
     * so a damaged size cannot exhaust it.
     *
     * @param in the input
     * @throws IOException if reading fails or the input is not as {@link #save} writes it; the
     *     counts stay as they were
     */
    public void restore(StateReader in) throws IOException {
      Frozen saved = Frozen.read(in);
      var restored = new Counts();
      restored.documents.set((int) saved.documents());
      restored.containing.putAll(saved.containing);
      counts = restored;
    }

    @Override
    public String toString() {
      String terms = counts.containing.size() + " terms]";
      return "GrowingDocumentFrequencies[" + counts.documents + " documents, " + terms;
    }

    private static final class Counts {

      final AtomicInteger documents = new AtomicInteger();
      final Map<String, Integer> containing = new ConcurrentHashMap<>();
    }
  }
}
