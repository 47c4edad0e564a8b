package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.text.TermCounts;

/**
 * The features of a link.
 *
 * @param anchor the words of its text; features {@code a:w}
 * @param context the words around it; features {@code c:w}
 * @param a whether its text has a term of the dictionary; feature {@code A}
 * @param x whether its context has one; feature {@code X}
 */
public record LinkEvidence(TermCounts anchor, TermCounts context, boolean a, boolean x) {

  /**
   * Refuses nulls.
   *
   * @param anchor the words of its text
   * @param context the words around it
   * @param a whether its text has a term of the dictionary
   * @param x whether its context has one
   */
  public LinkEvidence {
    requireNonNull(anchor, "anchor");
    requireNonNull(context, "context");
  }
}
