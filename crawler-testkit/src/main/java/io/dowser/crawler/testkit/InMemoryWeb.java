package io.dowser.crawler.testkit;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.internal.Checks;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A small web without a network: pages, redirects and failures by URL.
 *
 * <p>Example:
 *
 * <pre>{@code
 * InMemoryWeb web = InMemoryWeb.builder()
 *     .page("http://a.example/", "Home", "All about lasers.", "http://b.example/", "/missing")
 *     .page("http://b.example/", "Lenses", "A lens bends light.")
 *     .redirect("http://a.example/old", "http://a.example/")
 *     .failure("http://c.example/", FailureReason.TIMEOUT)
 *     .build();
 * InMemoryFetcher fetcher = web.fetcher();
 * }</pre>
 *
 * <p>Immutable and thread-safe; each {@link #fetcher} keeps its own record.
 */
public final class InMemoryWeb {

  private final Map<CrawlUrl, WebPage> pages;
  private final Map<CrawlUrl, WebResponse> responses;

  private InMemoryWeb(Builder builder) {
    this.pages = Collections.unmodifiableMap(new LinkedHashMap<>(builder.pages));
    this.responses = Map.copyOf(builder.responses);
  }

  /** {@return a builder of an empty web} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return a new fetcher for this web, with an empty record of what it fetched} */
  public InMemoryFetcher fetcher() {
    return new InMemoryFetcher(this);
  }

  /**
   * {@return the URLs of all pages that {@link Builder#page(WebPage)} and its overloads added, an
   * unmodifiable set in the order in which they were added}
   */
  public Set<CrawlUrl> urls() {
    return pages.keySet();
  }

  /**
   * {@return the page, or empty if there is none at that URL}
   *
   * @param url its URL
   */
  public Optional<WebPage> page(CrawlUrl url) {
    return Optional.ofNullable(pages.get(requireNonNull(url, "url")));
  }

  WebResponse responseTo(CrawlUrl url) {
    return responses.getOrDefault(url, WebResponse.NOT_FOUND);
  }

  /**
   * A page.
   *
   * @param url its URL
   * @param title its title
   * @param text its text, one paragraph
   * @param links its links, in document order, behind the text
   */
  public record WebPage(CrawlUrl url, String title, String text, List<WebLink> links) {

    /**
     * Copies the list.
     *
     * @param url its URL
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
     * {@return the page as an HTML document: title, one paragraph of text, one list item for each
     * link}
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

  /**
   * A link of a page.
   *
   * @param target its target, as written into the page's {@code href}
   * @param anchorText the text of the link
   * @param textBefore the text before the link, which a scorer sees as its context; may be empty
   */
  public record WebLink(String target, String anchorText, String textBefore) {

    /**
     * {@return a link without text before it}
     *
     * @param target its target
     * @param anchorText the text of the link
     */
    public static WebLink to(String target, String anchorText) {
      return new WebLink(target, anchorText, "");
    }
  }

  /** Adds pages, redirects and failures; a URL can be given once. Not thread-safe. */
  public static final class Builder {

    private final Map<CrawlUrl, WebPage> pages = new LinkedHashMap<>();
    private final Map<CrawlUrl, WebResponse> responses = new LinkedHashMap<>();

    private Builder() {}

    /**
     * Adds a page whose links have the last path segment of their target as text.
     *
     * @param url its URL, in canonical form
     * @param title its title
     * @param text its text
     * @param targets the targets of its links, as written into {@code href}
     * @return this
     * @throws IllegalArgumentException if the URL is not canonical or was given before
     */
    public Builder page(String url, String title, String text, String... targets) {
      List<WebLink> links =
          List.of(targets).stream().map(target -> WebLink.to(target, lastSegment(target))).toList();
      return page(new WebPage(CrawlUrl.of(url), title, text, links));
    }

    /**
     * Adds a page.
     *
     * @param page the page
     * @return this
     * @throws IllegalArgumentException if its URL was given before
     */
    public Builder page(WebPage page) {
      put(page.url(), WebResponse.html(page.toHtml(), "text/html; charset=utf-8"));
      pages.put(page.url(), page);
      return this;
    }

    /**
     * Adds a document as it stands.
     *
     * @param url its URL, in canonical form
     * @param contentType its content type
     * @param document its text, sent as UTF-8
     * @return this
     * @throws IllegalArgumentException if the URL is not canonical or was given before
     */
    public Builder document(String url, String contentType, String document) {
      requireNonNull(contentType, "contentType");
      return put(CrawlUrl.of(url), WebResponse.html(document, contentType));
    }

    /**
     * Adds a redirect with status 301.
     *
     * @param url its URL, in canonical form
     * @param location its target, as the server writes it
     * @return this
     * @throws IllegalArgumentException if the URL is not canonical or was given before
     */
    public Builder redirect(String url, String location) {
      return put(CrawlUrl.of(url), new WebResponse.Moved(requireNonNull(location, "location")));
    }

    /**
     * Adds a URL that always fails.
     *
     * @param url its URL, in canonical form
     * @param reason the reason
     * @return this
     * @throws IllegalArgumentException if the URL is not canonical or was given before
     */
    public Builder failure(String url, FailureReason reason) {
      return put(CrawlUrl.of(url), new WebResponse.Broken(requireNonNull(reason, "reason"), 0));
    }

    /**
     * Adds a URL that responds with an error status.
     *
     * @param url its URL, in canonical form
     * @param status 400 to 599
     * @return this
     * @throws IllegalArgumentException if the status is out of range, or the URL is not canonical
     *     or was given before
     */
    public Builder status(String url, int status) {
      Checks.within("status", status, 400, 599);
      return put(CrawlUrl.of(url), new WebResponse.Broken(FailureReason.HTTP_STATUS, status));
    }

    /**
     * Lets an earlier URL fail a number of times first.
     *
     * @param url a URL that was added before
     * @param reason the reason
     * @param times the number of failures, 1 or more
     * @return this
     * @throws IllegalArgumentException if the URL was not added before, or the number is below 1
     */
    public Builder failingFirst(String url, FailureReason reason, int times) {
      Checks.positive("times", times);
      CrawlUrl key = CrawlUrl.of(url);
      WebResponse then = responses.get(key);
      if (then == null) {
        throw new IllegalArgumentException("url must be added before it can fail: " + url);
      }
      responses.put(key, new WebResponse.BrokenFirst(reason, times, then));
      return this;
    }

    /**
     * Adds a URL whose fetch never ends until the fetching thread is interrupted.
     *
     * @param url its URL, in canonical form
     * @return this
     * @throws IllegalArgumentException if the URL is not canonical or was given before
     */
    public Builder hanging(String url) {
      return put(CrawlUrl.of(url), WebResponse.HANGING);
    }

    /** {@return the web; the builder can be used again} */
    public InMemoryWeb build() {
      return new InMemoryWeb(this);
    }

    private Builder put(CrawlUrl url, WebResponse response) {
      if (responses.putIfAbsent(url, response) != null) {
        throw new IllegalArgumentException("url is given twice: " + url);
      }
      return this;
    }

    private static String lastSegment(String target) {
      String path = target.endsWith("/") ? target.substring(0, target.length() - 1) : target;
      return path.substring(path.lastIndexOf('/') + 1);
    }
  }
}
