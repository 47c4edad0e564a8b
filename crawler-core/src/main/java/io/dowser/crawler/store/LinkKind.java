package io.dowser.crawler.store;

/** What became of a link when its page was visited; the ordinal is what the file has. */
public enum LinkKind {
  /** Its target was not known before and waits since then. */
  NEW,
  /** Its target was known before; the frontier was told of the link. */
  KNOWN,
  /** The frontier was not told: the target was visited or too deep. */
  IGNORED
}
