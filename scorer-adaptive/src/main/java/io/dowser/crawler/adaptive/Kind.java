package io.dowser.crawler.adaptive;

/** The kinds of features of a link; a feature is its kind in 4 bits and a hash in 28. */
enum Kind {
  /** Four numbers of 8 bits: the match of anchor, context, URL and page with the topic. */
  TOPIC(0, "topic"),
  /** A term of the anchor text. */
  ANCHOR(1, "words"),
  /** A term near the link. */
  CONTEXT(2, "words"),
  /** A run of letters in the path or query. */
  URL_WORD(3, "words"),
  /** The host. */
  HOST(4, "places"),
  /** A folder of the host. */
  FOLDER(5, "places"),
  /** The folder and the last segment, with runs of digits made equal. */
  TEMPLATE(6, "places"),
  /**
   * The number of links since the last relevant page, and the relevance of the page of the link.
   */
  PATH(7, "page"),
  /** The page of the link. */
  SOURCE(8, "siblings"),
  /** The position of the link, the form of its URL, or the direction it leads in. */
  SHAPE(9, "shape"),
  /** A term of a visited page; never a feature of a link. */
  PAGE_WORD(10, "words");

  private static final int HASH_BITS = 28;
  private static final Kind[] KINDS = values();

  private final int code;

  /** The name of the part of a score that it belongs to. */
  final String part;

  Kind(int code, String part) {
    this.code = code;
    this.part = part;
  }

  /** Returns the feature of this kind with the lowest 28 bits of a number. */
  int feature(int bits) {
    return (code << HASH_BITS) | (bits & ((1 << HASH_BITS) - 1));
  }

  /** Returns the feature of this kind for a hash code, whose bits are mixed first. */
  int hashed(int hash) {
    int mixed = (hash ^ hash >>> 16) * 0x7FEB352D;
    mixed = (mixed ^ mixed >>> 15) * 0x846CA68B;
    return feature(mixed ^ mixed >>> 16);
  }

  /** Returns the kind of a feature. */
  static Kind of(int feature) {
    return KINDS[Math.min(feature >>> HASH_BITS, KINDS.length - 1)];
  }
}
