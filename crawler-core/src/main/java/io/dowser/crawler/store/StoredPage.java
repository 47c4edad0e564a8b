package io.dowser.crawler.store;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.PageAttributes;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/**
 * A page in the directory of a crawl, in its last version.
 *
 * <pre>{@code
 * try (Stream<StoredPage> pages = history.pages(PageSelection.ALL)) {
 *   pages.forEach(page -> index.add(page.url().toString(), page.chunks(1_000)));
 * }
 * }</pre>
 *
 * @param crawl name of the crawl
 * @param visit number of its first visit, from 1
 * @param url its URL, after redirects
 * @param title its title without the name of the site, 500 characters at most
 * @param passage sentence of the main text with most terms of the topic
 * @param published day of publication
 * @param fetched when this version was fetched first
 * @param version number of the version, 1 for that of the first visit
 * @param relevance 0 to 1
 * @param depth links between it and a seed
 * @param bytes size of its body, decoded
 * @param duplicates number of equal pages under other URLs, which count for nothing
 * @param text main text, 20,000 characters at most
 * @param markdown main text in Markdown, 100,000 characters at most; the plain text of a page whose
 *     analyzer knows no Markdown
 */
public record StoredPage(
    String crawl,
    long visit,
    CrawlUrl url,
    String title,
    String passage,
    Optional<LocalDate> published,
    Instant fetched,
    int version,
    double relevance,
    int depth,
    long bytes,
    long duplicates,
    String text,
    String markdown) {

  /**
   * Splits the main text into chunks with their headings.
   *
   * @param maxCharacters the length of the longest chunk, 100 or more
   * @return the chunks, as {@link PageAttributes#chunks(int)} returns them
   * @throws IllegalArgumentException if the length is below 100
   */
  public List<PageAttributes.Chunk> chunks(int maxCharacters) {
    return PageAttributes.ofText(title, List.of(), text, markdown).chunks(maxCharacters);
  }
}
