package io.dowser.crawler.api;

/** Where the anchor text of a link comes from. */
public enum AnchorSource {
  /** The text of the link itself. */
  TEXT,
  /** The alternative text of an image in a link without text. */
  IMAGE_ALT,
  /** The title attribute of a link without text and without image text. */
  TITLE,
  /** The link has no text of any kind; its anchor text is empty. */
  NONE
}
