package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import java.util.List;
import java.util.Set;

/**
 * One link of a page.
 *
 * <p>A link stores its place in the page's text, so its texts are extracted only when they are
 * needed. Equality is identity: a page may hold the same link twice.
 *
 * <pre>{@code
 * Link link = Link.of(CrawlUrl.of("https://www.example.org/tides"), "tide tables");
 * double score = scorer.forPage(page).score(link);
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class Link {

  /** The most characters of {@link #contextBefore} and {@link #contextAfter}. */
  public static final int CONTEXT_CHARACTERS = 100;

  /**
   * The least number of characters that a block must have in addition to a link, to be that of
   * {@link #blockStart} and {@link #blockEnd}.
   */
  public static final int BLOCK_CHARACTERS = 50;

  private final PageText page;
  private final int position;
  private final CrawlUrl target;
  private final AnchorSource anchorSource;
  private final Set<String> rel;
  private final Place place;

  Link(
      PageText page,
      int position,
      CrawlUrl target,
      AnchorSource anchorSource,
      Set<String> rel,
      Place place) {
    this.page = page;
    this.position = position;
    this.target = target;
    this.anchorSource = anchorSource;
    this.rel = rel;
    this.place = place;
  }

  /**
   * {@return a link that stands alone, for tests and for scoring outside a page: without context
   * and rel values, at position 0}
   *
   * @param target its target
   * @param anchorText its text
   */
  public static Link of(CrawlUrl target, String anchorText) {
    var page = AnalyzedPage.builder(Candidate.seed(target, 0)).link(target, anchorText).build();
    return page.links().get(0);
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

  /** {@return the start of {@link #anchorText} in {@link AnalyzedPage#text}, in characters} */
  public int textStart() {
    return page.start(position);
  }

  /**
   * {@return the end of {@link #anchorText} in {@link AnalyzedPage#text}, in characters, exclusive;
   * {@link #textStart} if the link has no text}
   */
  public int textEnd() {
    return page.end(position);
  }

  /**
   * {@return the start of the link's block in {@link AnalyzedPage#text}, in characters; the block
   * is the smallest element that contains the link, has {@value #BLOCK_CHARACTERS} characters in
   * addition to it and separates words, such as a paragraph, a list or a table; 0 if there is none}
   */
  public int blockStart() {
    return page.blockStart(position);
  }

  /**
   * {@return the end of the block of {@link #blockStart}, exclusive; the length of the text if
   * there is none, if the page analyzer reports no blocks, and in a replayed visit}
   */
  public int blockEnd() {
    return page.blockEnd(position);
  }

  /** {@return the source of {@link #anchorText}, {@link AnchorSource#NONE} if it is empty} */
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

  /**
   * {@return the place of the link among the elements of its page; {@link Place#UNKNOWN} if the
   * page analyzer does not report it, and in a replayed visit, because it is not stored}
   */
  public Place place() {
    return place;
  }

  PageText page() {
    return page;
  }

  @Override
  public String toString() {
    return "Link[" + target + ", '" + anchorText() + "']";
  }

  /** The source of the anchor text of a link. */
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

  /**
   * The place of a link among the elements of its page: a feature for scorers.
   *
   * @param tagPath a hash of the names of the elements from the page's root to the link, the same
   *     for the links of one list or menu; 0 if unknown
   * @param block the kind of block that contains the link
   * @param heading the text of the last heading that begins before the link, the one that contains
   *     it included; empty if there is none
   * @param title the title attribute of the link, empty if there is none
   * @param classes the class words of the link and of the elements that contain it, from the link
   *     outwards; at most {@value #MAX_CLASSES}, repeated ones included
   */
  public record Place(
      int tagPath, Block block, String heading, String title, List<String> classes) {

    /** The most characters of {@link #heading} and of {@link #title}. */
    public static final int MAX_CHARACTERS = 100;

    /** The most words of {@link #classes}. */
    public static final int MAX_CLASSES = 8;

    /** Nothing is known of the place. */
    public static final Place UNKNOWN = new Place(0, Block.OTHER, "", "", List.of());

    /**
     * Refuses nulls and values that are longer than allowed.
     *
     * @param tagPath a hash of the names of the elements that contain the link
     * @param block the kind of block that contains the link
     * @param heading the text of the last heading that begins before the link
     * @param title the title attribute of the link
     * @param classes the class words of the link and of the elements that contain it
     * @throws IllegalArgumentException if heading, title or classes are too long
     */
    public Place {
      requireNonNull(block, "block");
      Checks.within("characters of the heading", heading.length(), 0, MAX_CHARACTERS);
      Checks.within("characters of the title", title.length(), 0, MAX_CHARACTERS);
      Checks.within("number of classes", classes.size(), 0, MAX_CLASSES);
      classes = List.copyOf(classes);
    }

    /**
     * The kind of a block. The innermost of {@link #NAV}, {@link #HEADER}, {@link #FOOTER} and
     * {@link #ASIDE} counts; without one of these the innermost {@link #LIST} or {@link #TABLE}.
     */
    public enum Block {
      /** A {@code nav} element. */
      NAV,
      /** A {@code header} element. */
      HEADER,
      /** A {@code footer} element. */
      FOOTER,
      /** A {@code main} element, and no list or table in it. */
      MAIN,
      /** An {@code aside} element. */
      ASIDE,
      /** A list or menu. */
      LIST,
      /** A table. */
      TABLE,
      /** None of these, or unknown. */
      OTHER
    }
  }
}
