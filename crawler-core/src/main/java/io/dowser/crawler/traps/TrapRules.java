package io.dowser.crawler.traps;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.SettingException;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.internal.builder.SettingCalls;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Rules that recognize traps and limit the pages of a host. Immutable and thread-safe.
 *
 * <p>{@link #check} checks a URL alone: length, depth, repeated segments, long queries, session
 * ids, distant dates, and types that the crawl does not read. {@link #checkLink} finds links that
 * only sort their page. The crawl counts the URLs of one pattern and the pages of one host. Both
 * limits grow with the relevant pages of the host, so that a large site on the topic is crawled in
 * full. The latter shrinks with duplicates and with pages off the topic.
 */
public final class TrapRules {

  /** The defaults. */
  public static final TrapRules DEFAULT = builder().build();

  /** No rules and no budgets; for webs that are known to be harmless. */
  public static final TrapRules NONE =
      builder()
          .maxUrlLength(CrawlUrl.MAX_LENGTH)
          .maxPathSegments(CrawlUrl.MAX_LENGTH)
          .maxSegmentRepeats(CrawlUrl.MAX_LENGTH)
          .maxParameters(CrawlUrl.MAX_LENGTH)
          .skipSessionIds(false)
          .skipUnreadTypes(false)
          .skipSortOrders(false)
          .years(0, 9_999)
          .maxUrlsPerPattern(Integer.MAX_VALUE)
          .maxHostsPerDomain(Integer.MAX_VALUE)
          .pagesPerHost(Integer.MAX_VALUE)
          .mergeParameters(false)
          .build();

  /** A canonical URL has a path, which begins with the first slash behind {@code http://x}. */
  public static final int SHORTEST_ORIGIN = 8;

  /** The settings as text, from which copies are made. */
  private final Map<String, String> values;

  /** A copy that is never changed. */
  private final Builder set;

  private TrapRules(Map<String, String> values) {
    this.values = values;
    this.set = toBuilder();
  }

  /**
   * Returns a builder with the defaults.
   *
   * @return a new builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder with the settings of these rules.
   *
   * @return a new builder
   */
  public Builder toBuilder() {
    var copy = new Builder();
    copy.read(Settings.of(values));
    return copy;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TrapRules that && values.equals(that.values);
  }

  @Override
  public int hashCode() {
    return values.hashCode();
  }

  /** Returns all settings, as text, by name. */
  @Override
  public String toString() {
    return "TrapRules" + values;
  }

  /**
   * Checks a URL alone.
   *
   * @param url any URL
   * @return the reason why a link to it should not be queued, or empty if there is none
   */
  public Optional<SkipReason> check(CrawlUrl url) {
    String form = url.toString();
    if (form.length() > set.maxUrlLength) {
      return Optional.of(SkipReason.URL_TOO_LONG);
    }
    int pathStart = form.indexOf('/', SHORTEST_ORIGIN);
    int query = form.indexOf('?', pathStart);
    int pathEnd = query < 0 ? form.length() : query;
    SkipReason reason = PathRules.check(form, pathStart, pathEnd, this);
    if (reason == null && query >= 0) {
      reason = QueryRules.check(form, query + 1, this);
    }
    return Optional.ofNullable(reason);
  }

  /**
   * Checks a URL alone, and whether the crawl reads the type of the suffix of its path.
   *
   * @param url any URL
   * @param readsType returns whether a page analyzer of the crawl reads a media type
   * @return the reason why a link to it should not be queued, or empty if there is none
   */
  public Optional<SkipReason> check(CrawlUrl url, Predicate<String> readsType) {
    Optional<SkipReason> reason = check(url);
    return reason.isEmpty() && set.skipUnreadTypes && namesUnreadType(url, readsType)
        ? Optional.of(SkipReason.MEDIA_TYPE)
        : reason;
  }

  private static boolean namesUnreadType(CrawlUrl url, Predicate<String> readsType) {
    List<String> types = SuffixTypes.of(url);
    return !types.isEmpty() && types.stream().noneMatch(readsType);
  }

  /**
   * Checks a link of a page.
   *
   * @param page the page
   * @param target the target of the link
   * @return the reason why the link should not be queued, or empty if there is none
   */
  public Optional<SkipReason> checkLink(CrawlUrl page, CrawlUrl target) {
    return set.skipSortOrders && SortOrders.isSortOrder(page, target)
        ? Optional.of(SkipReason.SORT_ORDER)
        : Optional.empty();
  }

  int maxPathSegments() {
    return set.maxPathSegments;
  }

  int maxSegmentRepeats() {
    return set.maxSegmentRepeats;
  }

  int maxParameters() {
    return set.maxParameters;
  }

  boolean skipsSessionIds() {
    return set.skipSessionIds;
  }

  boolean isOddYear(int year) {
    return year < set.firstYear || year > set.lastYear;
  }

  /** {@return the most URLs of one pattern} */
  public int maxUrlsPerPattern() {
    return set.maxUrlsPerPattern;
  }

  /** {@return the most hosts of one registrable domain} */
  public int maxHostsPerDomain() {
    return set.maxHostsPerDomain;
  }

  /** {@return the most pages of a host without a relevant one} */
  public int pagesPerHost() {
    return set.pagesPerHost;
  }

  /** {@return the additional pages of a host for each relevant one} */
  public int pagesPerRelevantPage() {
    return set.pagesPerRelevantPage;
  }

  /** {@return whether the links of duplicates are followed} */
  public boolean expandsDuplicates() {
    return set.expandDuplicates;
  }

  /** {@return whether parameters without effect are left out when URLs are compared} */
  public boolean mergesParameters() {
    return set.mergeParameters;
  }

  /**
   * Builds {@link TrapRules}. Each call checks its arguments, and throws an {@link
   * IllegalStateException} if a call before has set the same. Not thread-safe.
   */
  public static final class Builder {

    private final SettingCalls calls = new SettingCalls();
    private int maxUrlLength = 2_000;
    private int maxPathSegments = 20;
    private int maxSegmentRepeats = 3;
    private int maxParameters = 20;
    private boolean skipSessionIds = true;
    private boolean skipUnreadTypes = true;
    private boolean skipSortOrders = true;
    private int firstYear = 1900;
    private int lastYear = 2050;
    private int maxUrlsPerPattern = 2_000;
    private int maxHostsPerDomain = 1_000;
    private int pagesPerHost = 10_000;
    private int pagesPerRelevantPage = 20;
    private boolean expandDuplicates = true;
    private boolean mergeParameters = true;

    private Builder() {}

    /**
     * Limits the length of URLs.
     *
     * @param characters above 0, by default 2,000
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxUrlLength(int characters) {
      return set("maxUrlLength", characters);
    }

    /**
     * Limits the depth of paths.
     *
     * @param segments those between slashes, above 0, by default 20
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxPathSegments(int segments) {
      return set("maxPathSegments", segments);
    }

    /**
     * Limits the occurrences of one segment in a path, as {@code a} does three times in {@code
     * /a/b/a/b/a/b}.
     *
     * @param repeats above 0, by default 3
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxSegmentRepeats(int repeats) {
      return set("maxSegmentRepeats", repeats);
    }

    /**
     * Limits the parameters of a query.
     *
     * @param parameters above 0, by default 20
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxParameters(int parameters) {
      return set("maxParameters", parameters);
    }

    /**
     * Sets whether URLs with a session id in their query are left out. A site with no other URLs
     * can still be crawled with a {@link io.dowser.crawler.url.UrlCanonicalizer} that removes the
     * id.
     *
     * @param skip by default true
     * @return this
     */
    public Builder skipSessionIds(boolean skip) {
      return set("skipSessionIds", skip);
    }

    /**
     * Sets whether URLs are left out whose path has the suffix of a media type that no page
     * analyzer of the crawl reads: archives, images, audio, video, fonts, programs and packages,
     * PDF and Office documents. Set this to false for a crawl that stores such files with a fetcher
     * that accepts their types.
     *
     * @param skip by default true
     * @return this
     */
    public Builder skipUnreadTypes(boolean skip) {
      return set("skipUnreadTypes", skip);
    }

    /**
     * Sets whether links of a directory listing are left out that show the listing in another
     * order, such as {@code ?C=M;O=D}.
     *
     * @param skip by default true
     * @return this
     */
    public Builder skipSortOrders(boolean skip) {
      return set("skipSortOrders", skip);
    }

    /**
     * Sets the years that the date in a URL may have, such as in the pages of a calendar. A day is
     * recognized by its shape: {@code /2026/11/03}, {@code ?from=2026-11-03}. A month is recognized
     * only next to a calendar word ({@code /events/2026/11}, {@code ?month=2026-11}), and a number
     * of four digits only if a parameter is named {@code year}.
     *
     * @param first 0 up to {@code last}, by default 1900
     * @param last up to 9999, by default 2050
     * @return this
     * @throws IllegalArgumentException if they are out of their ranges
     */
    public Builder years(int first, int last) {
      calls.set(Map.of("firstYear", first, "lastYear", last), this::read);
      return this;
    }

    /**
     * Limits the queued URLs of one host that differ only in digits and in the values of their
     * parameters.
     *
     * @param urls above 0, by default 2,000; each relevant page of the host adds {@link
     *     #pagesPerRelevantPage}
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxUrlsPerPattern(int urls) {
      return set("maxUrlsPerPattern", urls);
    }

    /**
     * Limits the hosts of one registrable domain that have URLs queued. A domain with wildcard DNS
     * has an unlimited number of hosts.
     *
     * @param hosts above 0, by default 1,000; each relevant page of the domain adds {@link
     *     #pagesPerRelevantPage}
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder maxHostsPerDomain(int hosts) {
      return set("maxHostsPerDomain", hosts);
    }

    /**
     * Limits the visited pages of one host: this number, and {@link #pagesPerRelevantPage} more for
     * each relevant one, but two fewer for each duplicate and half a page fewer for each page off
     * the topic. A host without useful pages ends after two thirds of the number, one with
     * duplicates only after two sevenths.
     *
     * @param pages above 0, by default 10,000
     * @return this
     * @throws IllegalArgumentException if it is not above 0
     */
    public Builder pagesPerHost(int pages) {
      return set("pagesPerHost", pages);
    }

    /**
     * Sets the number that a relevant page adds to the budgets of its host.
     *
     * @param pages 0 or more, by default 20
     * @return this
     * @throws IllegalArgumentException if it is negative
     */
    public Builder pagesPerRelevantPage(int pages) {
      return set("pagesPerRelevantPage", pages);
    }

    /**
     * Sets whether the links of duplicates and near-duplicates are followed.
     *
     * @param expand by default true: duplicates are only counted and reported
     * @return this
     */
    public Builder expandDuplicates(boolean expand) {
      return set("expandDuplicates", expand);
    }

    /**
     * Sets whether URLs count as one if they differ only in a parameter without effect. A parameter
     * has no effect if the main texts of several pages of the host were equal with and without it.
     *
     * @param merge by default true
     * @return this
     */
    public Builder mergeParameters(boolean merge) {
      return set("mergeParameters", merge);
    }

    /**
     * Sets all of these from text. The names are those of the methods; those of {@link #years} are
     * {@code firstYear} and {@code lastYear}.
     *
     * @param settings the texts by name; absent ones change nothing
     * @return this
     * @throws SettingException if a value is not allowed
     */
    public Builder settings(Settings settings) {
      calls.set(settings, this::read);
      return this;
    }

    private Builder set(String name, Object value) {
      calls.set(name, value, this::read);
      return this;
    }

    private void read(Settings settings) {
      maxUrlLength = positive(settings, "maxUrlLength", maxUrlLength, "Maximum length of a URL.");
      maxPathSegments =
          positive(
              settings,
              "maxPathSegments",
              maxPathSegments,
              "Maximum number of segments of a path.");
      maxSegmentRepeats =
          positive(
              settings,
              "maxSegmentRepeats",
              maxSegmentRepeats,
              "Maximum number of occurrences of a segment in a path.");
      maxParameters =
          positive(
              settings, "maxParameters", maxParameters, "Maximum number of parameters of a query.");
      skipSessionIds =
          settings.flag(
              "skipSessionIds",
              skipSessionIds,
              "Whether URLs with a session id in their query are left out.");
      skipUnreadTypes =
          settings.flag(
              "skipUnreadTypes",
              skipUnreadTypes,
              "Whether URLs are left out whose suffix names a type that no page analyzer reads.");
      skipSortOrders =
          settings.flag(
              "skipSortOrders",
              skipSortOrders,
              "Whether links are left out that only sort a directory listing.");
      readYears(settings);
      maxUrlsPerPattern =
          positive(
              settings,
              "maxUrlsPerPattern",
              maxUrlsPerPattern,
              "Queued URLs of a host that differ in digits and values of parameters only.");
      maxHostsPerDomain =
          positive(
              settings,
              "maxHostsPerDomain",
              maxHostsPerDomain,
              "Hosts of a registrable domain that have URLs queued.");
      pagesPerHost =
          positive(
              settings,
              "pagesPerHost",
              pagesPerHost,
              "Maximum number of visited pages of a host; relevant pages add to it.");
      pagesPerRelevantPage =
          settings.integer(
              "pagesPerRelevantPage",
              pagesPerRelevantPage,
              0,
              Integer.MAX_VALUE,
              "Pages that a relevant page adds to the budgets of its host.");
      expandDuplicates =
          settings.flag(
              "expandDuplicates",
              expandDuplicates,
              "Whether the links of duplicates and near-duplicates are followed.");
      mergeParameters =
          settings.flag(
              "mergeParameters",
              mergeParameters,
              "Whether parameters that change nothing in several pages of a host are ignored.");
    }

    private void readYears(Settings settings) {
      int first =
          settings.integer(
              "firstYear", firstYear, 0, 9_999, "First year that the date in a URL may have.");
      int last =
          settings.integer(
              "lastYear", lastYear, 0, 9_999, "Last year that the date in a URL may have.");
      if (last < first) {
        throw new SettingException("lastYear", "" + last, "at least firstYear, " + first);
      }
      firstYear = first;
      lastYear = last;
    }

    private static int positive(Settings settings, String name, int byDefault, String summary) {
      return settings.integer(name, byDefault, 1, Integer.MAX_VALUE, summary);
    }

    /**
     * Creates the rules.
     *
     * @return rules with the settings so far
     */
    public TrapRules build() {
      Settings values = Settings.none();
      read(values);
      return new TrapRules(values.inEffect());
    }
  }
}
