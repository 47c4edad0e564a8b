package io.dowser.crawler.api;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.internal.Checks;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * The attributes of a page, in addition to its whole text and its links: its metadata, its main
 * text, and the matches of a crawl's selectors. {@link AnalyzedPage} has the language, the
 * canonical URL and the original title.
 *
 * <pre>{@code
 * PageAttributes attributes = visit.page().attributes();
 * for (PageAttributes.Chunk chunk : attributes.chunks(2_000)) {
 *   index.add(visit.url(), chunk.headings(), chunk.markdown());
 * }
 * }</pre>
 *
 * <p>Immutable and thread-safe. All texts are unchanged from the page, so a program that shows them
 * as HTML must escape them.
 *
 * @param title the title of the page's content without the name of the site, possibly empty
 * @param siteName the name of the site, empty if the page does not name it
 * @param description the description that the page has for search results, possibly empty
 * @param openGraph the values of each Open Graph property by its name, such as {@code og:type}, in
 *     the order of the page
 * @param jsonLd the JSON-LD blocks as they stand, not parsed, so possibly malformed
 * @param published when the page was published, if it names or shows the time, with the day and the
 *     offset from UTC that the page shows; one without a time zone is read as UTC
 * @param modified when the page was modified, likewise
 * @param authors the names of authors, none twice
 * @param image the picture that the page names for previews
 * @param licence the address of the licence, else its name; empty if the page names none
 * @param breadcrumb the names of the pages above this one, from the home page down; may end with
 *     this page; empty if the page shows none
 * @param sources the places that values came from, by the names of these parameters, {@code
 *     language} and {@code canonical} of the page: {@code json-ld FIELD}, {@code meta NAME}, {@code
 *     element NAME}, {@code h1}, {@code title}, {@code text} or {@code address}; several are
 *     separated by commas
 * @param headings all headings of the page in its order
 * @param tables the tables of the main text in Markdown, without those that only lay out a page
 * @param mainText the text without navigation, advertisements and what else repeats on a site's
 *     pages, as plain text with an empty line between blocks; possibly empty
 * @param markdown the main text in Markdown (CommonMark with tables), with absolute links
 * @param extracted the values that the selectors of a crawl match, by name, in the order of the
 *     page; an empty list for a selector that matches nothing. A value is a {@link String}, {@link
 *     BigDecimal}, {@link OffsetDateTime} or {@link CrawlUrl}, or for a name with parts a {@code
 *     Map<String, List<Object>>} of such values by the names of the parts
 * @param unread the texts that cannot be read as the type of their name, by name, such as {@code
 *     offers.price}; none of them is in {@code extracted}
 */
