package io.dowser.crawler.spark;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.testkit.InMemoryWeb;
import java.util.SplittableRandom;

/**
 * Creates fetchers of a small web with pages that count for nothing: {@code noindex}, canonical
 * URLs, copies on the same and on other hosts, and a notice on all pages of a host.
 */
public final class WorthWebProvider implements FetcherProvider {

  static final String SEED = "http://a.example/";

  private static final String NOTICE =
      "<p>Each laser of this shop comes with a lens, a spare lens and a laser manual for the laser.</p>";

  /** For the service loader. */
  public WorthWebProvider() {}

  @Override
  public String name() {
    return "worth-web";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    return web().fetcher();
  }

  static InMemoryWeb web() {
    InMemoryWeb.Builder web = InMemoryWeb.builder();
    StringBuilder home = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      home.append(link("http://shop.example/" + i));
      page(web, "http://shop.example/" + i, "", text(i, 50) + NOTICE, link("/" + (i + 12)));
      page(web, "http://shop.example/" + (i + 12), "", text(i + 12, 50) + NOTICE, "");
    }
    for (int i = 30; i < 34; i++) {
      home.append(link("/paper/" + i)).append(link("/print/" + i)).append(link("/hidden/" + i));
      home.append(link("http://b.example/copy/" + i)).append(link("http://c.example/near/" + i));
      home.append(link("/lost/" + i)).append(link("/start/" + i));
      String laser = "<p>A laser with a lens. The laser beam leaves the lens.</p>";
      page(web, "http://a.example/paper/" + i, "", laser + text(i, 150), link("/more/" + i));
      page(
          web,
          "http://a.example/print/" + i,
          "<link rel=canonical href=/paper/" + i + ">",
          laser + text(i, 150),
          "");
      page(
          web,
          "http://a.example/hidden/" + i,
          "<meta name=robots content=noindex>",
          laser + text(i + 100, 60),
          "");
      page(web, "http://b.example/copy/" + i, "", laser + text(i, 150), link("/more/" + i));
      page(web, "http://b.example/more/" + i, "", laser + text(i + 700, 60), "");
      page(
          web,
          "http://c.example/near/" + i,
          "",
          laser + text(i, 150).replace("</p>", " once more</p>"),
          "");
      page(
          web,
          "http://a.example/lost/" + i,
          "<link rel=canonical href=/gone>",
          laser + text(i + 200, 60),
          "");
      page(
          web,
          "http://a.example/start/" + i,
          "<link rel=canonical href=/>",
          laser + text(i + 300, 60),
          "");
      page(web, "http://a.example/more/" + i, "", laser + text(i + 400, 60), "");
    }
    page(web, SEED, "", "<p>Pages about light.</p>" + text(1_000, 60), home.toString());
    return web.build();
  }

  private static void page(
      InMemoryWeb.Builder web, String url, String head, String article, String links) {
    String html =
        "<!doctype html><html lang=en><head><title>"
            + url.substring(7).replace('/', ' ')
            + "</title>"
            + head
            + "</head><body><article>"
            + article
            + "</article><nav>"
            + links
            + "</nav></body></html>";
    web.document(url, "text/html", html);
  }

  private static String link(String url) {
    return "<a href='" + url + "'>page " + url.substring(url.length() - 2) + "</a> ";
  }

  /** Writes a paragraph of invented words. */
  private static String text(long seed, int words) {
    var random = new SplittableRandom(seed * 7919);
    var text = new StringBuilder("<p>");
    for (int i = 0; i < words; i++) {
      for (int syllable = random.nextInt(1, 4); syllable > 0; syllable--) {
        text.append("bdfgklmnprstv".charAt(random.nextInt(13)))
            .append("aeiou".charAt(random.nextInt(5)));
      }
      text.append(i % 12 == 11 ? ". " : " ");
    }
    return text.append("</p>").toString();
  }
}
