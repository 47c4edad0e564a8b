package io.dowser.crawler.api;

/** Reasons for which a visited page is not relevant, whatever the judge returns. */
public enum IrrelevanceReason {
  /** A robots directive of the page or its headers says {@code noindex}. */
  NOINDEX("noindex"),
  /** The page names another URL of the crawl as its canonical form. */
  CANONICAL("canonical"),
  /** The main text is that of an earlier page. */
  DUPLICATE("duplicate"),
  /** The main text is nearly that of an earlier page. */
  NEAR_DUPLICATE("near duplicate"),
  /** The page is in a language that the crawl does not want. */
  OTHER_LANGUAGE("other language");

  private final String text;

  IrrelevanceReason(String text) {
    this.text = text;
  }

  /** {@return the reason in words, as reports and files have it} */
  @Override
  public String toString() {
    return text;
  }
}
