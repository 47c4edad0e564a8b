package io.dowser.crawler.url;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.nio.charset.Charset;
import okhttp3.HttpUrl;
import org.jspecify.annotations.Nullable;

/**
 * Resolves and canonicalises the links of one page.
 *
 * <p>A reference that one scan proves to be written canonically is glued to the base; only the
 * others are parsed, and for them the base. Both ways give the same URL.
 *
 * <p>Not thread-safe. Made by {@link UrlCanonicalizer#resolver(CrawlUrl)}.
 */
public final class UrlResolver {

  private final UrlCanonicalizer canonicalizer;
  private final PlainReference plain;
  private final @Nullable QueryEncoder queryEncoder;
  private final CrawlUrl base;

  /** Made when it is needed first; most pages have plain links only. */
  private @Nullable HttpUrl parsedBase;

  /** The base in canonical form, or null if it is written otherwise. */
  private final @Nullable CrawlUrl canonicalBase;

  /** Scheme, host, port and the slash after them; empty if nothing is relative to the base. */
  private final String root;

  /** The root and the path as far as its last slash. */
  private final String directory;

  UrlResolver(UrlCanonicalizer canonicalizer, CrawlUrl base, Charset pageCharset) {
    this.canonicalizer = canonicalizer;
    this.plain = canonicalizer.plain();
    this.queryEncoder = QueryEncoder.of(pageCharset);
    this.base = base;
    CrawlUrl canonical = canonical();
    boolean isCanonical = canonical != null && canonical.equals(base);
    this.canonicalBase = isCanonical ? canonical : null;
    this.root = canonical == null ? "" : canonical.origin() + "/";
    this.directory = canonical == null ? "" : directoryOf(canonical);
  }

  private @Nullable CrawlUrl canonical() {
    CrawlUrl plainly = canonicalizer.plainUrl(base.toString());
    if (plainly != null) {
      return plainly;
    }
    HttpUrl parsed = parsedBase();
    return parsed == null ? null : canonicalizer.serialize(parsed);
  }

  private @Nullable HttpUrl parsedBase() {
    if (parsedBase == null) {
      parsedBase = ParsedUrl.of(base.toString());
    }
    return parsedBase;
  }

  private static String directoryOf(CrawlUrl url) {
    String form = url.toString();
    int query = form.indexOf('?');
    int end = query < 0 ? form.length() : query;
    return form.substring(0, form.lastIndexOf('/', end) + 1);
  }

  /**
   * Resolves one reference.
   *
   * @param href as the page has it, with spaces around it or not; the empty reference is the base
   * @return its canonical form, or null if it is not a web address ({@code mailto:}, {@code
   *     javascript:} and the like), if no parser can read it, or if it is longer than {@link
   *     CrawlUrl#MAX_LENGTH} (the reference itself: {@link UrlCanonicalizer#MAX_INPUT})
   */
  public @Nullable CrawlUrl resolve(String href) {
    requireNonNull(href, "href");
    if (href.length() > UrlCanonicalizer.MAX_INPUT) {
      return null;
    }
    CrawlUrl url = root.isEmpty() ? null : resolvePlain(href);
    return url == null ? resolveParsed(href) : url;
  }

  /**
   * Resolves one reference as it is written: no index file is dropped, no tilde is escaped, no
   * parameter is removed. For servers that redirect from the canonical form to another.
   *
   * @param href as the server has it
   * @return where it leads, without user information and fragment; null if {@link #resolve} gives
   *     null
   */
  public @Nullable CrawlUrl resolveAsWritten(String href) {
    CrawlUrl canonical = resolve(href);
    HttpUrl parsed =
        canonical == null ? null : canonicalizer.parseOnly(parsedBase(), href, queryEncoder);
    if (canonical == null || parsed == null) {
      return null;
    }
    String query = parsed.encodedQuery();
    String tail = parsed.encodedPath() + (query == null ? "" : "?" + query);
    String form = canonical.origin() + tail;
    return form.length() > CrawlUrl.MAX_LENGTH ? null : CrawlUrl.of(form);
  }

  @Nullable CrawlUrl resolveParsed(String href) {
    return canonicalizer.parse(parsedBase(), href, queryEncoder);
  }

  @Nullable CrawlUrl resolvePlain(String href) {
    char first = href.isEmpty() ? '#' : href.charAt(0);
    return switch (first) {
      case '#' -> canonicalBase;
      case '?' -> withQuery(href);
      case '/' -> underRoot(href);
      case '.' -> aboveOrHere(href);
      default -> href.indexOf(':') < 0 ? under(directory.length(), href, 0) : absolute(href);
    };
  }

  private @Nullable CrawlUrl withQuery(String href) {
    int end = canonicalBase == null ? PlainReference.NOT_PLAIN : plain.queryEnd(href, 1);
    if (canonicalBase == null || end == PlainReference.NOT_PLAIN) {
      return null;
    }
    String page = canonicalBase.toString();
    int query = page.indexOf('?');
    return glue(page, query < 0 ? page.length() : query, href, 0, end);
  }

  private @Nullable CrawlUrl underRoot(String href) {
    boolean namesHost = href.length() > 1 && href.charAt(1) == '/';
    return namesHost ? null : under(root.length(), href, 1);
  }

  private @Nullable CrawlUrl aboveOrHere(String href) {
    int directoryEnd = directory.length();
    int i = 0;
    while (href.startsWith("../", i)) {
      directoryEnd = Math.max(root.length(), directory.lastIndexOf('/', directoryEnd - 2) + 1);
      i += 3;
    }
    return under(directoryEnd, href, i > 0 || !href.startsWith("./") ? i : 2);
  }

  private @Nullable CrawlUrl under(int directoryEnd, String href, int from) {
    int end = plain.end(href, from);
    return end == PlainReference.NOT_PLAIN ? null : glue(directory, directoryEnd, href, from, end);
  }

  private static @Nullable CrawlUrl glue(
      String start, int startEnd, String href, int from, int end) {
    int length = startEnd + end - from;
    if (length > CrawlUrl.MAX_LENGTH) {
      return null;
    }
    var form = new StringBuilder(length).append(start, 0, startEnd).append(href, from, end);
    return CrawlUrl.of(form.toString());
  }

  private @Nullable CrawlUrl absolute(String href) {
    return href.startsWith(root)
        ? canonicalizer.plainUrl(href, root.length())
        : canonicalizer.plainUrl(href);
  }
}
