package io.dowser.crawler.spark;

import java.util.Locale;

/** Names in a crawl's directory. */
final class CrawlLayout {

  static final String COMMITS = "_commits";
  static final String VISITS = "visits";
  static final String LINKS = "links";
  static final String REDIRECTS = "redirects";
  static final String PAGES = "pages";
  static final String WARC = "warc";
  static final String NEWS = "news";
  static final String URLS = "urls";
  static final String HOSTS = "hosts";
  static final String RANKS = "ranks";

  private CrawlLayout() {}

  /** Names what belongs to a round, so that names sort as rounds do. */
  static String round(int round) {
    return String.format(Locale.ROOT, "r%08d", round);
  }

  /** Names the directory of a table that has one for each round. */
  static String of(String table, int round) {
    return table + "/" + round(round);
  }
}
