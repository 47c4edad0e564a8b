package io.dowser.crawler.bayes;

/** Which features of a link a {@link LinkModel} looks at. */
public enum FeatureGroup {

  /** Words of the anchor alone: feature group 1 of Han et al. 2010. */
  ANCHOR_WORDS(false, false),

  /** Words of anchor and context; no group of the paper, to show what the dictionary adds. */
  WORDS(true, false),

  /**
   * Words of anchor and context, and whether either has a term of the dictionary: feature group 2
   * of Han et al. 2010, and the default. Without a dictionary the same as {@link #WORDS}.
   */
  ALL(true, true);

  private final boolean context;
  private final boolean indicators;

  FeatureGroup(boolean context, boolean indicators) {
    this.context = context;
    this.indicators = indicators;
  }

  boolean hasContext() {
    return context;
  }

  boolean hasIndicators() {
    return indicators;
  }
}
