package io.dowser.crawler.internal.robots;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.Body;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.types.MediaTypes;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The contents of a sitemap or feed.
 *
 * <p>Sources: the protocol of sitemaps.org, version 0.9, with the news and image extensions; RSS
 * 0.9 to 2.0 and Atom (RFC 4287). Addresses may be relative in feeds only; in a sitemap, such
 * entries are left out. XML that declares no encoding is in the charset of the HTTP header, or in
 * UTF-8; unlike in RFC 7303, section 3, a declaration overrides the header, which servers send for
 * whole directories. A damaged entry is lost, and the next one too if its end is missing. A list is
 * inflated and read as a stream, up to 50,000 entries, 5 MiB of addresses and words, or 20 MiB of
 * text, whichever comes first.
 *
 * @param pages the pages in the order of the list
 * @param sitemaps addresses of further sitemaps, if this is an index
 * @param isFeed whether this is a feed, whose pages may be on any host
 */
public record Sitemap(List<Entry> pages, List<String> sitemaps, boolean isFeed) {

  /**
   * One page.
   *
   * @param address its address, as written
   * @param words its titles and the captions of its images, possibly empty
   * @param date the time when it was published or changed, {@link Instant#MIN} if unknown
   */
  public record Entry(String address, String words, Instant date) {}

  /** A sitemap that lists nothing, or cannot be read. */
  public static final Sitemap EMPTY = new Sitemap(List.of(), List.of(), false);

  private static final short GZIP = 0x1F8B;
  private static final int SNIFFED = 10;

  public Sitemap {
    pages = List.copyOf(pages);
    sitemaps = List.copyOf(sitemaps);
  }

  /** Reads a sitemap or feed: XML, an index, RSS, Atom or plain text, compressed or not. */
  public static Sitemap read(FetchResult.Fetched fetched) {
    var entries = new SitemapEntries(fetched.url());
    boolean isWhole = fetched.truncation() == FetchResult.Truncation.NONE;
    try (var text = new BoundedStream(inflated(fetched.body()), isWhole);
        var in = new BufferedInputStream(text)) {
      if (startsWithMarkup(in)) {
        SitemapXml.read(in, MediaTypes.charset(fetched.contentType()), entries);
      } else {
        readLines(in, text, entries);
      }
    } catch (IOException | RuntimeException e) {
      return entries.toSitemap(); // strangers write sitemaps: the entries before count
    }
    return entries.toSitemap();
  }

  private static InputStream inflated(Body body) throws IOException {
    ByteBuffer bytes = body.asByteBuffer();
    boolean isCompressed = bytes.remaining() > 2 && bytes.getShort() == GZIP;
    return isCompressed ? new GZIPInputStream(body.open()) : body.open();
  }

  /**
   * Skips white space, which often comes before an XML declaration, and UTF-8's byte order mark.
   */
  private static boolean startsWithMarkup(InputStream in) throws IOException {
    int first;
    do {
      in.mark(SNIFFED);
      first = in.read();
    } while (first >= 0 && "\t\r\n \u00EF\u00BB\u00BF".indexOf(first) >= 0);
    in.reset();
    byte[] start = in.readNBytes(SNIFFED);
    in.reset();
    return new String(start, ISO_8859_1).contains("<");
  }

  /** Reads a sitemap of plain text: one address a line, in UTF-8. */
  private static void readLines(InputStream in, BoundedStream text, SitemapEntries entries)
      throws IOException {
    Reader reader = new BufferedReader(new InputStreamReader(in, UTF_8));
    var line = new StringBuilder();
    int c = reader.read();
    while (c >= 0 && !entries.isFull()) {
      if (c == '\n' || c == '\r') {
        entries.addPage(line.toString(), "", Instant.MIN);
        line.setLength(0);
      } else if (line.length() <= CrawlUrl.MAX_LENGTH) { // longer ones are ignored
        line.append((char) c);
      }
      c = reader.read();
    }
    if (text.isWhole()) {
      entries.addPage(line.toString(), "", Instant.MIN);
    }
  }
}
