package io.dowser.crawler.fetch;

/** Which connections may take a request; a tag of it. */
enum Reuse {
  /** Kept ones and new ones. */
  ALLOWED,
  /** New ones alone. */
  FORBIDDEN
}
