package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import java.util.Set;

/**
 * One link of a page.
 *
 * <p>A link knows its place in the page's text, so its texts are cut out only when they are asked
 * for. Equality is identity: a page may hold the same link twice.
 *
 * <p>Immutable and thread-safe.
 */
public final class Link {

  /** Characters of {@link #contextBefore} and {@link #contextAfter} at most. */
  public static final int CONTEXT_CHARACTERS = 100;

  private final PageText page;
  private final int position;
  private final CrawlUrl target;
  private final AnchorSource anchorSource;
  private final Set<String> rel;

  Link(PageText page, int position, CrawlUrl target, AnchorSource anchorSource, Set<String> rel) {
    this.page = page;
    this.position = position;
    this.target = target;
    this.anchorSource = anchorSource;
    this.rel = rel;
  }

  /**
   * Creates a link that stands alone, for tests and for scoring outside a page.
   *
   * @param target where it leads
   * @param anchorText its text
   * @return a link without context and without rel values, at position 0
   */
  public static Link of(CrawlUrl target, String anchorText) {
    return of(target, anchorText, new LinkContext("", ""));
  }

  /**
   * Creates a link that stands alone, with the text around it.
   *
   * @param target where it leads
   * @param anchorText its text
   * @param context the text around it
   * @return a link without rel values, at position 0
   */
  public static Link of(CrawlUrl target, String anchorText, LinkContext context) {
    requireNonNull(context, "context");
    return AnalyzedPage.builder(Candidate.seed(target, 0))
        .text(context.before() + " ")
        .link(target, anchorText)
        .text(" " + context.after())
        .build()
        .links()
        .get(0);
  }

  /** {@return a canonical URL, possibly the page's own} */
  public CrawlUrl target() {
    return target;
  }

  /**
   * {@return the text of the link, or what stands in for it; see {@link #anchorSource}; with white
   * space collapsed, possibly empty}
   */
  public String anchorText() {
    return page.anchor(position);
  }

  /** {@return where {@link #anchorText} begins in {@link AnalyzedPage#text}, in characters} */
  public int textStart() {
    return page.start(position);
  }

  /**
   * {@return where {@link #anchorText} ends in {@link AnalyzedPage#text}, in characters, exclusive;
   * {@link #textStart} if the link has no text}
   */
  public int textEnd() {
    return page.end(position);
  }

  /** {@return where {@link #anchorText} comes from, {@link AnchorSource#NONE} if it is empty} */
  public AnchorSource anchorSource() {
    return anchorSource;
  }

  /**
   * Returns the text in front of the link: at most {@value #CONTEXT_CHARACTERS} characters, across
   * element borders, other links' texts included, cut at white space where there is some.
   *
   * @return the text, empty at the start of the page
   */
  public String contextBefore() {
    return page.before(position, CONTEXT_CHARACTERS);
  }

  /**
   * {@return the text behind the link, as in {@link #contextBefore}; empty at the end of the page}
   */
  public String contextAfter() {
    return page.after(position, CONTEXT_CHARACTERS);
  }

  /**
   * {@return the values of the link's {@code rel} attribute; lower-case values, for example {@code
   * nofollow}; empty if there are none}
   */
  public Set<String> rel() {
    return rel;
  }

  /**
   * {@return the place of the link among the links of its page, 0 for the first link in document
   * order}
   */
  public int position() {
    return position;
  }

  PageText page() {
    return page;
  }

  @Override
  public String toString() {
    return "Link[" + target + ", '" + anchorText() + "']";
  }

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
}
