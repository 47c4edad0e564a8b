package io.dowser.crawler.api;

import io.dowser.crawler.api.internal.Checks;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads text and links out of a fetched page.
 *
 * <p>Called by many threads at once, one page each. Pages may be truncated, empty, not of a type
 * that it reads or hostile: each of them gives a page, if need be an empty one or one that says why
 * it is {@linkplain AnalyzedPage.Builder#unreadable unreadable}, and never an exception.
 *
 * <p>A crawl has one analyzer for each media type. One that reads other types than HTML says so:
 *
 * <pre>{@code
 * public List<Type> types() {
 *   return List.of(Type.whole("application/pdf", 20 << 20));
 * }
 * }</pre>
 *
 * <p>A crawl closes an analyzer that it created, by name or by a function of its context, if that
 * is {@link AutoCloseable}.
 */
@FunctionalInterface
public interface PageAnalyzer {

  /**
   * Analyses one page.
   *
   * @param fetched the response
   * @param arrival the candidate that led here
   * @return the page, with relevance 0
   */
  AnalyzedPage analyze(FetchResult.Fetched fetched, Candidate arrival);

  /**
   * {@return the media types that it reads, at least one, always the same; by default HTML, XHTML
   * and plain text} Each request of a crawl has the types of all its analyzers, see {@link
   * FetchRequest#types}.
   */
  default List<Type> types() {
    return Type.HTML_AND_TEXT;
  }

  /**
   * A media type that an analyzer reads.
   *
   * @param mediaType type and subtype without parameters, in lower case, such as {@code
   *     application/pdf}
   * @param maxBytes decoded bytes that the fetcher {@code okhttp} keeps of a document: 1 to
   *     1,073,741,824, or 0 for the limit that the fetcher has for all types. Each worker of a
   *     crawl may hold one document
   * @param readsTruncated whether a truncated document is analysed up to the point of truncation;
   *     if not, its URL fails with {@link FetchResult.FailureReason#TRUNCATED}
   */
  record Type(String mediaType, int maxBytes, boolean readsTruncated) {

    /** HTML, XHTML and plain text, with the limit of the fetcher, truncated or not. */
    public static final List<Type> HTML_AND_TEXT =
        List.of(of("text/html"), of("application/xhtml+xml"), of("text/plain"));

    private static final int MOST_BYTES = 1 << 30;

    /**
     * Checks the components.
     *
     * @param mediaType type and subtype
     * @param maxBytes 0 to 1,073,741,824
     * @param readsTruncated whether a truncated document is analysed
     * @throws IllegalArgumentException if the media type is none, or the number is out of its range
     */
    public Type {
      String token = "[a-z0-9!#$&^_.+-]+"; // RFC 6838, section 4.2
      if (!Pattern.matches(token + "/" + token, mediaType.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "mediaType must be a media type such as application/pdf, but was '" + mediaType + "'");
      }
      mediaType = mediaType.toLowerCase(Locale.ROOT);
      Checks.within("maxBytes", maxBytes, 0, MOST_BYTES);
    }

    /**
     * {@return a type with the fetcher's limit, which is read even if it is truncated}
     *
     * @param mediaType type and subtype
     * @throws IllegalArgumentException if the media type is none
     */
    public static Type of(String mediaType) {
      return new Type(mediaType, 0, true);
    }

    /**
     * {@return a type with its own limit, which is not read if it is truncated}
     *
     * @param mediaType type and subtype
     * @param maxBytes decoded bytes, 1 to 1,073,741,824
     * @throws IllegalArgumentException if the media type is none, or the number is out of its range
     */
    public static Type whole(String mediaType, int maxBytes) {
      return new Type(mediaType, Checks.positive("maxBytes", maxBytes), false);
    }
  }
}
