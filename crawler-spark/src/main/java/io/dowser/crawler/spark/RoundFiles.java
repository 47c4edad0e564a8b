package io.dowser.crawler.spark;

import io.dowser.crawler.api.FetchResult;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The files that one attempt of a task writes in a round; for the crawl's own thread. */
final class RoundFiles implements AutoCloseable {

  private final PartFile visits;
  private final PartFile links;
  private final PartFile redirects;
  private final PartFile news;
  private final @Nullable PartFile pages;

  RoundFiles(PartFile.Place place, int round, boolean keepsPages) {
    visits = place.open(CrawlLayout.of(CrawlLayout.VISITS, round), Columns.VISITS);
    links = place.open(CrawlLayout.of(CrawlLayout.LINKS, round), Columns.LINKS);
    redirects = place.open(CrawlLayout.of(CrawlLayout.REDIRECTS, round), Columns.REDIRECTS);
    news = place.open(CrawlLayout.of(CrawlLayout.NEWS, round), Columns.HOSTS);
    pages = keepsPages ? place.open(CrawlLayout.of(CrawlLayout.PAGES, round), Columns.PAGES) : null;
  }

  void visit(VisitRow row) throws IOException {
    visits.write(row.cells());
  }

  void link(@Nullable Object... cells) throws IOException {
    links.write(cells);
  }

  void redirect(@Nullable Object... cells) throws IOException {
    redirects.write(cells);
  }

  void news(HostNews host) throws IOException {
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
    close();
    report.file(CrawlLayout.VISITS, visits.name(), visits.rows());
    report.file(CrawlLayout.LINKS, links.name(), links.rows());
    report.file(CrawlLayout.REDIRECTS, redirects.name(), redirects.rows());
    report.file(CrawlLayout.NEWS, news.name(), news.rows());
    if (pages != null) {
      report.file(CrawlLayout.PAGES, pages.name(), pages.rows());
    }
  }

  @Override
  public void close() throws IOException {
    visits.close();
    links.close();
    redirects.close();
    news.close();
    if (pages != null) {
      pages.close();
    }
  }
}
