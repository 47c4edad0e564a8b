package io.dowser.crawler;

import io.dowser.crawler.analysis.HanNormalizer;
import io.dowser.crawler.analysis.MixedScriptAnalyzer;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.LinkPolicy;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.internal.assembly.CrawlSpec;
import io.dowser.crawler.internal.assembly.PluginChoice;
import io.dowser.crawler.internal.content.Extracts;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.text.TextNormalizer;
import io.dowser.crawler.traps.TrapRules;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The analyzers of pages and the selection of links, in addition to judge, scorer and frontier. In
 * a resumed crawl, an unset option keeps its value of the last run; otherwise it has its default.
 * Immutable and thread-safe.
 *
 * <pre>{@code
 * Strategy.builder().addPageAnalyzer("tika", Map.of()).linkPolicy(LinkPolicy.fromRelevantPages()).build()
 * }</pre>
 */
public final class Strategy extends SettingGroup {

  private Strategy(CrawlSpec spec) {
    super("Strategy", spec);
  }

  /** {@return a builder without settings} */
  public static Builder builder() {
    return new Builder(new CrawlSpec());
  }

  /**
   * {@return a builder with these settings; each of its methods replaces a setting or a selector,
   * or adds an analyzer}
   */
  public Builder toBuilder() {
    return new Builder(spec().copy());
  }

  /**
   * Builds {@link Strategy}. Each method checks its arguments at once. A call that would discard an
   * earlier one is refused with an {@link IllegalStateException}. Not thread-safe.
   */
  public static final class Builder {

    private final CrawlSpec spec;

    private Builder(CrawlSpec spec) {
      this.spec = spec;
    }

    /**
     * Sets the analyzer of HTML pages, and of all types that no {@linkplain #addPageAnalyzer added}
     * analyzer reads.
     *
     * @param analyzer by default the plugin named {@code html}, {@link
     *     io.dowser.crawler.html.HtmlPageAnalyzer}
     * @return this
     */
    public Builder pageAnalyzer(PageAnalyzer analyzer) {
      spec.pageAnalyzer.set(new PluginChoice.Given<>(analyzer));
      return this;
    }

    /**
     * Sets the page analyzer by name; it is looked up when the crawl is built.
     *
     * @param name the plugin's name, by default {@code html}
     * @param settings its settings, by name
     * @return this
     */
    public Builder pageAnalyzer(String name, Map<String, String> settings) {
      spec.pageAnalyzer.set(new PluginChoice.Named<>(name, settings));
      return this;
    }

    /**
     * Sets the page analyzer by a function of the crawl's context: {@code context -> new
     * Shortened(HtmlPageAnalyzer.of(Settings.none(), context))} wraps the default one.
     *
     * @param create creates the analyzer when the crawl is built; the crawl closes it if it can be
     *     closed
     * @return this
     */
    public Builder pageAnalyzerFrom(Function<? super CrawlContext, ? extends PageAnalyzer> create) {
      spec.pageAnalyzer.set(new PluginChoice.Created<>(create), "pageAnalyzerFrom(..)");
      return this;
    }

    /**
     * Adds an analyzer of further media types, see {@link PageAnalyzer#types}. The media type of a
     * page is computed from its header and its first bytes by the WHATWG's standard MIME Sniffing.
     * Each request has the types of all analyzers and their limits, so {@link
     * io.dowser.crawler.fetch.OkHttpFetcher}, also inside another fetcher, accepts them unless it
     * was built with {@code acceptedTypes}. Each type needs one analyzer: {@link
     * Crawler.Builder#build} refuses a second one.
     *
     * @param analyzer the crawl does not close it
     * @return this
     */
    public Builder addPageAnalyzer(PageAnalyzer analyzer) {
      return add(new PluginChoice.Given<>(analyzer));
    }

    /**
     * Adds an analyzer of further media types by name; it is looked up when the crawl is built.
     *
     * @param name the plugin's name, such as {@code tika} of {@code crawler-tika}
     * @param settings its settings, by name
     * @return this
     */
    public Builder addPageAnalyzer(String name, Map<String, String> settings) {
      return add(new PluginChoice.Named<>(name, settings));
    }

    /**
     * Adds an analyzer of further media types by a function of the crawl's context.
     *
     * @param create creates the analyzer when the crawl is built; the crawl closes it if it can be
     *     closed
     * @return this
     */
    public Builder addPageAnalyzerFrom(
        Function<? super CrawlContext, ? extends PageAnalyzer> create) {
      return add(new PluginChoice.Created<>(create));
    }

