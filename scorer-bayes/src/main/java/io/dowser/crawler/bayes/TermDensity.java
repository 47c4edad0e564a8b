package io.dowser.crawler.bayes;

/** The density of the weight of a term in the documents of a class. */
sealed interface TermDensity permits KernelDensity, NormalDensity {

  /**
   * Returns the logarithm of the density of one cell at a weight, finite.
   *
   * @param cell see {@link PageStatistics}
   * @param x a weight, 0 to the term's idf
   */
  double ln(int cell, double x);
}
