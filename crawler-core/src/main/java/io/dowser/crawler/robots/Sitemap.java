package io.dowser.crawler.robots;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.SiteMapURL;
import crawlercommons.sitemaps.UnknownFormatException;
import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * What a sitemap lists.
 *
 * <p>Source: the protocol of sitemaps.org, version 0.9, as crawler-commons reads it; entries of
 * other hosts and above the sitemap's own folder are left out. A compressed one is inflated here,
 * as far as a limit, because the parser would inflate without end.
 *
 * @param pages addresses of pages, as written
 * @param sitemaps addresses of further sitemaps, if this is an index
 */
public record Sitemap(List<String> pages, List<String> sitemaps) {

  /** A sitemap that lists nothing, or cannot be read. */
  public static final Sitemap EMPTY = new Sitemap(List.of(), List.of());

  private static final int MAX_INFLATED = 20 * 1_048_576;
  private static final int MOST_ENTRIES = 50_000;

  /**
   * Copies the lists.
   *
   * @param pages addresses of pages
   * @param sitemaps addresses of further sitemaps
   */
  public Sitemap {
    pages = List.copyOf(pages);
    sitemaps = List.copyOf(sitemaps);
  }

  /**
   * Reads a sitemap: XML, an index, RSS, Atom or plain text, compressed or not.
   *
   * @param url where it came from
   * @param body its bytes, possibly cut off
   * @return what it lists as far as it can be read
   */
  public static Sitemap read(CrawlUrl url, Body body) {
    try {
      byte[] bytes = inflated(body);
      return of(new SiteMapParser(true).parseSiteMap(bytes, new URL(url.toString())));
    } catch (UnknownFormatException | IOException | RuntimeException e) {
      return EMPTY; // strangers wrote it, and nobody is helped by knowing what is wrong with it
    }
  }

  private static byte[] inflated(Body body) throws IOException {
    byte[] bytes = body.toArray();
    boolean compressed = bytes.length > 2 && bytes[0] == 0x1F && (bytes[1] & 0xFF) == 0x8B;
    if (!compressed) {
      return bytes;
    }
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return in.readNBytes(MAX_INFLATED);
    }
  }

  private static Sitemap of(AbstractSiteMap read) throws MalformedURLException {
    if (read instanceof SiteMapIndex index) {
      return new Sitemap(
          List.of(),
          index.getSitemaps().stream()
              .limit(MOST_ENTRIES)
              .map(s -> s.getUrl().toString())
              .toList());
    }
    List<String> pages =
        ((SiteMap) read)
            .getSiteMapUrls().stream()
                .filter(SiteMapURL::isValid)
                .limit(MOST_ENTRIES)
                .map(entry -> entry.getUrl().toString())
                .toList();
    return new Sitemap(pages, List.of());
  }
}
