package io.dowser.crawler.toolkit.model;

import io.dowser.crawler.api.CrawlException;

/** A model is to be used with another text analyzer than the one that it was trained with. */
public final class AnalyzerMismatchException extends CrawlException {

  private static final long serialVersionUID = 1L;

  /** What the analyzer of training made of the sample text. */
  private final String trained;

  /** What the analyzer of the crawl makes of it. */
  private final String found;

  AnalyzerMismatchException(String model, String trained, String found) {
    super(
        "the text analyzer of the crawl must be the one that the "
            + model
            + " model was trained with, which cuts the sample text into ["
            + trained
            + "], but it cuts it into ["
            + found
            + "]; set the same analyzer on the trainer and on the crawl, or train the model anew");
    this.trained = trained;
    this.found = found;
  }

  /** {@return what the analyzer of training did; the terms of the sample text} */
  public String trained() {
    return trained;
  }

  /** {@return what the analyzer of the crawl did; the terms of the sample text} */
  public String found() {
    return found;
  }
}
