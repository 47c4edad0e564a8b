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
import io.dowser.crawler.internal.content.AttributeReader;
import io.dowser.crawler.internal.content.ParsedPage;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.Map;

/**
 * Extracts text and links from HTML pages in one pass over jsoup's document.
 *
 * <p><b>Charset.</b> A byte-order mark counts first, then the charset of the HTTP header, then the
 * declaration within the first 16 KB of the page, then UTF-8. Bytes that contradict the declaration
 * overrule it: bytes that are valid UTF-8 are UTF-8, and a declared charset in which they make no
 * sense is replaced by that of their statistics. {@code gb2312} and {@code gbk} are read as
 * GB18030, with the euro sign at byte 0x80. A page in {@code hz-gb-2312} or another encoding that
 * browsers refuse is empty.
 *
 * <p><b>Text.</b> The title, then the text in document order. The borders of blocks separate words,
 * and so do those of two links with nothing between them; other borders of inline elements do not.
 * Script, style, noscript, template and comments are no text; a template that is a declarative
 * shadow root is.
 *
 * <p><b>Links.</b> {@code a} and {@code area} with {@code href}, {@code frame} and {@code iframe}
 * with {@code src}, and the target of a refreshing {@code meta} element or header {@code Refresh}
 * unless it is the page itself; resolved against the first {@code base} element from there on, and
 * canonicalised. Targets that are not web addresses are left out. A query is encoded in the charset
 * of the page, as browsers do. A link without text gets the alternative texts of its images, or
 * else its title attribute, and that text becomes part of the page's text. An anchor within an
 * anchor ends the outer one.
 *
 * <p><b>Robots.</b> The meta element, {@code X-Robots-Tag}, and {@code rel} with {@code nofollow},
 * {@code ugc} or {@code sponsored} are obeyed unless set otherwise. A page that names another one
 * as its canonical form links to it, with {@code canonical} as its rel value.
 *
 * <p><b>Feeds.</b> Up to ten of the RSS and Atom feeds that {@code link} elements name as {@code
 * alternate}, unless the page forbids to follow its links.
 *
 * <p>Text that is not HTML ({@code text/plain} and its like) gives a page without links; other
 * types, binary content and no content give an empty page. A truncated page is read up to its end.
 * Immutable and thread-safe.
 *
 * <p><b>Attributes.</b> {@link AnalyzedPage#attributes} is read from the same parse on first
 * access, see docs/page-content.md.
 *
 * <pre>{@code
 * AnalyzedPage page = HtmlPageAnalyzer.create().analyze(fetched, Candidate.seed(fetched.url(), 0));
 * }</pre>
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

  /** {@return an analyzer with all defaults, for pages outside a crawl} */
  public static HtmlPageAnalyzer create() {
    return of(Settings.none());
  }

  /**
   * Creates an analyzer for pages outside a crawl, with {@link UrlCanonicalizer#standard} and a new
   * {@link MixedScriptAnalyzer}.
   *
   * @param settings those of {@link Provider}
   * @return the analyzer
   * @throws io.dowser.crawler.api.SettingException if a value or name is not allowed
   */
  public static HtmlPageAnalyzer of(Settings settings) {
    return of(settings, UrlCanonicalizer.standard(), MixedScriptAnalyzer.create(), "");
  }

  /**
   * Creates an analyzer with the canonicalizer, the text analyzer and the robot's name of a crawl.
   *
   * <pre>{@code
   * Strategy.builder()
   *     .pageAnalyzerFrom(context -> new Shortened(HtmlPageAnalyzer.of(Settings.none(), context)));
   * }</pre>
   *
   * @param settings those of {@link Provider}
   * @param context the context of the crawl
   * @return the analyzer
   * @throws io.dowser.crawler.api.SettingException if a value or name is not allowed
   */
  public static HtmlPageAnalyzer of(Settings settings, CrawlContext context) {
    UrlCanonicalizer canonicalizer =
        context.canonicalizer() instanceof UrlCanonicalizer ofCrawl
            ? ofCrawl
            : UrlCanonicalizer.standard();
    return of(settings, canonicalizer, context.textAnalyzer(), context.robotName());
  }

  private static HtmlPageAnalyzer of(
      Settings settings, UrlCanonicalizer canonicalizer, TextAnalyzer textAnalyzer, String robot) {
    int maxCharacters =
        settings.integer(
            "maxCharacters",
            1_000_000,
            1,
            Integer.MAX_VALUE,
            "maximum length of the text of a page; links behind it are ignored, too");
    var rules =
        new HtmlRules(
            settings.flag(
                "obeyNofollow",
                true,
                "skip links with rel=nofollow, and the links of nofollow pages"),
            settings.flag(
                "obeyUgc", true, "skip links with rel=ugc, which users of the site wrote"),
            settings.flag("obeySponsored", true, "skip links with rel=sponsored"),
            settings.flag(
                "obeyCanonical",
                true,
                "link a page to its canonical URL, which then counts in its place"),
            settings.flag("obeyNoindex", true, "count noindex pages as not relevant"),
            settings.flag("followFrames", true, "follow frames and iframes"),
            settings.integer(
                "maxLinks", 10_000, 0, Integer.MAX_VALUE, "maximum number of links of a page"),
            maxCharacters);
    settings.refuseUnread();
    return new HtmlPageAnalyzer(
        canonicalizer, textAnalyzer, rules, robot, new AttributeReader(maxCharacters));
  }

  /**
   * Copies this analyzer with another text analyzer.
   *
   * @param analyzer tokenizes the text of pages when terms are asked for
   * @return the copy
   */
  public HtmlPageAnalyzer withTextAnalyzer(TextAnalyzer analyzer) {
    return new HtmlPageAnalyzer(
        canonicalizer, requireNonNull(analyzer, "analyzer"), rules, robotName, attributeReader);
  }

  /**
   * Copies this analyzer with the name of a crawl's robot.
   *
   * @param name see {@link CrawlContext#robotName}; an empty one changes nothing
   * @return the copy, or this
   */
  public HtmlPageAnalyzer withRobotName(String name) {
    return name.isEmpty()
        ? this
        : new HtmlPageAnalyzer(canonicalizer, textAnalyzer, rules, name, attributeReader);
  }

  /**
   * Copies this analyzer with selectors in addition to its own, which extract values of each page
   * into {@link io.dowser.crawler.api.PageAttributes#extracted}.
   *
   * <pre>{@code
   * analyzer.withExtracts(
   *     Map.of(
   *         "offers", "div.offer",
   *         "offers.price:number", "span.price",
   *         "offers.link:url", "a.buy@href"));
   * }</pre>
   *
   * @param selectors CSS selectors, such as {@code span.price}, by the name of the values, such as
   *     {@code price}: one line without {@code =} and {@code :}. A value is the text of an element,
   *     the {@code content} of a {@code meta} element, or the attribute named behind the selector,
   *     as in {@code a.buy@href}; elements without this attribute do not match. A type may follow
   *     the name: {@code :text} (by default), {@code :number}, {@code :date} or {@code :url}. A
   *     {@code date} is read from the attribute {@code datetime}, if there is one. A {@code url} is
   *     read from {@code href} or {@code src} by default. A name with a dot selects within each
   *     match of the name before the dot, which must have a selector
   * @return the copy
   * @throws IllegalArgumentException if a name, type or selector is not allowed, or the name before
   *     a dot has no selector
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
    var parsed = new ParsedPage(AttributesOnDemand.parse(decoded));
    var walk = new PageWalk(kinds, page, rules, robots, resolver, fetched.url());
    fetched.headers().firstValue("refresh").ifPresent(walk::refresh);
    walk.read(parsed.document());
    var attributes = new AttributesOnDemand(fetched, parsed, resolver, attributeReader);
    page.attributes(attributes)
        .mainBlocks(attributes::mainBlocks)
        .otherBlocks(attributes::otherBlocks);
  }

  private static String headerLanguage(FetchResult.Fetched fetched) {
    String list = fetched.headers().firstValue("content-language").orElse("");
    int comma = list.indexOf(',');
    return comma < 0 ? list : list.substring(0, comma);
  }

  /**
   * Creates {@link HtmlPageAnalyzer} by the name {@code html}.
   *
   * <p>The settings are listed in docs/settings.md.
   */
  public static final class Provider implements PageAnalyzerProvider {

    /** The name of the plugin. */
    public static final String NAME = "html";

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public PageAnalyzer create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}
