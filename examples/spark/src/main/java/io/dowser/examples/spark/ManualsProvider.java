package io.dowser.examples.spark;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.FetcherProvider;
import io.dowser.crawler.api.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Creates fetchers by the name {@code manuals}, which need no network: each executor has the four
 * manuals of the quickstart, under the addresses at which they are published.
 */
public final class ManualsProvider implements FetcherProvider {

  private static final String ARCHIVE = "/web/manuals.zip";

  /** Creates a provider; called by the service loader. */
  public ManualsProvider() {}

  @Override
  public String name() {
    return "manuals";
  }

  @Override
  public Fetcher create(Settings settings, CrawlContext context) {
    Map<String, byte[]> pages = pages();
    return request -> answer(pages, request.url());
  }

  private static Map<String, byte[]> pages() {
    Map<String, byte[]> pages = new HashMap<>();
    try (InputStream archive = ManualsProvider.class.getResourceAsStream(ARCHIVE)) {
      var zip = new ZipInputStream(archive);
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        pages.put(entry.getName(), zip.readAllBytes());
      }
    } catch (IOException e) {
      throw new CrawlException("the quickstart's pages cannot be read", e);
    }
    return pages;
  }

  private static FetchResult answer(Map<String, byte[]> pages, CrawlUrl url) {
    String path = url.path().endsWith("/") ? url.path() + "index.html" : url.path();
    byte[] page = pages.get(url.host() + path);
    if (page == null) {
      return new FetchResult.Failed(
          url,
          FetchResult.FailureReason.HTTP_STATUS,
          404,
          "no such page",
          false,
          FetchResult.NO_HEADERS);
    }
    HttpHeaders headers =
        HttpHeaders.of(
            Map.of("content-type", List.of("text/html; charset=utf-8")), (name, value) -> true);
    return new FetchResult.Fetched(
        url, 200, headers, Body.of(page), FetchResult.Truncation.NONE, Duration.ofMillis(1));
  }
}
