package io.dowser.crawler.internal.access;

import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import okhttp3.Cookie;
import okhttp3.CookieJar;
import okhttp3.HttpUrl;

/**
 * The cookies of sites with a login. Each is sent only to the scheme, host and port that has set
 * it, whatever domain it names. Other sites have none. Thread-safe.
 */
public record LoginCookies(Map<String, CookieStore> sites) implements CookieJar {

  /** Creates empty stores for the given origins. */
  public static LoginCookies of(Collection<String> origins) {
    return new LoginCookies(
        origins.stream()
            .map(origin -> SiteHeaders.site(HttpUrl.get(origin)))
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(), site -> new CookieStore(InstantSource.system()))));
  }

  private Optional<CookieStore> of(HttpUrl url) {
    return Optional.ofNullable(sites.get(SiteHeaders.site(url)));
  }

  @Override
  public void saveFromResponse(HttpUrl url, List<Cookie> cookies) {
    List<Cookie> own =
        cookies.stream()
            .map(cookie -> cookie.newBuilder().hostOnlyDomain(url.host()).build())
            .toList();
    of(url).ifPresent(store -> store.saveFromResponse(url, own));
  }

  @Override
  public List<Cookie> loadForRequest(HttpUrl url) {
    return of(url).map(store -> store.loadForRequest(url)).orElse(List.of());
  }
}
