package io.dowser.crawler.fetch;

/** The connections that may take a request; a tag of the request. */
enum Reuse {
  /** Kept ones and new ones. */
  ALLOWED,
  /** New ones alone. */
  FORBIDDEN
}
