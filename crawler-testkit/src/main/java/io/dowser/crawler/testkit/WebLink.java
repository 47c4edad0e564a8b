package io.dowser.crawler.testkit;

import static java.util.Objects.requireNonNull;

/**
 * A link of a page of the {@link InMemoryWeb}.
 *
 * @param target where it leads, as written into the page's {@code href}
 * @param anchorText the text of the link
 * @param textBefore text in front of the link, which a scorer sees as its context; may be empty
 */
public record WebLink(String target, String anchorText, String textBefore) {

  /**
   * Refuses nulls.
   *
   * @param target where it leads, as written into the page's {@code href}
   * @param anchorText the text of the link
   * @param textBefore text in front of the link, which a scorer sees as its context
   */
  public WebLink {
    requireNonNull(target, "target");
    requireNonNull(anchorText, "anchorText");
    requireNonNull(textBefore, "textBefore");
  }

  /**
   * Creates a link without text in front of it.
   *
   * @param target where it leads
   * @param anchorText the text of the link
   * @return the link
   */
  public static WebLink to(String target, String anchorText) {
    return new WebLink(target, anchorText, "");
  }
}
