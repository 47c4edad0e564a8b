package io.dowser.crawler.toolkit.text;

import io.dowser.crawler.text.TermCounts;

/**
 * Computes the weight of a term in a text: term frequency times inverse document frequency.
 *
 * <p>The weights have no unit, are finite and never negative. A factor that all terms of a text
 * share cancels in a cosine; so do the divisor of the frequency (but not the offset of {@link
 * #AUGMENTED}) and the base of the logarithm (but not that of {@link #RELATIVE_SMOOTHED}'s sum).
 */
public enum TermWeighting {

  /**
   * {@code (0.5 + 0.5 * count / largest) * ln(documents / containing)}.
   *
   * <p>Source: Zou, Chen and Wang 2009, counts from the labelled training documents. The formula
   * itself is lost in the scan; this is the one of Pant and Srinivasan 2005, which has exactly the
   * symbols that the paper explains. A term of every document weighs 0, as an absent one does.
   */
  AUGMENTED {
    @Override
    double frequency(double count, int largest, int total) {
      return 0.5 + 0.5 * count / largest;
    }
  },

  /**
   * {@code count / largest * ln(documents / containing)}.
   *
   * <p>Source: Xie, Yang, Li and Song 2012, counts from the training documents. The paper does not
   * say which logarithm; it cancels in the cosine. Liu, Lin and Gao 2009 say no more than "weight";
   * this one is used for them too, with counts frozen from a reference collection or, if there is
   * none, with {@link DocumentFrequencies#NONE}.
   */
  MAX_NORMALISED {
    @Override
    double frequency(double count, int largest, int total) {
      return count / largest;
    }
  },

  /**
   * {@code count / total * max(0, lg(documents / (1 + containing)))}.
   *
   * <p>Source: Liu, Chen and Zhao 2023, where the documents are the pages crawled so far. Where
   * this differs: the paper lets a term of all documents, or of all but one, weigh 0 or less; less
   * is 0 here. On an on-topic crawl that makes the main topic term count for nothing.
   */
  RELATIVE {
    @Override
    double frequency(double count, int largest, int total) {
      return count / total;
    }

    @Override
    double rarity(long documents, long containing) {
      return documents == 0 ? 0 : Math.max(0, Math.log10(documents / (1.0 + containing)));
    }
  },

  /**
   * {@code count / total * lg(1 + documents / (1 + containing))}.
   *
   * <p>Source: Liu, Chen and Zhao 2023. Where this differs: 1 is added inside the logarithm, so
   * that a term that occurs always weighs more than 0; and the counts should be frozen, so that the
   * weight of a term does not depend on when a page is met.
   */
  RELATIVE_SMOOTHED {
    @Override
    double frequency(double count, int largest, int total) {
      return count / total;
    }

    @Override
    double rarity(long documents, long containing) {
      return Math.log10(1 + documents / (1.0 + containing));
    }
  };

  /**
   * {@return the frequency of a term in a text: 0 to 1, and 0 for a term that does not occur}
   *
   * @param count the number of occurrences of the term, 0 or more
   * @param largest the number of occurrences of the most frequent term, {@code count} or more
   * @param total the number of terms in the text, {@code largest} or more
   * @throws IllegalArgumentException if the three numbers are not in that order
   */
  public double termFrequency(int count, int largest, int total) {
    if (count < 0 || largest < count || total < largest) {
      throw new IllegalArgumentException(
          "0 <= count <= largest <= total must hold, but they were "
              + (count + ", " + largest + " and " + total));
    }
    return count == 0 ? 0 : frequency(count, largest, total);
  }

  abstract double frequency(double count, int largest, int total);

  /**
   * Weighs how rare a term is.
   *
   * @param documents the number of documents, 0 or more
   * @param containing the number of documents that contain the term, 0 to {@code documents}
   * @return 0 or more; 0 if there are no documents, and with {@link #AUGMENTED} and {@link
   *     #MAX_NORMALISED} also for a term of none of them, of which they know nothing
   * @throws IllegalArgumentException if a number is out of its range
   */
  public double inverseDocumentFrequency(long documents, long containing) {
    if (containing < 0 || documents < containing) {
      throw new IllegalArgumentException(
          "containing must be 0 to the number of documents, "
              + (documents + ", but was " + containing));
    }
    return rarity(documents, containing);
  }

  double rarity(long documents, long containing) {
    return containing == 0 ? 0 : Math.log((double) documents / containing);
  }

  /**
   * Weighs how rare a term is.
   *
   * @param frequencies the document counts
   * @param term the term
   * @return as {@link #inverseDocumentFrequency(long, long)} says, and 1 with {@link
   *     DocumentFrequencies#NONE}
   */
  public double inverseDocumentFrequency(DocumentFrequencies frequencies, String term) {
    if (frequencies == DocumentFrequencies.NONE) {
      return 1;
    }
    long containing =
        frequencies.documentsWith(term); // first: while both grow, it stays the lesser
    return inverseDocumentFrequency(frequencies.documents(), containing);
  }

  /**
   * Returns the weight of a term of a text.
   *
   * @param text the counts of the text
   * @param term the term
   * @param frequencies the document counts
   * @return the product of both weights, 0 if the term does not occur in the text
   */
  public double weight(TermCounts text, String term, DocumentFrequencies frequencies) {
    int count = text.count(term);
    return count == 0
        ? 0
        : termFrequency(count, text.largest(), text.total())
            * inverseDocumentFrequency(frequencies, term);
  }
}
