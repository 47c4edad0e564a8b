package io.dowser.crawler.internal.robots;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.List;

/** Collects the entries of one sitemap up to its limits. Not thread-safe. */
final class SitemapEntries {

  private static final int MAX_ENTRIES = 50_000;
  private static final int MAX_CHARACTERS = 5 << 20;

  private final String folder;
  private final List<String> pages = new ArrayList<>();
  private final List<String> sitemaps = new ArrayList<>();
  private int characters;

  SitemapEntries(CrawlUrl sitemap) {
    String path = sitemap.path();
    this.folder = sitemap.origin() + path.substring(0, path.lastIndexOf('/') + 1);
  }

  boolean isFull() {
    return pages.size() + sitemaps.size() >= MAX_ENTRIES || characters >= MAX_CHARACTERS;
  }

  void addPage(String address) {
    String page = address.strip();
    if (page.regionMatches(true, 0, folder, 0, folder.length())) {
      add(page, pages);
    }
  }

  void addSitemap(String address) {
    add(address.strip(), sitemaps);
  }

  private void add(String address, List<String> entries) {
    if (!address.isEmpty() && address.length() <= CrawlUrl.MAX_LENGTH && !isFull()) {
      entries.add(address);
      characters += address.length();
    }
  }

  Sitemap toSitemap() {
    return new Sitemap(pages, sitemaps);
  }
}
