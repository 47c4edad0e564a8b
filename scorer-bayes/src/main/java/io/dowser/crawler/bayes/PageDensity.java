package io.dowser.crawler.bayes;

/** How the weights of a term are taken to be distributed in the documents of a class. */
public enum PageDensity {

  /** The mean of normal densities around all weights of the training documents; the default. */
  KERNEL,

  /** One normal density with the mean and variance of these weights. */
  NORMAL
}
