package io.dowser.crawler.spark;

/** Where the pages themselves are kept. */
public enum PageOutput {
  /** Nowhere: what is known of them stays in the table of visits. */
  NONE,
  /** In a table of their own, with their headers: {@link CrawlTables#pages}. */
  PARQUET,
  /** In WARC files, one or more for each task, below {@code warc} in the crawl's directory. */
  WARC,
  /** Both. */
  PARQUET_AND_WARC;

  boolean hasParquet() {
    return this == PARQUET || this == PARQUET_AND_WARC;
  }

  boolean hasWarc() {
    return this == WARC || this == PARQUET_AND_WARC;
  }
}
