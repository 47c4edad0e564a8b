package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TextAnalyzer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The methods of {@link AnalyzedPage.Builder}. Not thread-safe. */
abstract sealed class PageContent permits AnalyzedPage.Builder {

  private static final int LONGEST_LANGUAGE = 100;
  private static final int LONGEST_FIELD = 1_000;

  private final Candidate arrival;
  private CrawlUrl url;
  private String title = "";
  private String language = "";
  private boolean indexable = true;
  private @Nullable CrawlUrl canonical;

  private final List<CrawlUrl> feeds = new ArrayList<>(0);
  private AnalyzedPage.@Nullable Unreadable unreadable;
  private TextAnalyzer analyzer = TextAnalyzer.PLAIN;
  private Supplier<PageAttributes> attributes = () -> PageAttributes.EMPTY;
  private Supplier<List<String>> mainBlocks = List::of;
  private Supplier<List<String>> otherBlocks = List::of;
  private final CollapsedText text = new CollapsedText();
  private final List<PendingLink> links = new ArrayList<>();
  private final List<SkippedLink> skippedLinks = new ArrayList<>(0);
  private final Map<SkipReason, Integer> otherSkips = new EnumMap<>(SkipReason.class);
  private @Nullable SkipReason skipsLinks;
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int[] blocks = new int[32]; // start and end by link; an end of 0 is unknown
  private final List<Integer> withoutBlock = new ArrayList<>(); // links by their positions

  PageContent(Candidate arrival) {
    this.arrival = requireNonNull(arrival, "arrival");
    this.url = arrival.url();
  }

  private AnalyzedPage.Builder self() {
    return (AnalyzedPage.Builder) this; // the only one that is permitted
  }

  /**
   * Sets the URL that the page came from.
   *
   * @param url by default the arrival's
   * @return this
   */
  public AnalyzedPage.Builder url(CrawlUrl url) {
    this.url = requireNonNull(url, "url");
    return self();
  }

  /**
   * Sets the title, which is not part of the text. A page with {@link #mainBlocks} is judged by its
   * title and these; a page without is judged by its text alone, so add the title by {@link #text}.
   *
   * @param title by default empty; white space is collapsed, and what follows 1,000 characters is
   *     left out
   * @return this
   */
  public AnalyzedPage.Builder title(String title) {
    this.title = shortened(CollapsedText.collapse(requireNonNull(title, "title")));
    return self();
  }

  /**
   * Sets the declared language.
   *
   * @param language a language tag, by default empty; what is longer than 100 characters is none,
   *     and leaves it empty
   * @return this
   */
  public AnalyzedPage.Builder language(String language) {
    String tag = requireNonNull(language, "language").strip();
    this.language = tag.length() > LONGEST_LANGUAGE ? "" : tag.toLowerCase(Locale.ROOT);
    return self();
  }

  /**
   * Sets whether the page allows that it is indexed.
   *
   * @param indexable by default true
   * @return this
   */
  public AnalyzedPage.Builder indexable(boolean indexable) {
    this.indexable = indexable;
    return self();
  }

  /**
   * Sets the address that the page names as its canonical one.
   *
   * @param canonical by default none
   * @return this
   */
  public AnalyzedPage.Builder canonical(CrawlUrl canonical) {
    this.canonical = requireNonNull(canonical, "canonical");
    return self();
  }

  /**
   * Adds an RSS or Atom feed that the page names.
   *
   * @param feed its address
   * @return this
   */
  public AnalyzedPage.Builder feed(CrawlUrl feed) {
    feeds.add(requireNonNull(feed, "feed"));
    return self();
  }

  /**
   * Sets why the document cannot be read. Nothing else of the page counts then: a crawl treats its
   * URL as one whose fetch failed.
   *
   * @param reason such as {@link FetchResult.FailureReason#ENCRYPTED}; by default none
   * @param detail one line for people, such as {@code needs a password}, of 1,000 characters at
   *     most
   * @return this
   */
  public AnalyzedPage.Builder unreadable(FetchResult.FailureReason reason, String detail) {
    unreadable = new AnalyzedPage.Unreadable(reason, shortened(detail));
    return self();
  }

