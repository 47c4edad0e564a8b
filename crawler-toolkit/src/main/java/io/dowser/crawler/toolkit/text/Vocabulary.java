package io.dowser.crawler.toolkit.text;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.text.TermCounts;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Numbers terms from 0, so that vectors and models can use arrays.
 *
 * <pre>{@code
 * Vocabulary words = Vocabulary.of(List.of("tide", "ebb"));
 * words.id("ebb"); // 1
 * words.id("flood"); // Vocabulary.ABSENT
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class Vocabulary {

  /** The result of {@link #id} for a term that is not in the vocabulary. */
  public static final int ABSENT = -1;

  private final Map<String, Integer> ids;
  private final List<String> terms;

  private Vocabulary(Map<String, Integer> ids) {
    this.ids = ids;
    this.terms = List.copyOf(ids.keySet());
  }

  /**
   * {@return a vocabulary with ids in the order of the first occurrence of each term}
   *
   * @param terms the terms; repeated ones are taken once
   */
  public static Vocabulary of(Iterable<String> terms) {
    var builder = builder();
    terms.forEach(builder::add);
    return builder.build();
  }

  /** {@return a builder without terms} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@return the id of a term, 0 up to {@link #size} exclusive, or {@link #ABSENT}}
   *
   * @param term any term
   */
  public int id(String term) {
    return ids.getOrDefault(term, ABSENT);
  }

  /**
   * {@return the {@link #id} of each distinct term of a text, in its order there}
   *
   * @param text the counts of its terms
   */
  public int[] ids(TermCounts text) {
    return IntStream.range(0, text.size()).map(i -> id(text.term(i))).toArray();
  }

  /**
   * {@return the term of an id}
   *
   * @param id 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public String term(int id) {
    return terms.get(id);
  }

  /** {@return the number of terms, 0 or more} */
  public int size() {
    return terms.size();
  }

  /**
   * Writes the vocabulary, for {@link #read}.
   *
   * @param out the output
   * @throws IOException if writing fails
   */
  public void save(StateWriter out) throws IOException {
    out.writeInt(size());
    for (String term : terms) {
      out.writeText(term);
    }
  }

  /**
   * Reads a vocabulary that {@link #save} wrote. Memory is allocated as terms arrive, so a damaged
   * size cannot exhaust it.
   *
   * @param in the input
   * @return a vocabulary with the same ids
   * @throws IOException if reading fails or the input is not as {@link #save} writes it
   */
  public static Vocabulary read(StateReader in) throws IOException {
    int size = in.readCount("number of terms");
    var builder = new Builder();
    for (int id = 0; id < size; id++) {
      String term = readTerm(in);
      if (builder.add(term) != id) {
        throw new IOException("a saved vocabulary must not have the term '" + term + "' twice");
      }
    }
    return builder.build();
  }

  static String readTerm(StateReader in) throws IOException {
    String term = in.readText();
    StateReader.require(!term.isEmpty(), "a term must have a character or more");
    return term;
  }

  @Override
  public String toString() {
    return "Vocabulary[" + size() + " terms]";
  }

  /** Collects terms. Not thread-safe. */
  public static final class Builder {

    private Map<String, Integer> ids = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a term unless it is there already.
     *
     * @param term a term, not empty
     * @return its id
     * @throws IllegalArgumentException if the term is empty
     */
    public int add(String term) {
      if (requireNonNull(term, "term").isEmpty()) {
        throw new IllegalArgumentException("a term must not be empty");
      }
      Integer known = ids.putIfAbsent(term, ids.size());
      return known == null ? ids.size() - 1 : known;
    }

    /**
     * Creates the vocabulary and empties this builder.
     *
     * @return the terms added so far
     */
    public Vocabulary build() {
      var vocabulary = new Vocabulary(ids);
      ids = new LinkedHashMap<>();
      return vocabulary;
    }
  }
}
