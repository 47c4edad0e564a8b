package io.dowser.crawler.langchain4j;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.CrawlHistory.Change;
import io.dowser.crawler.api.PageAttributes.Chunk;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StorePosition;
import io.dowser.crawler.store.StoredPage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Loads the relevant pages of a crawl's directory, while the crawl runs or afterwards.
 *
 * <p>The text is the main text in Markdown. The metadata has {@code url}, {@code title}, {@code
 * published} (a day, absent if unknown), {@code fetched}, {@code version}, {@code relevance} and
 * {@code crawl}, its name; that of a segment also has {@code heading} and {@code index}, its
 * position in the page.
 *
 * <pre>{@code
 * List<Document> pages = CrawlDocumentLoader.loadDocuments(Path.of("crawls/tides"), PageSelection.ALL);
 * }</pre>
 */
public final class CrawlDocumentLoader {

  private static final String HEADINGS = " > ";

  private CrawlDocumentLoader() {}

  /**
   * Loads a document for each page.
   *
   * @param directory of the crawl
   * @param selection the pages to load
   * @return the documents, of the best page first; without pages that have no text
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in the directory, or it
   *     cannot be read
   */
  public static List<Document> loadDocuments(Path directory, PageSelection selection) {
    List<Document> documents = new ArrayList<>();
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      read(
          history,
          selection,
          page -> documents.add(Document.from(page.markdown(), metadata(page))));
    }
    return documents;
  }

  /**
   * Loads the chunks of pages that are new or have changed since an earlier load, or of all pages.
   *
   * @param directory of the crawl
   * @param selection the pages to load; {@link PageSelection#after} takes the position of the last
   *     load
   * @param maxCharacters the length of the longest chunk, 100 or more, without its headings
   * @return the chunks, and what they replace
   * @throws IllegalArgumentException if the length is below 100
   * @throws io.dowser.crawler.store.StoreException if there is no crawl in the directory, or it
   *     cannot be read
   */
  public static Update loadSegments(Path directory, PageSelection selection, int maxCharacters) {
    List<TextSegment> segments = new ArrayList<>();
    Set<String> outdated = new LinkedHashSet<>();
    try (CrawlHistory history = CrawlHistory.open(directory)) {
      StorePosition position = history.position(); // first, so that no later page is missed
      for (Change change : history.changesAfter(selection.after())) {
        outdated.add(change.page().toString());
      }
      read(
          history,
          selection,
          page -> {
            outdated.add(page.url().toString());
            addSegments(page, maxCharacters, segments);
          });
      return new Update(segments, outdated, position);
    }
  }

  /**
   * The result of a load. Remove all segments of the outdated pages from the index, then add these.
   *
   * @param segments the chunks in the order of their pages, each text below its headings
   * @param outdated the URLs of pages that are new, have changed or are gone
   * @param position the position from which the next load continues
   */
  public record Update(List<TextSegment> segments, Set<String> outdated, StorePosition position) {

    /**
     * Copies the collections.
     *
     * @param segments the chunks
     * @param outdated the URLs of outdated pages
     * @param position the position of this load
     */
    public Update {
      segments = List.copyOf(segments);
      outdated = Set.copyOf(outdated);
    }
  }

  private static void read(
      CrawlHistory history, PageSelection selection, Consumer<StoredPage> each) {
    try (Stream<StoredPage> pages = history.pages(selection)) {
      pages.filter(page -> !page.markdown().isBlank()).forEach(each);
    }
  }

  private static void addSegments(StoredPage page, int maxCharacters, List<TextSegment> segments) {
    int index = 0;
    for (Chunk chunk : page.chunks(maxCharacters)) {
      String heading = String.join(HEADINGS, chunk.headings());
      String text = heading.isEmpty() ? chunk.markdown() : heading + "\n\n" + chunk.markdown();
      Metadata metadata = metadata(page).put("heading", heading).put("index", index);
      segments.add(TextSegment.from(text, metadata));
      index++;
    }
  }

  private static Metadata metadata(StoredPage page) {
    Metadata metadata =
        new Metadata()
            .put("url", page.url().toString())
            .put("title", page.title())
            .put("fetched", page.fetched().toString())
            .put("version", page.version())
            .put("relevance", page.relevance())
            .put("crawl", page.crawl());
    page.published().ifPresent(day -> metadata.put("published", day.toString()));
    return metadata;
  }
}
