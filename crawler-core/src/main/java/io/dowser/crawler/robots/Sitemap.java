package io.dowser.crawler.robots;

import crawlercommons.sitemaps.AbstractSiteMap;
import crawlercommons.sitemaps.SiteMap;
import crawlercommons.sitemaps.SiteMapIndex;
import crawlercommons.sitemaps.SiteMapParser;
import crawlercommons.sitemaps.SiteMapURL;
import crawlercommons.sitemaps.UnknownFormatException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

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
   * @param fetched what came for it, possibly cut off
   * @return what it lists as far as it can be read; an entry that was cut off is left out
   */
  public static Sitemap read(FetchResult.Fetched fetched) {
    byte[] bytes = fetched.body().toArray();
    boolean whole = fetched.truncation() == FetchResult.Truncation.NONE;
    try {
      if (isCompressed(bytes)) {
        var inflated = new ByteArrayOutputStream();
        whole = inflate(bytes, inflated) && whole;
        bytes = inflated.toByteArray();
      }
      return parse(
          fetched.url(), whole || isMarkup(bytes) ? bytes : RobotsReader.wholeLines(bytes));
    } catch (UnknownFormatException | IOException | RuntimeException e) {
      return EMPTY; // strangers wrote it, and nobody is helped by knowing what is wrong with it
    }
  }

  private static boolean isCompressed(byte[] bytes) {
    return bytes.length > 2 && bytes[0] == 0x1F && (bytes[1] & 0xFF) == 0x8B;
  }

  /** Inflates up to the limit or the first damage, and says whether that was all. */
  private static boolean inflate(byte[] bytes, OutputStream out) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      byte[] piece = new byte[1 << 13];
      int left = MAX_INFLATED;
      int length = in.read(piece);
      while (length >= 0 && left > 0) {
        out.write(piece, 0, Math.min(length, left));
        left -= length;
        length = in.read(piece);
      }
      return length < 0;
    } catch (EOFException | ZipException e) { // what came before counts
      return false;
    }
  }

  /** Of markup that breaks off, the parser itself leaves out what is not closed. */
  private static boolean isMarkup(byte[] bytes) {
    return new String(bytes, 0, Math.min(bytes.length, 10), StandardCharsets.ISO_8859_1)
        .contains("<");
  }

  private static Sitemap parse(CrawlUrl url, byte[] bytes)
      throws UnknownFormatException, IOException {
    boolean strict = true;
    boolean allowPartial = true;
    return of(new SiteMapParser(strict, allowPartial).parseSiteMap(bytes, new URL(url.toString())));
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
