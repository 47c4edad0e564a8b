package io.dowser.crawler.internal.robots;

import io.dowser.crawler.api.CrawlUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Collects the entries of one sitemap up to its limits. Not thread-safe. */
final class SitemapEntries {

  private static final int MAX_ENTRIES = 50_000;
  private static final int MAX_CHARACTERS = 5 << 20;

  private final CrawlUrl sitemap;
  private String folder;
  private final List<Sitemap.Entry> pages = new ArrayList<>();
  private final List<String> sitemaps = new ArrayList<>();
  private int characters;

  SitemapEntries(CrawlUrl sitemap) {
    this.sitemap = sitemap;
    String path = sitemap.path();
    this.folder = sitemap.origin() + path.substring(0, path.lastIndexOf('/') + 1);
  }

  CrawlUrl sitemap() {
    return sitemap;
  }

  boolean isFull() {
    return pages.size() + sitemaps.size() >= MAX_ENTRIES || characters >= MAX_CHARACTERS;
  }

  /** Takes the pages of any folder and host from now on. */
  void takeAnywhere() {
    folder = "";
  }

  void addPage(String address, String words, Instant date) {
    String page = address.strip();
    if (fits(page) && page.regionMatches(true, 0, folder, 0, folder.length())) {
      pages.add(new Sitemap.Entry(page, words, date));
      characters += page.length() + words.length();
    }
  }

  void addSitemap(String address) {
    String sitemap = address.strip();
    if (fits(sitemap)) {
      sitemaps.add(sitemap);
      characters += sitemap.length();
    }
  }

  private boolean fits(String address) {
    return !address.isEmpty() && address.length() <= CrawlUrl.MAX_LENGTH && !isFull();
  }

  Sitemap toSitemap() {
    return new Sitemap(pages, sitemaps);
  }
}
