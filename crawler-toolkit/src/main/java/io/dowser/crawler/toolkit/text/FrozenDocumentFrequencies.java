package io.dowser.crawler.toolkit.text;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TermCounts;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ObjIntConsumer;

/**
 * In how many documents of a reference collection each term occurs.
 *
 * <p>Immutable and thread-safe. Takes some 70 bytes a term, besides the term itself.
 */
public final class FrozenDocumentFrequencies implements DocumentFrequencies {

  private final int documents;
  private final Map<String, Integer> containing; // in the order in which the terms came first

  private FrozenDocumentFrequencies(int documents, Map<String, Integer> containing) {
    this.documents = documents;
    this.containing = containing;
  }

  /**
   * Takes counts that are known already.
   *
   * @param documents how many documents there are, 0 or more
   * @param containing how many of them contain each term, 0 to {@code documents}
   * @return the counts
   * @throws IllegalArgumentException if a number is out of its range
   */
  public static FrozenDocumentFrequencies of(int documents, Map<String, Integer> containing) {
    if (documents < 0) {
      throw new IllegalArgumentException("documents must be 0 or more, but was " + documents);
    }
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
   * Goes through the terms.
   *
   * @param action gets each term with the number of documents that contain it, 1 or more, in the
   *     order in which the terms came first
   */
  public void forEach(ObjIntConsumer<String> action) {
    containing.forEach(action::accept);
  }

  /**
   * {@return the terms that occur in some documents at least, in the order in which they came
   * first; a vocabulary of these terms}
   *
   * @param minDocuments how many documents must contain a term, 1 or more
   * @throws IllegalArgumentException if the number is less than 1
   */
  public Vocabulary vocabulary(int minDocuments) {
    if (minDocuments < 1) {
      throw new IllegalArgumentException("minDocuments must be 1 or more, but was " + minDocuments);
    }
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
   * @param out where to
   * @throws IOException if writing fails
   */
  public void save(DataOutput out) throws IOException {
    out.writeInt(documents);
    out.writeInt(containing.size());
    for (Map.Entry<String, Integer> term : containing.entrySet()) {
      Vocabulary.saveTerm(out, term.getKey());
      out.writeInt(term.getValue());
    }
  }

  /**
   * Reads what {@link #save} wrote, here or for growing counts. Memory is taken as terms come, so a
   * damaged size cannot exhaust it.
   *
   * @param in where from
   * @return the same counts
   * @throws IOException if reading fails or the input is not what {@link #save} writes
   */
  public static FrozenDocumentFrequencies read(DataInput in) throws IOException {
    var builder = new Builder();
    builder.documents = in.readInt();
    int terms = in.readInt();
    if (builder.documents < 0 || terms < 0) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "saved document counts must be of 0 documents and terms or more, but were of %d and %d",
              builder.documents,
              terms));
    }
    for (int i = 0; i < terms; i++) {
      String term = Vocabulary.readTerm(in);
      int count = in.readInt();
      if (count < 1 || count > builder.documents || builder.containing.containsKey(term)) {
        throw new IOException(
            String.format(
                Locale.ROOT,
                "saved document counts must have each term once, in 1 to %d documents, but '%s' had %d",
                builder.documents,
                term,
                count));
      }
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
            String.format(
                Locale.ROOT,
                "term '%s' must occur in 0 to %d documents, but was said to occur in %d",
                term,
                documents,
                documentsWith));
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
    public FrozenDocumentFrequencies build() {
      var frozen = new FrozenDocumentFrequencies(documents, containing);
      containing = new LinkedHashMap<>();
      documents = 0;
      return frozen;
    }
  }
}
