package io.dowser.crawler.toolkit.text;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TermTable;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Numbers terms from 0, so that vectors and models can use arrays.
 *
 * <p>Immutable and thread-safe.
 */
public final class Vocabulary {

  /** What {@link #id} gives for a term that is not in the vocabulary. */
  public static final int ABSENT = -1;

  private final TermTable table;

  private Vocabulary(TermTable table) {
    this.table = table;
  }

  /**
   * Takes some terms.
   *
   * @param terms the terms; repeated ones are taken once
   * @return a vocabulary with ids in the order in which the terms come first
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
   * Finds the id of a term.
   *
   * @param term any term
   * @return 0 up to {@link #size} exclusive, or {@link #ABSENT}
   */
  public int id(String term) {
    return table.find(term);
  }

  /**
   * Finds the ids of all terms of a text, faster than one by one.
   *
   * @param text the counts of its terms
   * @return for each distinct term of the text, in its order there, what {@link #id} gives
   */
  public int[] ids(TermCounts text) {
    return table.findAll(text);
  }

  /**
   * {@return the term of an id}
   *
   * @param id 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public String term(int id) {
    return table.term(id);
  }

  /**
   * {@return a number by which tables find the term of an id without a look at its letters; what
   * {@link TermCounts#fingerprint} gives for the same term}
   *
   * @param id 0 up to {@link #size} exclusive
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public long fingerprint(int id) {
    return table.fingerprint(id);
  }

  /** {@return the number of terms, 0 or more} */
  public int size() {
    return table.size();
  }

  /**
   * Writes the vocabulary, for {@link #read}.
   *
   * @param out where to
   * @throws IOException if writing fails
   */
  public void save(DataOutput out) throws IOException {
    out.writeInt(size());
    for (int id = 0; id < size(); id++) {
      TermTable.saveTerm(out, table.term(id));
    }
  }

  /**
   * Reads what {@link #save} wrote. Memory is taken as terms come, so a damaged size cannot exhaust
   * it.
   *
   * @param in where from
   * @return a vocabulary with the same ids
   * @throws IOException if reading fails or the input is not what {@link #save} writes
   */
  public static Vocabulary read(DataInput in) throws IOException {
    int size = in.readInt();
    if (size < 0) {
      throw new IOException("a saved vocabulary must have 0 terms or more, but had " + size);
    }
    var table = new TermTable(size);
    for (int id = 0; id < size; id++) {
      String term = TermTable.readTerm(in);
      if (table.add(term) != id) {
        throw new IOException("a saved vocabulary must not have the term '" + term + "' twice");
      }
    }
    return new Vocabulary(table);
  }

  @Override
  public String toString() {
    return "Vocabulary[" + size() + " terms]";
  }

  /** Collects terms. Not thread-safe. */
  public static final class Builder {

    private TermTable table = new TermTable(256);

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
      return table.add(term);
    }

    /**
     * Adds the terms of a text that are not there already.
     *
     * @param text the counts of the text
     * @return this builder
     */
    public Builder addAll(TermCounts text) {
      for (int i = 0; i < text.size(); i++) {
        table.add(text.term(i));
      }
      return this;
    }

    /**
     * Creates the vocabulary and empties this builder.
     *
     * @return the terms added so far
     */
    public Vocabulary build() {
      var vocabulary = new Vocabulary(table);
      table = new TermTable(256);
      return vocabulary;
    }
  }
}
