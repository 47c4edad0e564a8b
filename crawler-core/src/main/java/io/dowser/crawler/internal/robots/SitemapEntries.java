package io.dowser.crawler.internal.robots;

import io.dowser.crawler.api.CrawlUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Collects the entries of one sitemap up to its limits. Not thread-safe. */
final class SitemapEntries {

  private static final int MAX_ENTRIES = 50_000;
  private static final int MAX_CHARACTERS = 5 << 20;
  private static final Pattern ABSOLUTE = Pattern.compile("(?i)https?://");

  private final CrawlUrl sitemap;
  private boolean isFeed;
  private final List<Sitemap.Entry> pages = new ArrayList<>();
  private final List<String> sitemaps = new ArrayList<>();
  private int characters;

  SitemapEntries(CrawlUrl sitemap) {
    this.sitemap = sitemap;
  }

  CrawlUrl sitemap() {
    return sitemap;
  }

  boolean isFull() {
    return pages.size() + sitemaps.size() >= MAX_ENTRIES || characters >= MAX_CHARACTERS;
  }

  /** Accepts relative addresses, too, from now on. */
  void isFeed(boolean value) {
    isFeed = value;
  }

  void addPage(String address, String words, Instant date) {
    String page = address.strip();
    if (fits(page) && (isFeed || ABSOLUTE.matcher(page).lookingAt())) {
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
    return new Sitemap(pages, sitemaps, isFeed);
  }
}
