package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;

/**
 * Creates fetchers of a wiki, each of whose pages has a form and a history with {@code noindex},
 * whose links look better than those to pages.
 */
public final class WikiWebProvider implements FetcherProvider {

  static final String SEED = "http://wiki.example/page/0";
  static final String FORM = "form?";

  private static final int PAGES = 200;

  /** For the service loader. */
  public WikiWebProvider() {}

  @Override
  public String name() {
    return "wiki-web";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return web().fetcher();
  }

  static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    for (int i = 0; i < PAGES; i++) {
      String form = "/" + FORM + "edit=" + i;
      String history = "/" + FORM + "history=" + i;
      String links = link(form, "edit laser lens") + link(history, "history of laser lens");
      for (int next = 2 * i + 1; next <= Math.min(2 * i + 2, PAGES - 1); next++) {
        links += link("/page/" + next, "next");
      }
      page(web, "/page/" + i, "", "Page " + i + " of a laser and its lens. " + links);
      page(web, form, "<meta name=robots content=noindex>", "Form " + i);
      page(web, history, "<meta name=robots content=noindex>", "History " + i);
    }
    return web.build();
  }

  private static String link(String path, String anchor) {
    return "<p><a href='" + path + "'>" + anchor + "</a></p>";
  }

  private static void page(InMemoryWeb.Builder web, String path, String head, String body) {
    web.document(
        "http://wiki.example" + path,
        "text/html",
        "<!doctype html><html lang=en><head><title>Wiki</title>"
            + head
            + "</head><body>"
            + body
            + "</body></html>");
  }
}