  /** Returns the beginning of a field that a document chooses, without half a character. */
  private static String shortened(String text) {
    if (text.length() <= LONGEST_FIELD) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(LONGEST_FIELD - 1));
    return text.substring(0, halves ? LONGEST_FIELD - 1 : LONGEST_FIELD);
  }

  /**
   * Sets how text is tokenized.
   *
   * @param textAnalyzer by default {@link TextAnalyzer#PLAIN}
   * @return this
   */
  public AnalyzedPage.Builder textAnalyzer(TextAnalyzer textAnalyzer) {
    analyzer = requireNonNull(textAnalyzer, "textAnalyzer");
    return self();
  }

  /**
   * Sets how the attributes of the page are computed.
   *
   * @param attributes called once, when they are first asked for, by any thread; by default they
   *     are {@link PageAttributes#EMPTY}
   * @return this
   */
  public AnalyzedPage.Builder attributes(Supplier<PageAttributes> attributes) {
    this.attributes = requireNonNull(attributes, "attributes");
    return self();
  }

  /**
   * Sets how the main text of the page is found, see {@link AnalyzedPage#mainBlocks}.
   *
   * @param mainBlocks called once, when it is first asked for, by any thread; by default the page
   *     has none, and its whole text counts
   * @return this
   */
  public AnalyzedPage.Builder mainBlocks(Supplier<List<String>> mainBlocks) {
    this.mainBlocks = requireNonNull(mainBlocks, "mainBlocks");
    return self();
  }

  /**
   * Sets how the text outside the main text is found, see {@link AnalyzedPage#otherBlocks}.
   *
   * @param otherBlocks called once, when it is first asked for, by any thread; by default there is
   *     none
   * @return this
   */
  public AnalyzedPage.Builder otherBlocks(Supplier<List<String>> otherBlocks) {
    this.otherBlocks = requireNonNull(otherBlocks, "otherBlocks");
    return self();
  }

  /**
   * Appends text, white space collapsed.
   *
   * @param more the text
   * @return this
   */
  public AnalyzedPage.Builder text(String more) {
    text.append(more);
    return self();
  }

  /**
   * Separates what comes from what came, by one blank unless there is one.
   *
   * @return this
   */
  public AnalyzedPage.Builder breakText() {
    text.breakText();
    return self();
  }

  /**
   * Appends a link with its own text and without rel values.
   *
   * @param target its target
   * @param anchorText its text
   * @return this
   */
  public AnalyzedPage.Builder link(CrawlUrl target, String anchorText) {
    Link.AnchorSource source =
        anchorText.isBlank() ? Link.AnchorSource.NONE : Link.AnchorSource.TEXT;
    int start = text.length();
    text(anchorText);
    return link(target, start, source, Set.of());
  }

  /**
   * Appends a link whose text was appended already.
   *
   * @param target its target
   * @param start {@link #length} before its text was appended
   * @param anchorSource the source of its text
   * @param rel the values of its rel attribute, in lower case
   * @return this
   * @throws IllegalArgumentException if the start lies beyond the text or before an earlier link's
   *     end
   */
  public AnalyzedPage.Builder link(
      CrawlUrl target, int start, Link.AnchorSource anchorSource, Set<String> rel) {
    return link(target, start, anchorSource, rel, Link.Place.UNKNOWN);
  }

  /**
   * Appends a link whose text was appended already, with its place among the elements of the page.
   *
   * @param target its target
   * @param start {@link #length} before its text was appended
   * @param anchorSource the source of its text
   * @param rel the values of its rel attribute, in lower case
   * @param place its place
   * @return this
   * @throws IllegalArgumentException if the start lies beyond the text or before an earlier link's
   *     end
   */
  public AnalyzedPage.Builder link(
      CrawlUrl target,
      int start,
      Link.AnchorSource anchorSource,
      Set<String> rel,
      Link.Place place) {
    int end = text.length();
    int earliest = links.isEmpty() ? 0 : ends[links.size() - 1];
    Checks.within("start", start, earliest, end);
    requireNonNull(target, "target");
    requireNonNull(place, "place");
    if (skipsLinks != null) {
      return skip(target, skipsLinks);
    }
    addRange(start, end);
    withoutBlock.add(links.size());
    links.add(new PendingLink(target, anchorSource, Set.copyOf(rel), place));
    return self();
  }

  /**
   * Ends a block of the page, for example a paragraph, a list item or a table. Blocks that lie
   * within it end before it.
   *
   * @param start {@link #length} where it began
   * @return this
   */
  public AnalyzedPage.Builder endBlock(int start) {
    int end = text.length();
    for (int i = withoutBlock.size() - 1; i >= 0; i--) {
      int link = withoutBlock.get(i);
      if (starts[link] < start) {
        break;
      }
      if (end - start - (ends[link] - starts[link]) >= Link.BLOCK_CHARACTERS) {
        blocks[2 * link] = start;
        blocks[2 * link + 1] = end;
        withoutBlock.remove(i);
      }
    }
    return self();
  }

  /**
   * Adds a link that must not be followed; its text is plain text.
   *
   * @param target its target
   * @param reason the reason why it is skipped
   * @return this
   */
  public AnalyzedPage.Builder skip(CrawlUrl target, SkipReason reason) {
    skippedLinks.add(new SkippedLink(target, reason));
    return self();
  }

  /**
   * Counts a link that is skipped and whose target is unknown or not worth keeping.
   *
   * @param reason the reason why it is skipped
   * @return this
   */
  public AnalyzedPage.Builder skip(SkipReason reason) {
    otherSkips.merge(requireNonNull(reason, "reason"), 1, Integer::sum);
    return self();
  }

  /**
   * Skips all links of the page, those that are added later too; their texts stay as plain text.
   *
   * @param reason the reason why they are skipped
   * @return this
   */
  public AnalyzedPage.Builder skipLinks(SkipReason reason) {
    skipsLinks = requireNonNull(reason, "reason");
    links.forEach(link -> skip(link.target, reason));
    links.clear();
    withoutBlock.clear();
    return self();
  }

  /** {@return the number of links so far, without skipped ones, 0 or more} */
  public int linkCount() {
    return links.size();
  }

  /**
   * {@return whether anything but white space was appended since a place}
   *
   * @param start the {@link #length} at that place
   */
  public boolean hasTextSince(int start) {
    int end = text.length();
    return CollapsedText.skipBlanks(text.characters(), start, end) < end;
  }

  /** {@return the length of the text so far, in characters} */
  public int length() {
    return text.length();
  }

  /** {@return the page as built so far, with relevance 0} */
  public AnalyzedPage build() {
    int count = links.size();
    String allText = text.toString();
    var pageText =
        new PageText(
            allText, within(starts, allText), within(ends, allText), blocks(allText), analyzer);
    var made = new Link[count];
    for (int i = 0; i < count; i++) {
      PendingLink link = links.get(i);
      made[i] = new Link(pageText, i, link.target, link.anchorSource, link.rel, link.place);
    }
    var blocksOnDemand = new OnDemand<>(mainBlocks);
    var content =
        new AnalyzedPage.Content(
            url,
            title,
            language,
            indexable,
            canonical,
            List.copyOf(feeds),
            Optional.ofNullable(unreadable),
            pageText,
            blocksOnDemand,
            new OnDemand<>(otherBlocks),
            new OnDemand<>(attributes),
            List.copyOf(skippedLinks),
            Map.copyOf(otherSkips));
    return new AnalyzedPage(
        content,
        pageText,
        new OnDemand<>(() -> mainText(pageText, blocksOnDemand.get())),
        arrival,
        List.of(made),
        AnalyzedPage.Judgement.NONE);
  }

  private PageText mainText(PageText wholeText, List<String> mainBlocks) {
    return mainBlocks.isEmpty()
        ? wholeText
        : AnalyzedPage.Content.text(title, mainBlocks, wholeText.analyzer());
  }

  /** Links without text behind the last word stand where the blank was that is not kept. */
  private int[] within(int[] places, String allText) {
    int[] copy = Arrays.copyOf(places, links.size());
    for (int i = copy.length - 1; i >= 0 && copy[i] > allText.length(); i--) {
      copy[i] = allText.length();
    }
    return copy;
  }

  /** Of a link in no block, the whole page is the block. */
  private int[] blocks(String allText) {
    int[] copy = Arrays.copyOf(blocks, 2 * links.size());
    for (int i = 0; i < copy.length; i++) {
      boolean unknown = copy[i | 1] == 0;
      copy[i] = unknown ? (i & 1) * allText.length() : Math.min(copy[i], allText.length());
    }
    return copy;
  }

  private void addRange(int start, int end) {
    int count = links.size();
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
      blocks = Arrays.copyOf(blocks, 4 * count);
    }
    int first = CollapsedText.skipBlanks(text.characters(), start, end);
    int last = CollapsedText.skipBlanksBack(text.characters(), first, end);
    starts[count] = first;
    ends[count] = last;
  }

  private record PendingLink(
      CrawlUrl target, Link.AnchorSource anchorSource, Set<String> rel, Link.Place place) {}
}
