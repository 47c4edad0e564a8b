package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.SeedAreas.Border;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The URLs that a crawl may visit: a border around its seeds, additional URL patterns, and whether
 * to fetch pages beyond the border that pages within it link to.
 *
 * <pre>{@code
 * Crawler.builder()
 *     .stayOn(Scope.HOST.including("static.example.net/docs/").excluding("/print/", "/*.pdf$"))
 *     .seed("https://www.example.org/")
 *     .seed("https://www.example.com/manual/", Scope.PREFIX.beyond())
 * }</pre>
 *
 * <p>A URL is in the scope of a seed if it is within the border or an including pattern matches it,
 * and no excluding pattern does. It is in the scope of a crawl if it is in that of one seed or
 * more.
 *
 * <p>A pattern is {@code [http[s]://][host[:port]][/path]}. A missing part matches anything:
 *
 * <ul>
 *   <li>{@code example.org} is one host, {@code *.example.org} is that host and all below it. A
 *       host may be written in Unicode.
 *   <li>The path and query are as in robots.txt: a beginning, with {@code *} for any characters and
 *       {@code $} at the end for the end of the URL. {@code example.org/docs/} is a folder, {@code
 *       /*.pdf$} is a kind of file on all hosts.
 * </ul>
 *
 * <p>Immutable and thread-safe.
 */
public final class Scope {

  /** All URLs. */
  public static final Scope ANYWHERE = new Scope(Border.ANYWHERE, List.of(), List.of(), false);

  /**
   * The host of the seed, with any scheme and port. {@code www.example.org} and {@code example.org}
   * count as one host, because many sites redirect from one to the other.
   */
  public static final Scope HOST = new Scope(Border.HOST, List.of(), List.of(), false);

  /**
   * The registrable domain of the seed, such as {@code example.co.uk}, with all hosts below it. The
   * public suffix list decides, see {@link io.dowser.crawler.Politeness#registrableDomain}.
   */
  public static final Scope DOMAIN = new Scope(Border.DOMAIN, List.of(), List.of(), false);

  /**
   * The folder of the seed on its host: for {@code https://example.org/docs/intro} all URLs whose
   * path starts with {@code /docs/}. The folder is the path up to its last slash, so {@code /docs}
   * without a slash at the end is a file of the folder {@code /}. Hosts, schemes and ports are as
   * for {@link #HOST}.
   */
  public static final Scope PREFIX = new Scope(Border.PREFIX, List.of(), List.of(), false);

  private static final String BEYOND = "beyond";

  private final Border border;
  private final List<ScopePattern> included;
  private final List<ScopePattern> excluded;
  private final boolean reachesBeyond;

  private Scope(
      Border border,
      List<ScopePattern> included,
      List<ScopePattern> excluded,
      boolean reachesBeyond) {
    this.border = border;
    this.included = included;
    this.excluded = excluded;
    this.reachesBeyond = reachesBeyond;
  }

  /**
   * {@return the scope of the URLs that match a pattern, wherever the seeds are}
   *
   * @param patterns one or more, see the class comment
   * @throws IllegalArgumentException if there is none, or one is invalid; the message names it
   */
  public static Scope of(String... patterns) {
    if (patterns.length == 0) {
      throw new IllegalArgumentException("a scope needs at least one pattern, but was given none");
    }
    return new Scope(Border.PATTERNS, List.of(), List.of(), false).including(patterns);
  }

  /**
   * {@return this scope with the URLs that match a pattern added}
   *
   * @param patterns added to those before, see the class comment
   * @throws IllegalArgumentException if one is invalid; the message names it
   */
  public Scope including(String... patterns) {
    return new Scope(border, joined(included, patterns), excluded, reachesBeyond);
  }

  /**
   * {@return this scope without the URLs that match a pattern} Excluding patterns prevail over
   * including ones.
   *
   * @param patterns added to those before, see the class comment
   * @throws IllegalArgumentException if one is invalid; the message names it
   */
  public Scope excluding(String... patterns) {
    return new Scope(border, included, joined(excluded, patterns), reachesBeyond);
  }

  /**
   * {@return this scope with the pages beyond it that its pages link to} Links of those pages must
   * lead back into the scope. A redirect out of the scope counts as a link, one between pages
   * beyond it does not. URLs that an excluding pattern matches are never fetched. Entries of
   * sitemaps must be in the scope.
   */
  public Scope beyond() {
    return new Scope(border, included, excluded, true);
  }

  private static List<ScopePattern> joined(List<ScopePattern> before, String... patterns) {
    return Stream.concat(before.stream(), Arrays.stream(patterns).map(ScopePattern::of))
        .distinct()
        .toList();
  }

  /**
   * {@return the canonical form of a pattern} For a program that keeps patterns.
   *
   * @param text see the class comment
   * @throws IllegalArgumentException if it is invalid; the message names it
   */
  public static String pattern(String text) {
    return ScopePattern.of(text).toString();
  }

  /** {@return whether pages beyond this scope are fetched that its pages link to} */
  public boolean reachesBeyond() {
    return reachesBeyond;
  }

  /**
   * {@return a test of the URLs that are in this scope of one of some seeds} The test is
   * thread-safe, and does not take longer for many seeds. Pages {@link #beyond} the scope fail it.
   *
   * @param seeds the seeds of the border; a seed that a pattern excludes fails the test, too
   */
  public Predicate<CrawlUrl> around(Collection<CrawlUrl> seeds) {
    var areas = new SeedAreas(border, seeds);
    return url -> (areas.contain(url) || matches(included, url)) && !matches(excluded, url);
  }

  /**
   * {@return the first excluding pattern that matches a URL, empty if none does}
   *
   * @param url any URL
   */
  public Optional<String> excludingPattern(CrawlUrl url) {
    return excluded.stream()
        .filter(pattern -> pattern.matches(url))
        .map(ScopePattern::toString)
        .findFirst();
  }

  private static boolean matches(List<ScopePattern> patterns, CrawlUrl url) {
    for (ScopePattern pattern : patterns) {
      if (pattern.matches(url)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Parses the text of {@link #toString}.
   *
   * @param text such as {@code HOST +static.example.net/docs/ -/print/ beyond}: one of {@code
   *     ANYWHERE}, {@code HOST}, {@code DOMAIN}, {@code PREFIX} and {@code PATTERNS}, then patterns
   *     and {@code beyond}
   * @return the scope
   * @throws IllegalArgumentException if it is no such text; the message names the wrong word
   */
  public static Scope parse(String text) {
    List<String> words = List.of(requireNonNull(text, "text").strip().split("\\s+"));
    Scope scope = new Scope(Border.parse(words.get(0)), List.of(), List.of(), false);
    for (String word : words.subList(1, words.size())) {
      scope = scope.with(word);
    }
    return scope;
  }

  private Scope with(String word) {
    if (word.startsWith("+")) {
      return including(word.substring(1));
    }
    if (word.startsWith("-")) {
      return excluding(word.substring(1));
    }
    if (word.equals(BEYOND)) {
      return beyond();
    }
    throw new IllegalArgumentException(
        "a word of a scope must be +pattern, -pattern or beyond, but was '" + word + "'");
  }

  /** {@return a text that {@link #parse} reads} */
  @Override
  public String toString() {
    return Stream.of(
            Stream.of(border.name()),
            included.stream().map(pattern -> "+" + pattern),
            excluded.stream().map(pattern -> "-" + pattern),
            reachesBeyond ? Stream.of(BEYOND) : Stream.<String>of())
        .flatMap(Function.identity())
        .collect(Collectors.joining(" "));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Scope scope && toString().equals(scope.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }
}
