package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.Tokens;
import io.dowser.crawler.text.TopicMatcher;
import io.dowser.crawler.text.TopicMatches;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The text and the links of a visited page.
 *
 * <p>The text is one sequence of plain text and link texts in document order, title first.
 * Tokenizing it is the most expensive step of a crawl, so it happens once, on first use. Judges see
 * the {@link #mainContent} of the page, scorers and listeners see all of it.
 *
 * <pre>{@code
 * AnalyzedPage page =
 *     AnalyzedPage.builder(arrival)
 *         .title("Tides")
 *         .text("Ebb and flood follow the moon. ")
 *         .link(CrawlUrl.of("https://www.example.org/moon"), "The moon")
 *         .build();
 * }</pre>
 *
 * <p>Immutable and thread-safe.
 */
public final class AnalyzedPage {

  /** Tokens on each side of a link that scorers look at by default. */
  public static final int CONTEXT_TOKENS = 20;

  private final Content content;
  private final PageText text; // of the whole page, or its main text
  private final OnDemand<PageText> mainText;
  private final Candidate arrival;
  private final List<Link> links;
  private final Judgement judgement;

  AnalyzedPage(
      Content content,
      PageText text,
      OnDemand<PageText> mainText,
      Candidate arrival,
      List<Link> links,
      Judgement judgement) {
    this.content = content;
    this.text = text;
    this.mainText = mainText;
    this.arrival = arrival;
    this.links = links;
    this.judgement = judgement;
  }

  /** The relevance of a page, and why it has none whatever the judge returns. */
  record Judgement(double relevance, boolean relevant, Optional<Irrelevance> reason) {

    static final Judgement NONE = new Judgement(0, false, Optional.empty());
  }

  /** The content that the copies of a page share. */
  record Content(
      CrawlUrl url,
      String title,
      String language,
      boolean indexable,
      @Nullable CrawlUrl canonical,
      List<CrawlUrl> feeds,
      Optional<Unreadable> unreadable,
      PageText wholeText,
      OnDemand<List<String>> mainBlocks,
      OnDemand<List<String>> otherBlocks,
      OnDemand<PageAttributes> attributes,
      List<SkippedLink> skippedLinks,
      Map<SkipReason, Integer> otherSkips) {

    static PageText text(String title, List<String> blocks, TextAnalyzer analyzer) {
      var text = new CollapsedText();
      text.append(title);
      for (String block : blocks) {
        text.breakText();
        text.append(block);
      }
      return new PageText(text.toString(), new int[0], new int[0], new int[0], analyzer);
    }
  }

  /**
   * The reason why a document cannot be read. A crawl treats its URL as one whose fetch failed.
   *
   * @param reason {@link FetchResult.FailureReason#TRUNCATED}, {@code ENCRYPTED}, {@code DAMAGED}
   *     or {@code TOO_COSTLY}, or another one
   * @param detail one line for people
   */
  public record Unreadable(FetchResult.FailureReason reason, String detail) {

    /**
     * Refuses nulls.
     *
     * @param reason the reason
     * @param detail one line for people
     */
    public Unreadable {
      requireNonNull(reason, "reason");
      requireNonNull(detail, "detail");
    }
  }

  /** Reasons for which a visited page is not relevant, whatever the judge returns. */
  public enum Irrelevance {
    /** A robots directive of the page or its headers says {@code noindex}. */
    NOINDEX("noindex"),
    /** The page names another URL of the crawl as its canonical form. */
    CANONICAL("canonical"),
    /** The main text is that of an earlier page. */
    DUPLICATE("duplicate"),
    /** The main text is nearly that of an earlier page. */
    NEAR_DUPLICATE("near duplicate"),
    /** The page is in a language that the crawl does not want. */
    OTHER_LANGUAGE("other language");

    private final String text;

    Irrelevance(String text) {
      this.text = text;
    }

    /** {@return the reason in words, as reports and files have it} */
    @Override
    public String toString() {
      return text;
    }
  }

  /**
   * {@return a builder for a page at the candidate's URL, without text and links}
   *
   * @param arrival the candidate that led to it
   */
  public static Builder builder(Candidate arrival) {
    return new Builder(arrival);
  }

  /**
   * Copies this page with a relevance.
   *
   * @param newRelevance the relevance, 0 to 1
   * @param reached whether it reaches the judge's threshold
   * @return a page that shares text, links and terms with this one
   * @throws IllegalArgumentException if the relevance is not within 0 to 1
   */
  public AnalyzedPage withRelevance(double newRelevance, boolean reached) {
    if (!(newRelevance >= 0 && newRelevance <= 1)) { // written so that NaN fails too
      throw new IllegalArgumentException(
          "relevance must be 0 to 1, but was " + newRelevance + " for " + content.url);
    }
    return judged(new Judgement(newRelevance, reached, Optional.empty()));
  }

  /**
   * Copies this page with the relevance that a judge returns for its {@linkplain #mainContent main
   * content}.
   *
   * @param judge the judge
   * @return a page that shares text, links and terms with this one
   * @throws IllegalArgumentException if the judge's relevance is not within 0 to 1
   */
  public AnalyzedPage judgedBy(RelevanceJudge judge) {
    double judged = judge.relevance(mainContent());
    return withRelevance(judged, judged >= judge.threshold());
  }

  /**
   * Copies this page with relevance 0.
   *
   * @param reason the reason why it is not relevant whatever a judge returns
   * @return a page that shares text, links and terms with this one
   */
  public AnalyzedPage withoutRelevance(Irrelevance reason) {
    return judged(new Judgement(0, false, Optional.of(reason)));
  }

  private AnalyzedPage judged(Judgement newJudgement) {
    return new AnalyzedPage(content, text, mainText, arrival, links, newJudgement);
  }

  /**
   * {@return this page with its title and main text in place of its whole text, as judges see it}
   * Links keep their anchors and contexts, which are of the whole page. A page whose analyzer finds
   * no main text keeps its whole text.
   */
  public AnalyzedPage mainContent() {
    PageText main = mainText.get();
    return text == main
        ? this
        : new AnalyzedPage(content, main, mainText, arrival, links, judgement);
  }

  /**
   * {@return the blocks of the main text in document order, such as paragraphs, headings and list
   * items, an unmodifiable list; empty if the analyzer finds no main text} Computed at the first
   * call.
   */
  public List<String> mainBlocks() {
    return content.mainBlocks.get();
  }

  /**
   * {@return the blocks of text outside of {@link #mainBlocks}, such as menus, in document order;
   * without those that HTML defines as navigation or as of the whole site; empty if the analyzer
   * finds none} A crawl recognizes by them what the pages of a host repeat. Computed at the first
   * call.
   */
  public List<String> otherBlocks() {
    return content.otherBlocks.get();
  }

  /**
   * Copies this page with some blocks of its main text, for a {@link #mainContent} without blocks
   * that other pages repeat.
   *
   * @param blocks those of {@link #mainBlocks} that count; the title always does
   * @return a page that shares text, links and terms with this one
   */
  public AnalyzedPage withMainBlocks(List<String> blocks) {
    List<String> kept = List.copyOf(blocks);
    var newText = new OnDemand<>(() -> Content.text(content.title, kept, text.analyzer()));
    return new AnalyzedPage(content, text, newText, arrival, links, judgement);
  }

  /**
   * Copies this page with another arrival, for a scorer that sees its own path state only.
   *
   * @param newArrival the candidate by which the page was reached
   * @return a page that shares text, links and terms with this one
   */
  public AnalyzedPage withArrival(Candidate newArrival) {
    return new AnalyzedPage(content, text, mainText, newArrival, links, judgement);
  }

  /**
   * Copies this page with some of its links, in any order. Crawl orders depend on the order of
   * links, so comparisons shuffle it.
   *
   * @param some links of this page, none twice
   * @return a page that shares text, terms and relevance with this one; the links keep their {@link
   *     Link#position}
   * @throws IllegalArgumentException if a link is not of this page or is given twice
   */
  public AnalyzedPage withLinks(List<Link> some) {
    Set<Link> distinct = new HashSet<>(some); // a link is equal to itself alone
    for (Link link : distinct) {
      if (link.page() != content.wholeText) {
        throw new IllegalArgumentException(
            "links must be of the page " + content.url + ", not " + link);
      }
    }
    if (distinct.size() < some.size()) {
      throw new IllegalArgumentException(
          "links of the page " + content.url + " must not be given twice");
    }
    return new AnalyzedPage(content, text, mainText, arrival, List.copyOf(some), judgement);
  }

  /**
   * {@return the candidate that led to this page, with the path state of the previous page, as the
   * frontier returned it}
   */
  public Candidate arrival() {
    return arrival;
  }

  /**
   * {@return the URL that the page came from: the arrival's URL, or the last one of its redirects}
   */
  public CrawlUrl url() {
    return content.url;
  }

  /** {@return the title with white space collapsed, possibly empty} */
  public String title() {
    return content.title;
  }

  /**
   * {@return the text, title and link texts included, with white space collapsed, possibly empty}
   */
  public String text() {
    return text.text();
  }

  /**
   * {@return the language that the page declares: a tag in lower case such as {@code zh-cn}, or the
   * empty string}
   */
  public String language() {
    return content.language;
  }

  /**
   * {@return whether the page allows that it is indexed: false if a robots directive in the page or
   * its headers says {@code noindex}}
   */
  public boolean isIndexable() {
    return content.indexable;
  }

  /**
   * {@return the canonical URL, or empty if the page names none or one that is not a web address}
   */
  public Optional<CrawlUrl> canonical() {
    return Optional.ofNullable(content.canonical);
  }

  /**
   * {@return the reason why the document cannot be read, or empty if it can be read} An unreadable
   * page has no text.
   */
  public Optional<Unreadable> unreadable() {
    return content.unreadable;
  }

  /**
   * {@return the attributes of the page in addition to text and links: main text, Markdown, dates,
   * authors, extracted values; {@link PageAttributes#EMPTY} if its analyzer finds none} Computed at
   * the first call, which takes up to twice as long as the analysis of the page.
   */
  public PageAttributes attributes() {
    return content.attributes.get();
  }

  /** {@return the RSS and Atom feeds that the page names, an unmodifiable list} */
  public List<CrawlUrl> feeds() {
    return content.feeds;
  }

  /**
   * {@return the links in document order: those that may be followed, repeated targets and links to
   * the page itself included, an unmodifiable list}
   */
  public List<Link> links() {
    return links;
  }

  /**
   * {@return the links that must not be followed, an unmodifiable list, repeated targets included;
   * empty if there are none}
   */
  public List<SkippedLink> skippedLinks() {
    return content.skippedLinks;
  }

  /**
   * {@return the number of further skipped links, whose targets are not kept, an unmodifiable map
   * of counts above 0; empty if there are none}
   */
  public Map<SkipReason, Integer> otherSkips() {
    return content.otherSkips;
  }

  /**
   * {@return the relevance by the crawl's judge, 0 to 1; 0 before the page was judged, and if it
   * has an {@link #irrelevance}}
   */
  public double relevance() {
    return judgement.relevance;
  }

  /**
   * {@return whether the judge's threshold was reached; false before the page was judged, and if it
   * has an {@link #irrelevance}}
   */
  public boolean relevant() {
    return judgement.relevant;
  }

  /**
   * {@return the reason why the page is not relevant whatever the judge returns, such as being a
   * duplicate; empty if the judge alone decides}
   */
  public Optional<Irrelevance> irrelevance() {
    return judgement.reason;
  }

  /**
   * {@return the terms of the text in order, computed at the first call} No term crosses the border
   * of a link, not even where a link begins or ends within a word.
   */
  public Tokens tokens() {
    return text.tokens();
  }

  /** {@return the counts of the terms of the text, computed at the first call} */
  public TermCounts terms() {
    return text.terms();
  }

  /**
   * Finds the terms of a topic in the text, without tokenizing it.
   *
   * @param matcher the terms of the topic
   * @return the matches; those of the matcher that was used last are kept, so that plugins that
   *     look for the same terms scan the page once
   */
  public TopicMatches matches(TopicMatcher matcher) {
    return text.matches(requireNonNull(matcher, "matcher"));
  }

  /**
   * {@return the counts of the terms of a link's anchor text, computed once}
   *
   * @param link a link of any page
   */
  public TermCounts anchorTerms(Link link) {
    return link.page().anchorTerms(link.position());
  }

  /**
   * Counts the terms of a link's context: the tokens before and behind the anchor in the page's
   * sequence of tokens, across element borders, the anchor not included.
   *
   * @param link a link of any page
   * @param tokensPerSide 0 or more; fewer are counted at the borders of the page
   * @return the counts, computed once for each number
   * @throws IllegalArgumentException if the number is negative
   */
  public TermCounts contextTerms(Link link, int tokensPerSide) {
    Checks.notNegative("tokensPerSide", tokensPerSide);
    return link.page().contextTerms(link.position(), tokensPerSide);
  }

  /**
   * Returns a link's context by the rule of Han et al. 2010 (section on features of a link):
   * walking away from the link on either side, if another link comes before this many characters of
   * plain text, the context of that side is that link's anchor text; otherwise it is those
   * characters, fewer at the border of the page.
   *
   * @param link a link of any page
   * @param charactersPerSide 0 or more
   * @return the text of both sides
   * @throws IllegalArgumentException if the number is negative
   */
  public LinkContext nearContext(Link link, int charactersPerSide) {
    Checks.notNegative("charactersPerSide", charactersPerSide);
    PageText page = link.page();
    return new LinkContext(
        page.nearBefore(link.position(), charactersPerSide),
        page.nearAfter(link.position(), charactersPerSide));
  }

  /**
   * {@return the counts of the terms of any text, tokenized as this page's own}
   *
   * @param anyText the text
   */
  public TermCounts termsOf(String anyText) {
    return TermCounts.of(Tokens.of(requireNonNull(anyText, "anyText"), text.analyzer()));
  }

  @Override
  public String toString() {
    return "AnalyzedPage[" + content.url + ", " + links.size() + " links]";
  }

  /**
   * Builds an {@link AnalyzedPage} from left to right: text and links in document order.
   *
   * <p>White space is collapsed as text arrives. The text of one call is joined to the one before
   * as it stands; {@link #breakText} separates them where an element border separates words. Not
   * thread-safe.
   */
  public static final class Builder extends PageContent {

    private Builder(Candidate arrival) {
      super(arrival);
    }
  }
}
