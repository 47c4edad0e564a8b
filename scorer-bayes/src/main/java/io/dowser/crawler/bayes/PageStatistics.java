package io.dowser.crawler.bayes;

import io.dowser.crawler.toolkit.text.TermWeighting;
import io.dowser.crawler.toolkit.text.Vocabulary;

/**
 * The counts of the training documents, from which a model is created: for each term and class the
 * distinct relative frequencies {@code tf/maxtf}, and the number of documents that have each.
 *
 * <p>A cell is a term in a class: {@code 2 * id} in the positive, {@code 2 * id + 1} in the
 * negative class. The frequencies of a cell rise. They are kept as reduced fractions, which makes
 * short files and exact weights.
 *
 * @param vocabulary the terms that are kept, none of them in all documents
 * @param positives documents of the positive class, n+
 * @param negatives documents of the negative class, n-
 * @param values the distinct values of all cells
 */
record PageStatistics(Vocabulary vocabulary, int positives, int negatives, CellValues values) {

  /** Returns the number of documents, E. */
  int documents() {
    return positives + negatives;
  }

  /** Returns the number of documents of the class of a cell, n_c. */
  int documents(int cell) {
    return (cell & 1) == 0 ? positives : negatives;
  }

  /** Returns the inverse document frequency of a term, {@code ln(E/df)}, above 0. */
  double idf(int id) {
    int df = values.present(2 * id) + values.present(2 * id + 1);
    return TermWeighting.AUGMENTED.inverseDocumentFrequency(documents(), df);
  }

  /** Returns the weight of the i-th value: {@code (0.5 + 0.5*tf/maxtf) * idf}. */
  double weight(int i, double idf) {
    return TermWeighting.AUGMENTED.termFrequency(
            values.count(i), values.largest(i), values.largest(i))
        * idf;
  }
}
