package io.dowser.crawler.monitor;

import io.dowser.crawler.CrawlHandle;
import io.dowser.crawler.CrawlHistory;
import io.dowser.crawler.archive.ExportFormat;
import io.dowser.crawler.internal.CrawlThreads;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.watch.StoredReport;
import io.dowser.crawler.internal.watch.StoredResults;
import io.dowser.crawler.internal.watch.StoredResults.Query;
import io.dowser.crawler.report.CrawlSnapshot.State;
import io.dowser.crawler.store.PageSelection;
import io.dowser.crawler.store.StoredPage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;

/** A crawl that a monitor shows. Thread-safe. */
interface Watched {

  /** The most characters of a page's text that its panel shows. */
  int MOST_TEXT = 20_000;

  State state();

  /** Returns what the crawl looks like, soon. */
  CompletableFuture<CrawlPage> look();

  /** Returns the directory with its results, if it has one that can be read by now. */
  Optional<Path> directory();

  /** Returns what steers it; empty if nothing does. */
  Optional<CrawlHandle> handle();

  /** Returns some results; empty without a directory. */
  default Optional<Map<String, Object>> results(Query query) {
    return directory().map(path -> read(path, history -> new StoredResults(history).find(query)));
  }

  /**
   * Writes the best relevant pages to a temporary file; empty without a directory.
   *
   * @param best the most pages, at least 1
   * @param progress called for each page
   */
  default Optional<Path> export(ExportFormat format, int best, Runnable progress) {
    return directory()
        .map(
            path -> {
              try (HistoryReader history = HistoryReader.open(path)) {
                var results = new StoredResults(history);
                PageSelection selection = PageSelection.ALL.best(best);
                Stream<StoredPage> pages =
                    format == ExportFormat.CSV
                        ? results.pagesWithoutTexts(selection)
                        : results.pages(selection);
                return temporary(file -> write(format, pages.peek(page -> progress.run()), file));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** Writes the report of all runs to a temporary file; empty without a directory. */
  default Optional<Path> report() {
    return directory()
        .map(
            path -> {
              try (CrawlHistory history = CrawlHistory.open(path)) {
                return temporary(history::writeHtml);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
  }

  /** Writes content to a file. */
  interface Content {

    void writeTo(Path file) throws IOException;
  }

  private static Path temporary(Content content) throws IOException {
    Path file = Files.createTempFile("dowser-export", "");
    try {
      content.writeTo(file);
    } catch (IOException | RuntimeException e) {
      Files.delete(file);
      throw e;
    }
    return file;
  }

  private static void write(ExportFormat format, Stream<StoredPage> pages, Path file)
      throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      format.write(pages, out);
    }
  }

  /** Returns what is known of the page of a visit; empty without a directory or such a visit. */
  default Optional<Map<String, Object>> page(long number) {
    return directory()
        .flatMap(path -> read(path, history -> new StoredResults(history).page(number, MOST_TEXT)));
  }

  private static <T> T read(Path directory, Function<HistoryReader, T> reading) {
    try (HistoryReader history = HistoryReader.open(directory)) {
      return reading.apply(history);
    }
  }

  /** A crawl of this process. */
  record Live(CrawlHandle crawl) implements Watched {

    @Override
    public State state() {
      return crawl.state();
    }

    @Override
    public CompletableFuture<CrawlPage> look() {
      return crawl.snapshot().thenApply(CrawlPage::live);
    }

    @Override
    public Optional<Path> directory() {
      return crawl.directory();
    }

    @Override
    public Optional<CrawlHandle> handle() {
      return Optional.of(crawl);
    }
  }

  /** The crawl of a directory, which may run in another process. */
  record Stored(Path path) implements Watched {

    /** Returns the name of the crawl. */
    String name() {
      return HistoryReader.settingsOf(path).getOrDefault("name", CrawlThreads.UNNAMED.name());
    }

    @Override
    public State state() {
      return read(path, history -> history.isRunning() ? State.RUNNING : State.ENDED);
    }

    @Override
    public CompletableFuture<CrawlPage> look() {
      return CompletableFuture.completedFuture(read(path, StoredReport::read));
    }

    @Override
    public Optional<Path> directory() {
      return Optional.of(path);
    }

    @Override
    public Optional<CrawlHandle> handle() {
      return Optional.empty();
    }
  }
}
