package io.dowser.crawler.robots;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.CrawlUrl;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;

/** Reads sitemaps of plain text: one address a line, in UTF-8. */
final class SitemapLines {

  private SitemapLines() {}

  static void read(InputStream in, BoundedStream text, SitemapEntries entries) throws IOException {
    Reader reader = new BufferedReader(new InputStreamReader(in, UTF_8));
    var line = new StringBuilder();
    int c = reader.read();
    while (c >= 0 && !entries.isFull()) {
      if (c == '\n' || c == '\r') {
        entries.addPage(line.toString());
        line.setLength(0);
      } else if (line.length() <= CrawlUrl.MAX_LENGTH) { // no longer one is taken
        line.append((char) c);
      }
      c = reader.read();
    }
    if (text.isWhole()) {
      entries.addPage(line.toString());
    }
  }
}