public record PageAttributes(
    String title,
    String siteName,
    String description,
    Map<String, List<String>> openGraph,
    List<String> jsonLd,
    Optional<OffsetDateTime> published,
    Optional<OffsetDateTime> modified,
    List<String> authors,
    Optional<CrawlUrl> image,
    String licence,
    List<String> breadcrumb,
    Map<String, String> sources,
    List<Heading> headings,
    List<String> tables,
    String mainText,
    String markdown,
    Map<String, List<Object>> extracted,
    Map<String, List<String>> unread) {

  /** The attributes of a page whose analyzer knows none. */
  public static final PageAttributes EMPTY = ofText("", List.of(), "", "");

  /**
   * Copies lists and maps, whose order is kept, and refuses nulls.
   *
   * @param title the title of the page's content without the name of the site, possibly empty
   * @param siteName the name of the site, empty if the page does not name it
   * @param description the description that the page has for search results, possibly empty
   * @param openGraph the values of each Open Graph property by its name, such as {@code og:type},
   *     in the order of the page
   * @param jsonLd the JSON-LD blocks as they stand, not parsed, so possibly malformed
   * @param published when the page was published, if it names or shows the time, with the day and
   *     the offset from UTC that the page shows; one without a time zone is read as UTC
   * @param modified when the page was modified, likewise
   * @param authors the names of authors, none twice
   * @param image the picture that the page names for previews
   * @param licence the address of the licence, else its name; empty if the page names none
   * @param breadcrumb the names of the pages above this one, from the home page down; may end with
   *     this page; empty if the page shows none
   * @param sources the places that values came from, by the names of these parameters, {@code
   *     language} and {@code canonical} of the page: {@code json-ld FIELD}, {@code meta NAME},
   *     {@code element NAME}, {@code h1}, {@code title}, {@code text} or {@code address}; several
   *     are separated by commas
   * @param headings all headings of the page in its order
   * @param tables the tables of the main text in Markdown, without those that only lay out a page
   * @param mainText the text without navigation, advertisements and what else repeats on a site's
   *     pages, as plain text with an empty line between blocks; possibly empty
   * @param markdown the main text in Markdown (CommonMark with tables), with absolute links
   * @param extracted the values that the selectors of a crawl match, by name, in the order of the
   *     page; an empty list for a selector that matches nothing. A value is a {@link String},
   *     {@link BigDecimal}, {@link OffsetDateTime} or {@link CrawlUrl}, or for a name with parts a
   *     {@code Map<String, List<Object>>} of such values by the names of the parts
   * @param unread the texts that cannot be read as the type of their name, by name, such as {@code
   *     offers.price}; none of them is in {@code extracted}
   * @throws IllegalArgumentException if an extracted value has another type
   */
  public PageAttributes {
    requireNonNull(title, "title");
    requireNonNull(siteName, "siteName");
    requireNonNull(description, "description");
    openGraph = copy(openGraph);
    jsonLd = List.copyOf(jsonLd);
    requireNonNull(published, "published");
    requireNonNull(modified, "modified");
    authors = List.copyOf(authors);
    requireNonNull(image, "image");
    requireNonNull(licence, "licence");
    breadcrumb = List.copyOf(breadcrumb);
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
    headings = List.copyOf(headings);
    tables = List.copyOf(tables);
    requireNonNull(mainText, "mainText");
    requireNonNull(markdown, "markdown");
    extracted = copyValues(extracted);
    unread = copy(unread);
  }

  /**
   * Returns the attributes of a page that has nothing besides its title and text.
   *
   * @param title the title, possibly empty
   * @param headings all headings of the page in its order
   * @param mainText the main text as plain text
   * @param markdown the main text in Markdown
   * @return the attributes
   */
  public static PageAttributes ofText(
      String title, List<Heading> headings, String mainText, String markdown) {
    return new PageAttributes(
        title,
        "",
        "",
        Map.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        "",
        List.of(),
        Map.of(),
        headings,
        List.of(),
        mainText,
        markdown,
        Map.of(),
        Map.of());
  }

  private static Map<String, List<String>> copy(Map<String, List<String>> lists) {
    Map<String, List<String>> copy = new LinkedHashMap<>();
    lists.forEach((name, values) -> copy.put(name, List.copyOf(values)));
    return Collections.unmodifiableMap(copy);
  }

  private static Map<String, List<Object>> copyValues(Map<?, ?> lists) {
    Map<String, List<Object>> copy = new LinkedHashMap<>();
    lists.forEach(
        (name, values) ->
            copy.put(
                (String) name,
                ((List<?>) values).stream().map(PageAttributes::copyValue).toList()));
    return Collections.unmodifiableMap(copy);
  }

  private static Object copyValue(Object value) {
    if (value instanceof Map<?, ?> map) {
      return copyValues(map);
    }
    if (value instanceof String
        || value instanceof BigDecimal
        || value instanceof OffsetDateTime
        || value instanceof CrawlUrl) {
      return value;
    }
    throw new IllegalArgumentException(
        "an extracted value must be a String, BigDecimal, OffsetDateTime, CrawlUrl or Map, but was "
            + value);
  }

  /**
   * Splits the main text into chunks by their length, without overlap. See {@link
   * #chunks(ToIntFunction, int, int)}.
   *
   * @param maxCharacters the length of the longest chunk, 100 or more; the headings do not count
   * @return the chunks in the order of the page, an unmodifiable list; empty without main text
   * @throws IllegalArgumentException if the length is below 100
   */
  public List<Chunk> chunks(int maxCharacters) {
    Checks.within("maxCharacters", maxCharacters, Chunks.SHORTEST, Integer.MAX_VALUE);
    return chunks(String::length, maxCharacters, 0);
  }

  /**
   * Splits the main text into chunks, as search by embeddings needs them. A chunk holds blocks that
   * follow each other below the same headings. A block that is larger than a chunk is split at the
   * end of a line, of a sentence or of a word, in this order of preference.
   *
   * <pre>{@code
   * attributes.chunks(tokenizer::countTokens, 512, 64);
   * }</pre>
   *
   * @param size returns the size of a text, such as its tokens as the model counts them. A longer
   *     text should not have the smaller size. It is called once or twice for each block and some
   *     30 times for each chunk
   * @param max the size of the largest chunk, 1 or more; the headings do not count. Only a single
   *     character may be larger
   * @param overlap the size of the text that a chunk repeats from the one before below the same
   *     headings, from 0 to half of {@code max}. The text is the last whole blocks, else sentences,
   *     up to that size. A block that fits into a chunk only without it comes without it
   * @return the chunks in the order of the page, an unmodifiable list; empty without main text
   * @throws IllegalArgumentException if {@code max} or {@code overlap} is out of range
   */
  public List<Chunk> chunks(ToIntFunction<String> size, int max, int overlap) {
    requireNonNull(size, "size");
    Checks.within("max", max, 1, Integer.MAX_VALUE);
    Checks.within("overlap", overlap, 0, max / 2);
    return new Chunks(size, max, overlap).of(markdown);
  }

  /**
   * A heading.
   *
   * @param level 1 to 6
   * @param text its text, not empty
   */
  public record Heading(int level, String text) {

    /**
     * Refuses other levels.
     *
     * @param level 1 to 6
     * @param text its text
     * @throws IllegalArgumentException if the level is not 1 to 6
     */
    public Heading {
      Checks.within("level", level, 1, 6);
      requireNonNull(text, "text");
    }
  }

  /**
   * A part of the main text.
   *
   * @param headings the headings that it stands below, from the widest to the narrowest; empty
   *     above the first heading
   * @param markdown its text, without the headings
   * @param size the size of the text as the caller of {@code chunks} counts it, such as its tokens
   *     or characters, 0 or more
   */
  public record Chunk(List<String> headings, String markdown, int size) {

    /**
     * Copies the list.
     *
     * @param headings the headings that it stands below
     * @param markdown its text
     * @param size the size of its text
     * @throws IllegalArgumentException if the size is negative
     */
    public Chunk {
      headings = List.copyOf(headings);
      requireNonNull(markdown, "markdown");
      Checks.within("size", size, 0, Integer.MAX_VALUE);
    }
  }
}
