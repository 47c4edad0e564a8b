package io.dowser.crawler.testkit;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import java.util.List;

/**
 * A page of the {@link InMemoryWeb}.
 *
 * @param url where it is
 * @param title its title
 * @param text its text, one paragraph
 * @param links its links, in document order, behind the text
 */
public record WebPage(CrawlUrl url, String title, String text, List<WebLink> links) {

  /**
   * Copies the list.
   *
   * @param url where it is
   * @param title its title
   * @param text its text, one paragraph
   * @param links its links, in document order, behind the text
   */
  public WebPage {
    requireNonNull(url, "url");
    requireNonNull(title, "title");
    requireNonNull(text, "text");
    links = List.copyOf(links);
  }

  /**
   * Writes the page as HTML in UTF-8: title, one paragraph of text, one list item for each link.
   *
   * @return a complete document
   */
  public String toHtml() {
    var html = new StringBuilder(256 + text.length() + 80 * links.size());
    html.append("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>")
        .append(escaped(title))
        .append("</title></head>\n<body><p>")
        .append(escaped(text))
        .append("</p>\n<ul>\n");
    for (WebLink link : links) {
      html.append("<li>")
          .append(escaped(link.textBefore()))
          .append(" <a href=\"")
          .append(escaped(link.target()))
          .append("\">")
          .append(escaped(link.anchorText()))
          .append("</a></li>\n");
    }
    return html.append("</ul></body></html>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }
}
