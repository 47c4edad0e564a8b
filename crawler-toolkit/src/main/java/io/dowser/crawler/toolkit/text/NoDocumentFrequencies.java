package io.dowser.crawler.toolkit.text;

/** See {@link DocumentFrequencies#NONE}. */
final class NoDocumentFrequencies implements DocumentFrequencies {

  @Override
  public long documents() {
    return 0;
  }

  @Override
  public long documentsWith(String term) {
    return 0;
  }

  @Override
  public String toString() {
    return "DocumentFrequencies.NONE";
  }
}
