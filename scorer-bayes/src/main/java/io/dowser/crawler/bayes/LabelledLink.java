package io.dowser.crawler.bayes;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.LinkContext;

/**
 * A link and whether its target is on the topic.
 *
 * @param source the host of the page that has the link, empty if it is not known; a split of
 *     examples goes by it
 * @param target the URL that the link leads to, empty if it is not known; not looked at by the
 *     classifier
 * @param anchor the text of the link
 * @param context the text around it, by the rule of {@link
 *     io.dowser.crawler.api.AnalyzedPage#nearContext}
 * @param onTopic the label
 */
public record LabelledLink(
    String source, String target, String anchor, LinkContext context, boolean onTopic) {

  /**
   * Refuses nulls.
   *
   * @param source the host of the page that has the link, empty if it is not known
   * @param target the URL that the link leads to, empty if it is not known
   * @param anchor the text of the link
   * @param context the text around it
   * @param onTopic the label
   */
  public LabelledLink {
    requireNonNull(source, "source");
    requireNonNull(target, "target");
    requireNonNull(anchor, "anchor");
    requireNonNull(context, "context");
  }

  /**
   * Creates an example of an anchor text alone.
   *
   * @param anchor the text of the link
   * @param onTopic the label
   * @return an example without context, source and target
   */
  public static LabelledLink of(String anchor, boolean onTopic) {
    return new LabelledLink("", "", anchor, new LinkContext("", ""), onTopic);
  }

  /**
   * Takes a page for a link: its words count as words of the context. With {@link
   * LinkSettings#merged} this trains the classifier on pages that Han et al. 2010 compare theirs
   * with.
   *
   * @param text the text of the page
   * @param onTopic the label
   * @return an example without anchor
   */
  public static LabelledLink ofPage(String text, boolean onTopic) {
    return new LabelledLink("", "", "", new LinkContext(text, ""), onTopic);
  }
}
