package io.dowser.crawler.fetch;

/** Says of a request which connections may take it; a tag. */
enum Reuse {
  /** Kept ones and new ones. */
  ALLOWED,
  /** New ones alone. */
  FORBIDDEN
}