    private Builder add(PluginChoice<PageAnalyzer> analyzer) {
      spec.addedAnalyzers.set(List.of(analyzer));
      return this;
    }

    /**
     * Extracts values of each page into {@code page.attributes().extracted().get(name)}; may be
     * called for several names. A part, such as {@code offers.price}, needs a call for its parent
     * {@code offers}, before or after.
     *
     * <pre>{@code
     * Strategy.builder()
     *     .extract("price:number", "span.price")
     *     .extract("picture:url", "img.product@data-src");
     * }</pre>
     *
     * @param name the name of the values, such as {@code price}, and their type, such as {@code
     *     price:number}; see {@link io.dowser.crawler.html.HtmlPageAnalyzer#withExtracts}
     * @param selector a CSS selector, such as {@code span.price}, and possibly an attribute, such
     *     as {@code a.buy@href}
     * @return this
     * @throws IllegalArgumentException if the name or type is not allowed, or the selector is none
     * @throws IllegalStateException if the name has a selector
     */
    public Builder extract(String name, String selector) {
      Map<String, String> pair = new LinkedHashMap<>();
      Extracts.add(name, selector, pair); // checks them
      spec.extract.set(pair);
      return this;
    }

    /**
     * Sets the policy for links in the scope, such as to follow only those of relevant pages. Other
     * links are treated as out of scope; an event reports them with the reason ({@link
     * io.dowser.crawler.api.SkipReason#POLICY}).
     *
     * @param policy such as {@link LinkPolicy#fromRelevantPages}; called by many threads at once.
     *     By default it follows all links. If it throws, the crawl ends with its error
     * @return this
     */
    public Builder linkPolicy(LinkPolicy policy) {
      spec.linkPolicy.set(policy);
      return this;
    }

    /**
     * Sets the languages of relevant pages. A page in another one is visited and is not relevant,
     * and the judge does not see it; an event reports its language ({@link
     * io.dowser.crawler.api.CrawlEvent.OtherLanguage}), and the report counts such pages by
     * language. Its links are followed like those of any page that is not relevant, because they
     * may lead to the right language; {@link LinkPolicy#fromRelevantPages} leaves them out.
     *
     * <p>The language is detected from the text by the library lingua, which the program must add
     * to the class path. The language that the page declares decides about a text of under 120
     * characters, if its scripts allow that language. A page whose language cannot be known is left
     * to the judge.
     *
     * @param codes ISO 639-1 codes, such as {@code "zh", "en"}; by default none, and then pages of
     *     all languages can be relevant
     * @return this
     * @throws io.dowser.crawler.api.CrawlException if lingua is not on the class path
     * @throws IllegalArgumentException if lingua does not know one of them
     */
    public Builder languages(String... codes) {
      spec.languages.set(List.of(codes));
      return this;
    }

    /**
     * Sets the rules by which links are traps, and the share of the crawl that one host may take.
     *
     * @param rules by default {@link TrapRules#DEFAULT}; {@code
     *     TrapRules.DEFAULT.toBuilder().pagesPerHost(1_000).build()} takes fewer pages of a host
     * @return this
     */
    public Builder traps(TrapRules rules) {
      spec.traps.set(rules);
      return this;
    }

    /**
     * Sets the canonical form of URLs.
     *
     * @param canonicalizer by default {@link UrlCanonicalizer#standard}; {@code
     *     UrlCanonicalizer.builder().sortQuery().build()} also sorts the parameters of a query
     * @return this
     */
    public Builder canonicalizer(UrlCanonicalizer canonicalizer) {
      spec.canonicalizer.set(canonicalizer);
      return this;
    }

    /**
     * Sets the normalization of word forms, in topic terms and in the texts that are searched for
     * them. The text analyzer has its own normalization, which should be the same.
     *
     * @param normalizer by default {@link HanNormalizer}
     * @return this
     */
    public Builder textNormalizer(TextNormalizer normalizer) {
      spec.textNormalizer.set(normalizer);
      return this;
    }

    /**
     * Sets the tokenizer of text.
     *
     * @param analyzer by default {@link MixedScriptAnalyzer}
     * @return this
     */
    public Builder textAnalyzer(TextAnalyzer analyzer) {
      spec.textAnalyzer.set(analyzer);
      return this;
    }

    /** {@return the settings so far} */
    public Strategy build() {
      return new Strategy(spec.copy());
    }
  }
}
