package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.text.DocumentFrequencies;
import io.dowser.crawler.toolkit.text.SparseVector;
import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.Vocabulary;
import java.util.Arrays;
import java.util.Map;

/**
 * Turns texts into vectors: a vocabulary, the weight of its terms, and how rare each of them is.
 *
 * <p>How rare the terms are is asked once, so document counts that grow later have no effect. Terms
 * outside the vocabulary have no place in the vectors; how frequent a term is in a text is still
 * measured against the whole text.
 *
 * <p>Immutable and thread-safe.
 */
public final class VectorSpace {

  private final Vocabulary vocabulary;
  private final TermWeighting weighting;
  private final double[] rarity;

  private VectorSpace(Vocabulary vocabulary, TermWeighting weighting, double[] rarity) {
    this.vocabulary = vocabulary;
    this.weighting = weighting;
    this.rarity = rarity;
  }

  /**
   * Prepares the weights of a vocabulary.
   *
   * @param vocabulary the terms
   * @param weighting how they are weighed
   * @param frequencies the document counts, as they are now
   * @return the space
   */
  public static VectorSpace of(
      Vocabulary vocabulary, TermWeighting weighting, DocumentFrequencies frequencies) {
    var rarity = new double[vocabulary.size()];
    Arrays.setAll(
        rarity, id -> weighting.inverseDocumentFrequency(frequencies, vocabulary.term(id)));
    return new VectorSpace(vocabulary, requireNonNull(weighting, "weighting"), rarity);
  }

  /**
   * Returns the vector of a text.
   *
   * @param text the counts of its terms
   * @return the weights of those that are in the vocabulary, the zero vector if none is
   */
  public SparseVector vector(TermCounts text) {
    int[] ids = vocabulary.ids(text);
    var values = new double[ids.length];
    int size = 0;
    for (int i = 0; i < ids.length; i++) {
      int id = ids[i];
      if (id != Vocabulary.ABSENT) {
        ids[size] = id;
        values[size++] = weight(text, i, id);
      }
    }
    return SparseVector.of(Arrays.copyOf(ids, size), Arrays.copyOf(values, size));
  }

  /** The weight of the i-th distinct term of a text. */
  double weight(TermCounts text, int i, int id) {
    return weighting.termFrequency(text.countAt(i), text.largest(), text.total()) * rarity[id];
  }

  /**
   * Returns a vector with weights that the caller chose, for example those of a topic.
   *
   * @param weights the weight of each term, finite
   * @return the weights of the terms that are in the vocabulary, unchanged
   * @throws IllegalArgumentException if a weight is not finite
   */
  public SparseVector vector(Map<String, Double> weights) {
    var ids = new int[weights.size()];
    var values = new double[weights.size()];
    int size = 0;
    for (Map.Entry<String, Double> weight : weights.entrySet()) {
      int id = vocabulary.id(weight.getKey());
      if (id != Vocabulary.ABSENT) {
        ids[size] = id;
        values[size++] = weight.getValue();
      }
    }
    return SparseVector.of(Arrays.copyOf(ids, size), Arrays.copyOf(values, size));
  }

  /**
   * Returns the vocabulary.
   *
   * @return the terms, with the ids that the vectors use
   */
  public Vocabulary vocabulary() {
    return vocabulary;
  }

  /**
   * Returns the weighting.
   *
   * @return how the terms are weighed
   */
  public TermWeighting weighting() {
    return weighting;
  }

  /**
   * Returns how rare a term is.
   *
   * @param id its id in the vocabulary
   * @return 0 or more, as {@link TermWeighting#inverseDocumentFrequency(DocumentFrequencies,
   *     String)} said
   * @throws IndexOutOfBoundsException if there is no such term
   */
  public double rarity(int id) {
    return rarity[id];
  }

  @Override
  public String toString() {
    return "VectorSpace[" + vocabulary.size() + " terms, " + weighting + "]";
  }
}
