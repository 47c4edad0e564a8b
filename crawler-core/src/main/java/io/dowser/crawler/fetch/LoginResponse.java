package io.dowser.crawler.fetch;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.Fetched;
import io.dowser.crawler.api.FetchResult.Redirect;
import io.dowser.crawler.internal.access.SiteHeaders;
import io.dowser.crawler.internal.types.MediaTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.function.Predicate;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;

/**
 * A response of a site with a login, and whether it has the signs that a {@link FormLogin} looks
 * for. Not thread-safe.
 */
final class LoginResponse {

  private final HttpUrl url;
  private final FetchResult result;
  private final CookieJar cookies;
  private @Nullable Document page; // parsed once a sign needs it

  /** Creates the response to a request for a URL. */
  LoginResponse(HttpUrl url, FetchResult result, CookieJar cookies) {
    this.url = url;
    this.result = result;
    this.cookies = cookies;
  }

  HttpUrl url() {
    return url;
  }

  FetchResult result() {
    return result;
  }

  boolean has(FormLogin.Check check) {
    return switch (check.sign()) {
      case TEXT -> hasText(check.value());
      case COOKIE -> cookies.loadForRequest(url).stream().anyMatch(isNamed(check.value()));
      case URL -> target().orElse(url).toString().contains(check.value());
      case STATUS -> String.valueOf(status()).equals(check.value().strip());
    };
  }

  private static Predicate<Cookie> isNamed(String name) {
    return cookie -> cookie.name().equals(name);
  }

  private boolean hasText(String text) {
    Document shown = page();
    return shown != null && (shown.text().contains(text) || shown.outerHtml().contains(text));
  }

  /** Returns the page, or null if there is none. */
  @Nullable Document page() {
    if (page == null && result instanceof Fetched fetched) {
      page = parsed(fetched);
    }
    return page;
  }

  private Document parsed(Fetched fetched) {
    Charset charset = MediaTypes.charset(fetched.contentType());
    try {
      String name = charset == null ? null : charset.name();
      return Jsoup.parse(fetched.body().open(), name, url.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be read", e);
    }
  }

  /** Returns the target if the response is a redirect. */
  Optional<HttpUrl> target() {
    return result instanceof Redirect redirect
        ? Optional.ofNullable(url.resolve(redirect.location()))
        : Optional.empty();
  }

  /** Returns whether the response redirects to a page, with whatever query. */
  boolean redirectsTo(CrawlUrl page) {
    return target().map(target -> isPage(target, page)).orElse(false);
  }

  /** Returns whether a URL is a page, with whatever query. */
  static boolean isPage(HttpUrl url, CrawlUrl page) {
    HttpUrl other = HttpUrl.get(page.toString());
    return SiteHeaders.isSame(url, other) && url.encodedPath().equals(other.encodedPath());
  }

  int status() {
    if (result instanceof Fetched fetched) {
      return fetched.status();
    }
    return result instanceof Redirect redirect
        ? redirect.status()
        : result instanceof Failed failed ? failed.status() : 304;
  }

  /** Describes the response without path or query of any URL: they may hold a session. */
  String description() {
    String site = SiteHeaders.site(url);
    if (result instanceof Failed failed) {
      String more = failed.status() == 0 ? failed.detail() : "HTTP " + failed.status();
      return site + " failed: " + failed.reason() + " " + more;
    }
    String to = target().map(target -> " and redirected to " + SiteHeaders.site(target)).orElse("");
    return site + " responded with HTTP " + status() + to;
  }
}
