package io.dowser.crawler.html;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.PageAnalyzerProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.internal.content.AttributeReader;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * Reads text and links out of HTML pages, in one walk over what jsoup makes of them.
 *
 * <p><b>Charset.</b> A byte-order mark counts first, then the charset of the HTTP header, then the
 * declaration within the first 16 KB of the page, then UTF-8. Bytes that speak against what is
 * declared overrule it: what is UTF-8 throughout is UTF-8, and a declared charset in which the
 * bytes make no sense gives way to what statistics find. {@code gb2312} and {@code gbk} are read as
 * GB18030. A page in {@code hz-gb-2312} or another encoding that browsers refuse is empty.
 *
 * <p><b>Text.</b> The title, then the text in document order. The borders of blocks separate words,
 * and so do those of two links with nothing between them; other borders of inline elements do not.
 * Script, style, noscript, template and comments are no text.
 *
 * <p><b>Links.</b> {@code a} and {@code area} with {@code href}, {@code frame} and {@code iframe}
 * with {@code src}, and the target of a refreshing {@code meta} element unless it is the page
 * itself; resolved against the first {@code base} element from there on, and canonicalised. What is
 * not a web address is left out. A query is encoded in the charset of the page, as browsers do. A
 * link without text gets the alternative texts of its images, or else its title attribute, and that
 * text becomes part of the page's text. An anchor within an anchor ends the outer one.
 *
 * <p><b>Robots.</b> The meta element, {@code X-Robots-Tag}, and {@code rel} with {@code nofollow},
 * {@code ugc} or {@code sponsored} are obeyed unless set otherwise. A page that names another one
 * as its canonical form links to it, with {@code canonical} as its rel value.
 *
 * <p><b>Feeds.</b> Up to ten of the RSS and Atom feeds that {@code link} elements name as {@code
 * alternate}, unless the page forbids to follow its links.
 *
 * <p>Text that is not HTML ({@code text/plain} and its like) gives a page without links; other
 * types, binary content and no content give an empty page. A page that is truncated is read as far
 * as it goes. Immutable and thread-safe.
 *
 * <p><b>Attributes.</b> {@link AnalyzedPage#attributes} is read from the same parse when it is
 * first asked for, see docs/page-content.md.
 */
public final class HtmlPageAnalyzer implements PageAnalyzer {

  private final Map<String, ElementKind> kinds = ElementKind.byName();
  private final UrlCanonicalizer canonicalizer;
  private final TextAnalyzer textAnalyzer;
  private final HtmlRules rules;
  private final String robotName;
  private final AttributeReader attributeReader;

  private HtmlPageAnalyzer(
      UrlCanonicalizer canonicalizer,
      TextAnalyzer textAnalyzer,
      HtmlRules rules,
      String robotName,
      AttributeReader attributeReader) {
    this.canonicalizer = canonicalizer;
    this.textAnalyzer = textAnalyzer;
    this.rules = rules;
    this.robotName = robotName;
    this.attributeReader = attributeReader;
  }

  /**
   * Creates an analyzer with all defaults.
   *
   * @return the analyzer
   */
  public static HtmlPageAnalyzer create() {
    return builder().build();
  }

  /** {@return a builder with all defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@return a builder with the canonicalizer, the text analyzer and the robot's name of a crawl,
   * for an analyzer that wraps this one}
   *
   * <pre>{@code
   * crawl.pageAnalyzer(context -> new Shortened(HtmlPageAnalyzer.builder(context).build()));
   * }</pre>
   *
   * @param context what the crawl offers
   */
  public static Builder builder(CrawlContext context) {
    Builder builder = builder().textAnalyzer(context.textAnalyzer()).robotName(context.robotName());
    return context.canonicalizer() instanceof UrlCanonicalizer ofCrawl
        ? builder.canonicalizer(ofCrawl)
        : builder;
  }

  /**
   * Copies this analyzer with a name of the robot, unless it has one.
   *
   * @param name see {@link Builder#robotName}
   * @return the copy
   */
  public HtmlPageAnalyzer withRobotNameIfNone(String name) {
    return robotName.isEmpty()
        ? new HtmlPageAnalyzer(canonicalizer, textAnalyzer, rules, name, attributeReader)
        : this;
  }

  /**
   * Copies this analyzer with selectors in addition to its own.
   *
   * @param selectors CSS selectors by name, see {@link Builder#extract}
   * @return the copy
   * @throws IllegalArgumentException if a name or selector is not allowed
   * @throws IllegalStateException if a name has a selector
   */
  public HtmlPageAnalyzer withExtracts(Map<String, String> selectors) {
    return new HtmlPageAnalyzer(
        canonicalizer, textAnalyzer, rules, robotName, attributeReader.with(selectors));
  }

  @Override
  public AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival) {
    var robots = new RobotsDirectives(robotName);
    robots.addHeaders(fetched.headers().allValues("x-robots-tag"));
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(arrival)
            .url(fetched.url())
            .textAnalyzer(textAnalyzer)
            .language(headerLanguage(fetched));
    read(fetched, page, robots);
    return page.indexable(!(rules.obeyNoindex() && robots.isNoindex())).build();
  }

  private void read(
      FetchResult.Fetched fetched, AnalyzedPage.Builder page, RobotsDirectives robots) {
    String contentType = fetched.contentType();
    ContentKind kind = ContentKind.declared(contentType);
    if (kind == ContentKind.OTHER || fetched.body().size() == 0) {
      return;
    }
    DecodedPage decoded = PageDecoder.decode(fetched.body(), contentType);
    if (ContentKind.looksBinary(decoded.text())) {
      return;
    }
    if (kind == ContentKind.TEXT) {
      page.text(rules.head(decoded.text(), 0));
      return;
    }
    var resolver = new HrefResolver(canonicalizer, fetched.url(), decoded.charset());
    Document parsed = AttributesOnDemand.parse(decoded);
    new PageWalk(kinds, page, rules, robots, resolver, fetched.url()).read(parsed);
    var attributes = new AttributesOnDemand(fetched, parsed, resolver, attributeReader);
    page.attributes(attributes).mainBlocks(attributes::mainBlocks);
  }

  private static String headerLanguage(FetchResult.Fetched fetched) {
    String list = fetched.headers().firstValue("content-language").orElse("");
    int comma = list.indexOf(',');
    return comma < 0 ? list : list.substring(0, comma);
  }

  /** Builds an {@link HtmlPageAnalyzer}. Each call checks its value at once; not thread-safe. */
  public static final class Builder {

    private UrlCanonicalizer canonicalizer = UrlCanonicalizer.standard();
    private @Nullable TextAnalyzer textAnalyzer;
    private boolean obeyNofollow = true;
    private boolean obeyUgc = true;
    private boolean obeySponsored = true;
    private boolean obeyCanonical = true;
    private boolean obeyNoindex = true;
    private boolean followFrames = true;
    private int maxLinks = 10_000;
    private int maxCharacters = 1_000_000;
    private String robotName = "";
    private final Map<String, String> extracts = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Sets how links become canonical URLs.
     *
     * @param canonicalizer by default {@link UrlCanonicalizer#standard()}; must be the one of the
     *     crawl
     * @return this
     */
    public Builder canonicalizer(UrlCanonicalizer canonicalizer) {
      this.canonicalizer = requireNonNull(canonicalizer, "canonicalizer");
      return this;
    }

    /**
     * Sets how the text of pages is tokenized when terms are asked for.
     *
     * @param textAnalyzer by default a new {@link MixedScriptAnalyzer}; must be the one of the
     *     crawl
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer textAnalyzer) {
      this.textAnalyzer = requireNonNull(textAnalyzer, "textAnalyzer");
      return this;
    }

    /**
     * Sets whether to leave out links with {@code rel=nofollow}, and all links of pages whose
     * directives say {@code nofollow}.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeyNofollow(boolean obey) {
      obeyNofollow = obey;
      return this;
    }

    /**
     * Sets whether to leave out links with {@code rel=ugc}, which visitors of the site wrote.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeyUgc(boolean obey) {
      obeyUgc = obey;
      return this;
    }

    /**
     * Sets whether to leave out links with {@code rel=sponsored}, which was paid for.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeySponsored(boolean obey) {
      obeySponsored = obey;
      return this;
    }

    /**
     * Sets whether a page that names another one as its canonical form links to that one, which
     * then counts in its place.
     *
     * @param obey by default true; {@link AnalyzedPage#canonical} reports it in any case
     * @return this
     */
    public Builder obeyCanonical(boolean obey) {
      obeyCanonical = obey;
      return this;
    }

    /**
     * Sets whether {@link AnalyzedPage#isIndexable} is false for pages whose directives say {@code
     * noindex}, so that they are not judged; if not, it is true for all pages.
     *
     * @param obey by default true
     * @return this
     */
    public Builder obeyNoindex(boolean obey) {
      obeyNoindex = obey;
      return this;
    }

    /**
     * Sets whether frames and inline frames are links.
     *
     * @param follow by default true
     * @return this
     */
    public Builder followFrames(boolean follow) {
      followFrames = follow;
      return this;
    }

    /**
     * Sets how many links are taken from one page; the text of those beyond is plain text.
     *
     * @param links 0 or more, by default 10,000
     * @return this
     * @throws IllegalArgumentException if the number is negative
     */
    public Builder maxLinks(int links) {
      maxLinks = Checks.notNegative("maxLinks", links);
      return this;
    }

    /**
     * Sets how many characters of text are taken from one page; what lies beyond is not read, links
     * included.
     *
     * @param characters 1 or more, by default 1,000,000
     * @return this
     * @throws IllegalArgumentException if the number is below 1
     */
    public Builder maxCharacters(int characters) {
      maxCharacters = Checks.positive("maxCharacters", characters);
      return this;
    }

    /**
     * Sets the name by which robots directives address this crawler; those for other robots are not
     * read, those for all always are.
     *
     * @param name by default empty: a crawl takes the product token of its fetcher, and elsewhere
     *     only directives for all count; upper and lower case are the same
     * @return this
     */
    public Builder robotName(String name) {
      robotName = requireNonNull(name, "robotName").strip().toLowerCase(Locale.ROOT);
      return this;
    }

    /**
     * Extracts the texts of some elements of each page into {@link
     * io.dowser.crawler.api.PageAttributes#extracted}.
     *
     * @param name the name of the values, such as {@code price}; one line without {@code =}
     * @param selector a CSS selector, such as {@code span.price}; of a {@code meta} element the
     *     value is its {@code content}, of others their text
     * @return this
     * @throws IllegalArgumentException if the name is not allowed, or the selector is none
     * @throws IllegalStateException if the name has a selector
     */
    public Builder extract(String name, String selector) {
      AttributeReader.add(name, selector, extracts);
      return this;
    }

    /**
     * Creates the analyzer.
     *
     * @return an analyzer with what was set so far
     */
    public HtmlPageAnalyzer build() {
      TextAnalyzer chosen = textAnalyzer == null ? MixedScriptAnalyzer.create() : textAnalyzer;
      return new HtmlPageAnalyzer(
          canonicalizer, chosen, rules(), robotName, new AttributeReader(maxCharacters, extracts));
    }

    private HtmlRules rules() {
      return new HtmlRules(
          obeyNofollow,
          obeyUgc,
          obeySponsored,
          obeyCanonical,
          obeyNoindex,
          followFrames,
          maxLinks,
          maxCharacters);
    }
  }

  /**
   * Creates {@link HtmlPageAnalyzer} by the name {@code html}.
   *
   * <p>Settings, named as the methods of {@link Builder}: {@code obeyNofollow}, {@code obeyUgc},
   * {@code obeySponsored}, {@code obeyCanonical}, {@code obeyNoindex}, {@code followFrames} (true
   * or false), {@code maxLinks}, {@code maxCharacters} (whole numbers), {@code robotName} (text).
   * The rest is as the crawl says, see {@link HtmlPageAnalyzer#builder(CrawlContext)}.
   */
  public static final class Provider implements PageAnalyzerProvider {

    /** The name of the plugin. */
    public static final String NAME = "html";

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public PageAnalyzer create(Settings settings, CrawlContext context) {
      return HtmlPageAnalyzer.builder(context)
          .obeyNofollow(settings.flag("obeyNofollow", true))
          .obeyUgc(settings.flag("obeyUgc", true))
          .obeySponsored(settings.flag("obeySponsored", true))
          .obeyCanonical(settings.flag("obeyCanonical", true))
          .obeyNoindex(settings.flag("obeyNoindex", true))
          .followFrames(settings.flag("followFrames", true))
          .maxLinks(settings.integer("maxLinks", 10_000, 0, Integer.MAX_VALUE))
          .maxCharacters(settings.integer("maxCharacters", 1_000_000, 1, Integer.MAX_VALUE))
          .robotName(settings.text("robotName", context.robotName()))
          .build();
    }
  }
}
