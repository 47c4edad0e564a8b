package io.dowser.crawler.archive;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import java.util.List;

/**
 * Stores the pages that a crawl visits.
 *
 * <p>A sink is called by one thread at a time, in crawl order, and not by the engine thread. If it
 * throws, the crawl ends with that error. A crawl that is resumed after it was killed hands over
 * the pages since the last commit a second time. The crawl closes its sink when it ends, after an
 * error too. A resumed crawl needs a new sink, because no sink is restored.
 *
 * <p>Up to 65 pages are held in memory for a slow sink; then the crawl waits. When the crawl is
 * stopped, has used up its time or has reached its end, a sink without progress for 20 seconds is
 * interrupted, and the crawl fails. If {@link io.dowser.crawler.Crawler#close} ends a running crawl
 * and the process ends then, pages that are held may be lost. With a directory, they are fetched
 * again.
 *
 * <p>The sinks of this package, except {@link LuceneSink}, let the system decide when pages reach
 * the disk. They survive the death of the process. A loss of power may cost the last pages, also
 * those of visits that the crawl's directory has.
 *
 * <pre>{@code
 * final class Titles implements PageSink {
 *   private final BufferedWriter out;
 *
 *   Titles(Path file) throws IOException {
 *     out = Files.newBufferedWriter(file);
 *   }
 *
 *   public void page(Visit visit) throws IOException {
 *     out.write(visit.number() + " " + visit.page().title() + "\n");
 *   }
 *
 *   public void close() throws IOException {
 *     out.close();
 *   }
 * }
 * }</pre>
 */
public interface PageSink extends Closeable {

  /**
   * Takes a page.
   *
   * @param visit the visit, with the response as received
   * @throws IOException if it cannot be written
   */
  void page(Visit visit) throws IOException;

  /**
   * Takes a redirect; does nothing by default.
   *
   * @param redirect the response
   * @param time when it was received
   * @throws IOException if it cannot be written
   */
  default void redirect(FetchResult.Redirect redirect, Instant time) throws IOException {}

  /**
   * Takes a recheck with status 304 or the same bytes; does nothing by default. A page that has
   * changed is handed over as a page, with a version above 1; one with the same text but other
   * bytes is not handed over.
   *
   * @param unchanged the recheck
   * @throws IOException if it cannot be written
   */
  default void unchanged(Unchanged unchanged) throws IOException {}

  /**
   * Secures what this sink has taken, so that it remains if the process dies; does nothing by
   * default. A crawl with a directory calls this before each commit, which may be each second.
   * Pages of committed visits are not handed over again. If the process dies between flush and
   * commit, flushed pages are.
   *
   * @throws IOException if it cannot be written
   */
  default void flush() throws IOException {}

  /**
   * Combines sinks: each gets all pages of the crawl, in the given order.
   *
   * <pre>{@code
   * PageSink.all(WarcSink.in(archive), JsonLinesSink.to(file).onlyRelevant())
   * }</pre>
   *
   * <p>If one throws, the later ones do not get that page, and the crawl ends. All are always
   * closed.
   *
   * @param sinks at least one, none twice
   * @return a sink that closes them
   * @throws IllegalArgumentException if there is none, or one is there twice
   */
  static PageSink all(PageSink... sinks) {
    return new PageSinks(List.of(sinks));
  }

  /** {@return a sink that passes only relevant pages to this one; closing it closes this one} */
  default PageSink onlyRelevant() {
    return new RelevantPages(this);
  }

  /**
   * A recheck that found a page unchanged.
   *
   * @param result {@link FetchResult.NotModified}, or a {@link FetchResult.Fetched} whose decoded
   *     body equals that of the previous version
   * @param time when it was received
   * @param fetched when the version that it repeats was fetched; not after {@code time}
   */
  record Unchanged(FetchResult result, Instant time, Instant fetched) {

    /**
     * Refuses other results, and times in the wrong order.
     *
     * @param result {@link FetchResult.NotModified} or {@link FetchResult.Fetched}
     * @param time when it was received
     * @param fetched when the version that it repeats was fetched
     * @throws IllegalArgumentException if the result is neither, or fetched is after time
     */
    public Unchanged {
      requireNonNull(time, "time");
      requireNonNull(fetched, "fetched");
      if (!(result instanceof FetchResult.NotModified || result instanceof FetchResult.Fetched)) {
        throw new IllegalArgumentException(
            "result must be NotModified or Fetched, but was " + result);
      }
      if (fetched.isAfter(time)) {
        throw new IllegalArgumentException(
            "fetched must not be after time " + time + ", but was " + fetched);
      }
    }
  }
}
