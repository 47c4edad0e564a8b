package io.dowser.crawler.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.api.FetchResult.Truncation;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Converts the rendering of a page into a result. */
final class RenderedPage {

  private static final int FOUND = 302;
  private static final String CONTENT_TYPE = "content-type";

  /** Headers that do not apply to a page that scripts have changed. */
  private static final Set<String> OUTDATED =
      Set.of("content-length", "content-encoding", "etag", "last-modified");

  private RenderedPage() {}

  /** Returns whether a page can be rendered: complete HTML. */
  static boolean canBe(Fetched page) {
    String type = page.contentType().strip().toLowerCase(Locale.ROOT);
    return page.truncation() == Truncation.NONE
        && (type.startsWith("text/html") || type.startsWith("application/xhtml+xml"));
  }

  /** Returns a page, or a redirect of one that leads elsewhere and looks empty. */
  static FetchResult of(Fetched page, Rendering rendering) {
    CrawlUrl next = rendering.next().map(url -> resolved(page, url)).orElse(null);
    if (next != null && !next.equals(page.url()) && EmptyPage.isBare(rendering.html())) {
      return new Redirect(page.url(), FOUND, next.toString());
    }
    CrawlUrl last = resolved(page, rendering.url());
    return new Fetched(
        page.url(),
        last == null ? page.url() : last,
        page.status(),
        headers(page),
        Body.of(("<!DOCTYPE html>" + rendering.html()).getBytes(UTF_8)),
        rendering.truncation(),
        page.elapsed());
  }

  /** Returns a URL of the browser, or null if it is not a web address, such as {@code blob:}. */
  private static @Nullable CrawlUrl resolved(Fetched page, String url) {
    return UrlCanonicalizer.standard().resolver(page.url()).resolveAsWritten(url);
  }

  private static HttpHeaders headers(Fetched page) {
    Map<String, List<String>> headers = new TreeMap<>(page.headers().map());
    headers.put(CONTENT_TYPE, List.of("text/html; charset=utf-8"));
    return HttpHeaders.of(
        headers, (name, value) -> !OUTDATED.contains(name.toLowerCase(Locale.ROOT)));
  }
}
