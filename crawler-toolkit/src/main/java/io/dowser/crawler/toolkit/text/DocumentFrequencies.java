package io.dowser.crawler.toolkit.text;

/**
 * In how many documents of a collection each term occurs.
 *
 * <p>{@link FrozenDocumentFrequencies} count a reference collection once; {@link
 * GrowingDocumentFrequencies} count the pages of a crawl as they come, which makes the weight of a
 * term depend on when a page is met. Thread-safe.
 */
public interface DocumentFrequencies {

  /** No collection is at hand: each term is equally rare, {@link TermWeighting} gives 1 for it. */
  DocumentFrequencies NONE =
      new DocumentFrequencies() {
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
      };

  /** {@return the number of documents, 0 or more} */
  long documents();

  /**
   * {@return the number of documents that contain a term, 0 up to what {@link #documents} gives
   * afterwards}
   *
   * @param term any term
   */
  long documentsWith(String term);
}
