package io.dowser.crawler.spark;

import com.google.common.io.Closer;
import io.dowser.crawler.api.FetchResult;
import java.io.IOException;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** The files that one attempt of a task writes in a round; for the crawl's own thread. */
final class RoundFiles implements AutoCloseable {

  private final Closer all = Closer.create();
  private final Buckets buckets;
  private final PartFile visits;
  private final PartFile links;
  private final PartFile redirects;
  private final PartFile news;
  private final @Nullable PartFile pages;

  /**
   * Begins.
   *
   * @param buckets those of the table of URLs
   */
  RoundFiles(PartFile.Place place, int round, Buckets buckets, boolean keepsPages) {
    this.buckets = buckets;
    visits = open(place, CrawlLayout.VISITS, round, Columns.VISITS);
    int part = TaskContext.get().partitionId();
    links =
        all.register(
            place.open(CrawlLayout.of(CrawlLayout.LINKS, round), part, Columns.LINKS, buckets));
    redirects = open(place, CrawlLayout.REDIRECTS, round, Columns.REDIRECTS);
    news = open(place, CrawlLayout.NEWS, round, Columns.HOSTS);
    pages = keepsPages ? open(place, CrawlLayout.PAGES, round, Columns.PAGES) : null;
  }

  private PartFile open(PartFile.Place place, String table, int round, StructType columns) {
    return all.register(place.open(CrawlLayout.of(table, round), columns));
  }

  void visit(VisitRow row) throws IOException {
    visits.write(row.cells());
  }

  /** Writes a link to a target whose fingerprint begins so. */
  void link(long high, @Nullable Object... cells) throws IOException {
    links.writeTo(buckets.of(high), cells);
  }

  void redirect(@Nullable Object... cells) throws IOException {
    redirects.write(cells);
  }

  void news(HostUpdates host) throws IOException {
    news.write(host.toCells());
  }

  /** Keeps a page, if pages are kept here. */
  void page(String url, long time, FetchResult.Fetched page) throws IOException {
    if (pages != null) {
      var headers = new StringBuilder();
      page.headers()
          .map()
          .forEach(
              (name, values) ->
                  values.forEach(
                      value -> headers.append(name).append(": ").append(value).append("\r\n")));
      pages.write(url, time, page.status(), headers.toString(), page.body().toArray());
    }
  }

  /** Completes the files and names them. */
  void finish(TaskReport report) throws IOException {
    finish(visits, CrawlLayout.VISITS, report);
    finish(links, CrawlLayout.LINKS, report);
    finish(redirects, CrawlLayout.REDIRECTS, report);
    finish(news, CrawlLayout.NEWS, report);
    if (pages != null) {
      finish(pages, CrawlLayout.PAGES, report);
    }
  }

  private static void finish(PartFile file, String table, TaskReport report) throws IOException {
    file.finish();
    report.file(table, file.name(), file.rows());
  }

  /** Abandons the files that were not completed. */
  @Override
  public void close() throws IOException {
    all.close();
  }
}
