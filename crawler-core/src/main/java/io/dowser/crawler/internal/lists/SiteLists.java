package io.dowser.crawler.internal.lists;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The sitemaps and feeds of one site. Confined to the engine thread. */
final class SiteLists {

  private static final int MOST = 50;

  /** Feeds that are read in each cycle: pages of weblogs have one each, and sitemaps need room. */
  private static final int MOST_FEEDS = MOST / 2;

  /** The flags that are saved of a list. */
  private static final int UNREAD = 1;

  private static final int FEED = 2;

  private final Candidate from;
  private final Map<CrawlUrl, Boolean> isRead = new LinkedHashMap<>();
  private final Set<CrawlUrl> feeds = new HashSet<>();
  private int urls;

  /** Creates a site without lists, to which a page or a seed has led. */
  SiteLists(Candidate from) {
    this.from = from;
  }

  Candidate from() {
    return from;
  }

  /** Adds a list; returns whether it is new and there is room for it. */
  boolean add(CrawlUrl url, boolean isFeed) {
    boolean isNew = isRead.size() < MOST && isRead.putIfAbsent(url, false) == null;
    if (isNew && isFeed) {
      feeds.add(url);
    }
    return isNew;
  }

  /**
   * Records the result of a request for a list. A feed that is gone is not read in the next cycle.
   */
  void complete(CrawlUrl url, FetchResult result) {
    isRead.replace(url, true);
    if (result instanceof FetchResult.Failed failed
        && (failed.status() == 404 || failed.status() == 410)) {
      feeds.remove(url);
    }
  }

  /**
   * Marks the feeds that were found first as unread. Drops the sitemaps to free room; robots.txt
   * and other sitemaps name them again.
   *
   * @param keepsOne whether one list stays in any case, to be read again
   */
  void startAgain(boolean keepsOne) {
    List<CrawlUrl> before = List.copyOf(isRead.keySet());
    isRead.clear();
    before.stream().filter(feeds::contains).limit(MOST_FEEDS).forEach(this::unread);
    feeds.retainAll(isRead.keySet());
    if (keepsOne && isRead.isEmpty() && !before.isEmpty()) {
      unread(before.get(before.size() - 1));
    }
    urls = 0;
  }

  private void unread(CrawlUrl url) {
    isRead.put(url, false);
  }

  boolean isFeed(CrawlUrl url) {
    return feeds.contains(url);
  }

  List<CrawlUrl> unread() {
    return isRead.entrySet().stream()
        .filter(list -> !list.getValue())
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the number of URLs found in the lists. */
  int urls() {
    return urls;
  }

  void countUrl() {
    urls++;
  }

  void save(StateWriter out) throws IOException {
    out.writeCandidate(from);
    out.writeInt(urls);
    out.writeInt(isRead.size());
    for (Map.Entry<CrawlUrl, Boolean> list : isRead.entrySet()) {
      out.writeText(list.getKey().toString());
      boolean isFeed = feeds.contains(list.getKey());
      out.writeByte((list.getValue() ? 0 : UNREAD) | (isFeed ? FEED : 0));
    }
  }

  static SiteLists restore(StateReader in) throws IOException {
    var site = new SiteLists(in.readCandidate());
    site.urls = in.readCount("number of URLs of a site");
    for (int left = in.readInt(0, MOST, "number of sitemaps"); left > 0; left--) {
      CrawlUrl url = CrawlUrl.of(in.readText());
      int flags = in.readByte();
      site.add(url, (flags & FEED) != 0);
      site.isRead.put(url, (flags & UNREAD) == 0);
    }
    return site;
  }
}
