package io.dowser.crawler.html;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The roles of elements in a walk through a page; those not listed are plain inline elements. */
enum ElementKind {
  /** Its content is neither text nor links. */
  DROPPED("script style noscript template noframes noembed datalist"),
  /** Separates words. */
  BLOCK(
      """
      address article aside blockquote body caption center col colgroup dd details dialog dir div
      dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup html
      legend li listing main menu nav ol optgroup option p plaintext pre search section select
      summary table tbody td textarea tfoot th thead tr ul xmp button video audio canvas svg math
      """),
  /** Separates words and has no content. */
  BREAK("br hr input embed"),
  /** The title of the page, if it is the first. */
  TITLE("title"),
  /** A link with its text. */
  ANCHOR("a"),
  /** Links without text. */
  AREA("area"),
  /** Another page shown within this one. */
  FRAME("frame iframe"),
  /** An image, whose alternative text may stand for the text of a link. */
  IMAGE("img"),
  /** The address that the links of the page start from. */
  BASE("base"),
  /** Metadata of the page. */
  META("meta"),
  /** Relates the page to others. */
  RELATION("link");

  private final String names;

  ElementKind(String names) {
    this.names = names;
  }

  /** Lists all elements that are not plain inline ones, by their names in lower case. */
  static Map<String, ElementKind> byName() {
    var kinds = new HashMap<String, ElementKind>();
    for (ElementKind kind : values()) {
      for (String name : List.of(kind.names.strip().split("\\s+"))) {
        kinds.put(name, kind);
      }
    }
    return kinds;
  }
}
