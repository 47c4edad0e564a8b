package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Converts URLs to their canonical form, so that a page is fetched once.
 *
 * <p>Source: the seven steps of Zou 2009, in this order: scheme and host to lower case; fragment
 * dropped; {@code ~} replaced by {@code %7E}; {@code .} and {@code ..} resolved; default port
 * dropped; a trailing {@code index.html} or {@code index.htm} dropped if there is no query, unless
 * {@link Builder#keepIndexFiles} is set; an empty path becomes {@code /}.
 *
 * <p>The paper does not specify the following. {@link HttpUrl} is the only parser, so that the
 * checked URL is the fetched one: it escapes other characters in UTF-8, maps international host
 * names to Punycode and reads backslashes as slashes. User information is removed. Percent escapes
 * get upper-case digits. The dot after a host name is removed. IPv4 addresses in odd notations
 * ({@code 0x7f.1}) are written out. Hosts with characters other than letters, digits, hyphen,
 * underscore and dot are refused. The path parameter {@code ;jsessionid=}, which servlet containers
 * write until they know that cookies are kept, is removed. The query keeps its order and all its
 * parameters unless options of the builder change that.
 *
 * <p>The canonical form of a canonical form is itself. Immutable and thread-safe.
 */
public final class UrlCanonicalizer implements CrawlContext.Canonicalizer {

  /** Longest accepted input, in characters. */
  public static final int MAX_INPUT = 65_536;

  private static final Pattern USER_INFORMATION =
      Pattern.compile("^(?!mailto:)(\\s*(?:[A-Za-z][\\w+.-]*:)?[/\\\\]*)[^/\\\\?#]*@");

  private static final UrlCanonicalizer STANDARD = new UrlCanonicalizer(CanonicalRules.NONE);
  private static final UrlCanonicalizer FOR_SEEDS = builder().keepIndexFiles().build();

  private final CanonicalRules rules;

  private UrlCanonicalizer(CanonicalRules rules) {
    this.rules = rules;
  }

  /**
   * Returns the canonicalizer without options. Recommended unless a site is known to need more,
   * because removing or sorting parameters can make two resources one.
   *
   * @return the canonicalizer
   */
  public static UrlCanonicalizer standard() {
    return STANDARD;
  }

  /**
   * {@return the canonicalizer that checks seeds and the like} It changes the least, so that a
   * crawl may bring its result to its own form.
   */
  public static UrlCanonicalizer forSeeds() {
    return FOR_SEEDS;
  }

  /** {@return a builder whose options are all off; a new builder} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a builder with the options of this canonicalizer; a new builder} */
  public Builder toBuilder() {
    var builder = new Builder();
    builder.names.addAll(rules.names());
    builder.prefixes.addAll(rules.prefixes());
    builder.sessionNames.addAll(rules.sessionNames());
    builder.sorted = rules.sorted();
    builder.indexFilesKept = rules.keepsIndexFiles();
    return builder;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof UrlCanonicalizer that && rules.equals(that.rules);
  }

  @Override
  public int hashCode() {
    return rules.hashCode();
  }

  /**
   * Canonicalises an absolute URL.
   *
   * @param url as written; spaces around it do not matter
   * @return its canonical form, or empty if it is relative, is not {@code http} or {@code https},
   *     cannot be parsed, is longer than {@link #MAX_INPUT} or becomes longer than {@link
   *     CrawlUrl#MAX_LENGTH}
   */
  public Optional<CrawlUrl> canonicalize(String url) {
    requireNonNull(url, "url");
    if (url.length() > MAX_INPUT) {
      return Optional.empty();
    }
    String parsed = parse(null, url, null);
    return Optional.ofNullable(parsed == null ? null : CanonicalSerialization.of(parsed, rules));
  }

  /**
   * Canonicalises a URL that a crawl starts from. Unlike {@link #canonicalize}, it refuses user
   * information, which was written there on purpose, and which no request would have.
   *
   * @param url as written
   * @return its canonical form
   * @throws IllegalArgumentException if it has none, or has a user name or password; the message
   *     does not repeat these
   */
  public CrawlUrl canonicalizeSeed(String url) {
    String shown = USER_INFORMATION.matcher(url).replaceFirst("$1(hidden)@");
    CrawlUrl canonical =
        canonicalize(url)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "a seed must be an absolute http or https URL, but was '" + shown + "'"));
    String parsed = parse(null, url, null);
    if (parsed != null && CanonicalSerialization.hasUserInformation(parsed)) {
      throw new IllegalArgumentException(
          "a seed must have no user name and no password, but was '"
              + shown
              + "'; leave them out and give the crawl a fetcher that has them:"
              + " OkHttpFetcher.builder().credentials(\""
              + canonical.origin()
              + "\", user, password)");
    }
    return canonical;
  }

  @Override
  public Optional<CrawlUrl> resolve(CrawlUrl base, String href) {
    return Optional.ofNullable(resolver(base).resolve(href));
  }

  /**
   * {@return a resolver of the links of a page in UTF-8; a new resolver}
   *
   * @param base the page's URL, or what its base element says
   */
  public Resolver resolver(CrawlUrl base) {
    return resolver(base, StandardCharsets.UTF_8);
  }

  /**
   * {@return a resolver of the links of one page; a new resolver; if the base itself cannot be
   * parsed, it resolves absolute references only}
   *
   * @param base the page's URL, or what its base element says
   * @param pageCharset the encoding of the page: browsers write the queries of its links in the
   *     same charset (WHATWG URL Standard, section 4.4), so that a site in GBK gets the bytes that
   *     it expects; for the Unicode charsets, and those that Java cannot write, that is UTF-8
   */
  public Resolver resolver(CrawlUrl base, Charset pageCharset) {
    return new Resolver(rules, base, QueryEncoder.of(requireNonNull(pageCharset, "pageCharset")));
  }

  /**
   * Parses a URL and serializes it; a base lets it resolve relative references, an encoder writes
   * the query.
   */
  private static @Nullable String parse(
      @Nullable HttpUrl base, String raw, @Nullable QueryEncoder encoder) {
    String clean = RawReference.clean(raw);
    if (RawReference.hasForeignScheme(clean) || RawReference.isHostTooLong(clean)) {
      return null;
    }
    String reference = encoder == null ? clean : encoder.encodeQuery(clean);
    if (base != null) {
      return ParsedUrl.resolve(base, reference);
    }
    HttpUrl parsed = ParsedUrl.of(reference);
    return parsed == null ? null : parsed.toString();
  }

  @Override
  public String toString() {
    return "UrlCanonicalizer" + (rules.equals(CanonicalRules.NONE) ? "" : rules);
  }

  /** Resolves and canonicalises the links of one page. Not thread-safe. */
  public static final class Resolver {

    private final CanonicalRules rules;
    private final @Nullable HttpUrl base;
    private final @Nullable String origin; // of plain URLs, if no rule can touch them
    private final @Nullable QueryEncoder encoder;

    private Resolver(CanonicalRules rules, CrawlUrl base, @Nullable QueryEncoder encoder) {
      this.rules = rules;
      this.base = ParsedUrl.of(base.toString());
      this.origin = rules.changesParameters() ? null : origin(this.base);
      this.encoder = encoder;
    }

    private static @Nullable String origin(@Nullable HttpUrl base) {
      CrawlUrl canonical =
          base == null ? null : CanonicalSerialization.of(base.toString(), CanonicalRules.NONE);
      return canonical == null ? null : canonical.origin();
    }

    /**
     * Resolves one reference.
     *
     * @param href as the page has it, with or without spaces around it; the empty reference is the
     *     base
     * @return its canonical form, or null if it is not a web address ({@code mailto:}, {@code
     *     javascript:} and the like), if no parser can read it, or if it is longer than {@link
     *     CrawlUrl#MAX_LENGTH} (the reference itself: {@link #MAX_INPUT})
     */
    public @Nullable CrawlUrl resolve(String href) {
      CrawlUrl plain = origin == null ? null : PlainUrl.resolve(origin, href);
      if (plain != null) {
        return plain;
      }
      String parsed = href.length() > MAX_INPUT ? null : parse(base, href, encoder);
      return parsed == null ? null : CanonicalSerialization.of(parsed, rules);
    }

    /**
     * Resolves one reference as it is written: no index file is dropped, no tilde is escaped, no
     * parameter is removed. For servers that redirect from the canonical form to another.
     *
     * @param href as the server has it
     * @return the target, without user information and fragment; null if {@link #resolve} returns
     *     null
     */
    public @Nullable CrawlUrl resolveAsWritten(String href) {
      CrawlUrl canonical = resolve(href);
      String parsed = canonical == null ? null : parse(base, href, encoder);
      if (canonical == null || parsed == null) {
        return null;
      }
      String form = canonical.origin() + CanonicalSerialization.tail(parsed);
      return form.length() > CrawlUrl.MAX_LENGTH ? null : CrawlUrl.of(form);
    }
  }

  /** Sets the options of a canonicalizer. Not thread-safe. */
  public static final class Builder {

    private final Set<String> names = new TreeSet<>();
    private final Set<String> prefixes = new TreeSet<>();
    private final Set<String> sessionNames = new TreeSet<>();
    private boolean sorted;
    private boolean indexFilesKept;

    private Builder() {}

    /**
     * Removes the query parameters by which campaigns follow visitors: names that start with {@code
     * utm_}, {@code hsa_}, {@code mtm_} or {@code pk_}, and {@code gclid}, {@code gclsrc}, {@code
     * dclid}, {@code gbraid}, {@code wbraid}, {@code fbclid}, {@code msclkid}, {@code yclid},
     * {@code ysclid}, {@code twclid}, {@code ttclid}, {@code igshid}, {@code li_fat_id}, {@code
     * mc_cid}, {@code mc_eid}, {@code mkt_tok}, {@code _ga}, {@code _gl}, {@code _hsenc}, {@code
     * _hsmi}, {@code vero_id}, {@code wickedid}, {@code bd_vid}, {@code gdt_vid}, {@code
     * qhclickid}, {@code hmsr}, {@code hmpl}, {@code hmcu}, {@code hmkw} and {@code hmci}. Upper
     * and lower case are the same. If no parameter stays, the question mark goes too.
     *
     * @return this
     */
    public Builder removeTrackingParameters() {
      names.addAll(CommonParameters.TRACKING);
      prefixes.addAll(CommonParameters.TRACKING_PREFIXES);
      return this;
    }

    /**
     * Removes session numbers from query and path: {@code jsessionid}, {@code phpsessid}, {@code
     * aspsessionid}, {@code sessionid}, {@code session_id}, {@code sessid}, {@code sid}, {@code
     * cfid}, {@code cftoken}, {@code oscsid} and {@code zenid}. Upper and lower case are the same.
     * Some sites name other things {@code sid}.
     *
     * @return this
     */
    public Builder removeSessionIds() {
      sessionNames.addAll(CommonParameters.SESSION);
      return this;
    }

    /**
     * Removes query parameters by name, in addition to any others.
     *
     * @param parameterNames names as written in URLs, not decoded; upper and lower case are the
     *     same
     * @return this
     * @throws IllegalArgumentException if a name is empty
     */
    public Builder removeParameters(Collection<String> parameterNames) {
      parameterNames.forEach(name -> names.add(checked("parameter name", name)));
      return this;
    }

    /**
     * Removes query parameters by the start of their names, in addition to any others.
     *
     * @param prefix as written in URLs; upper and lower case are the same
     * @return this
     * @throws IllegalArgumentException if it is empty, which would remove every parameter
     */
    public Builder removeParametersStartingWith(String prefix) {
      prefixes.add(checked("parameter prefix", prefix));
      return this;
    }

    /**
     * Sorts the query by parameter name; parameters of one name keep their order.
     *
     * @return this
     */
    public Builder sortQuery() {
      sorted = true;
      return this;
    }

    /**
     * Keeps {@code index.html} and {@code index.htm} at the end of a path, for servers that have no
     * page at the folder. Where a site links to both forms, the page is then fetched twice.
     *
     * @return this
     */
    public Builder keepIndexFiles() {
      indexFilesKept = true;
      return this;
    }

    /**
     * Adds options from text: {@code removeParameters} and {@code removeParametersStartingWith}
     * with a name on each line, {@code removeSessionIds}, {@code sortQuery} and {@code
     * keepIndexFiles}.
     *
     * @param settings the options; an absent one stays as it is
     * @return this
     * @throws SettingException if a value is not a truth value
     */
    public Builder settings(Settings settings) {
      removeParameters(
          lines(settings, "removeParameters", names, "Parameters of the query that are removed."));
      lines(
              settings,
              "removeParametersStartingWith",
              prefixes,
              "Prefixes of parameters of the query that are removed.")
          .forEach(this::removeParametersStartingWith);
      sorted = settings.flag("sortQuery", sorted, "Whether the parameters of a query are sorted.");
      indexFilesKept =
          settings.flag(
              "keepIndexFiles",
              indexFilesKept,
              "Whether index.html at the end of a path is kept, for servers without a page at the"
                  + " folder.");
      return settings.flag(
              "removeSessionIds", !sessionNames.isEmpty(), "Whether session ids are removed.")
          ? removeSessionIds()
          : this;
    }

    private static List<String> lines(
        Settings settings, String name, Collection<String> present, String summary) {
      String text = settings.text(name, String.join("\n", present), "names, one a line", summary);
      return text.lines().toList();
    }

    /**
     * Creates the canonicalizer.
     *
     * @return a new one; the builder can continue
     */
    public UrlCanonicalizer build() {
      return new UrlCanonicalizer(
          new CanonicalRules(names, List.copyOf(prefixes), sessionNames, sorted, indexFilesKept));
    }

    private static String checked(String what, String name) {
      if (name.isEmpty()) {
        throw new IllegalArgumentException(what + " must not be empty");
      }
      return name.toLowerCase(Locale.ROOT);
    }
  }
}
