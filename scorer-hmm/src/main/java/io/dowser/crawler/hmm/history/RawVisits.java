package io.dowser.crawler.hmm.history;

import io.dowser.crawler.api.CrawlUrl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Visits as a database has them, in the order of time, which are made into visits of pages: those
 * without a page of their own are taken out, and what came from them is handed to their own parent.
 */
final class RawVisits {

  private final Function<String, Optional<CrawlUrl>> urls;
  private final Map<Long, Long> parents = new HashMap<>(); // of visits that were taken out
  private final Map<Long, BrowserHistory.PageVisit> kept = new HashMap<>();
  private final List<Long> order = new ArrayList<>();

  RawVisits(Function<String, Optional<CrawlUrl>> urls) {
    this.urls = urls;
  }

  /** Adds a visit of a page; one that has no URL, or none that can be crawled, is taken out. */
  void add(long id, long from, String url, String title, Set<String> folders) {
    Optional<CrawlUrl> address = urls.apply(url);
    if (address.isEmpty()) {
      takeOut(id, from);
      return;
    }
    kept.put(id, new BrowserHistory.PageVisit(id, from, address.get(), title, folders));
    order.add(id);
  }

  /** Takes a visit out, now or later: what comes from it comes from its parent. */
  void takeOut(long id, long from) {
    parents.put(id, from);
  }

  /** Takes out the visit that redirected to another one. */
  void takeOutSource(long from) {
    BrowserHistory.PageVisit source = kept.get(from);
    if (source != null) {
      takeOut(from, source.from());
    }
  }

  List<BrowserHistory.PageVisit> visits() {
    List<BrowserHistory.PageVisit> visits = new ArrayList<>();
    for (long id : order) {
      BrowserHistory.PageVisit visit = kept.get(id);
      if (visit != null && !parents.containsKey(id)) {
        long from = parent(visit.from());
        visits.add(
            new BrowserHistory.PageVisit(id, from, visit.url(), visit.title(), visit.folders()));
      }
    }
    return visits;
  }

  /** The nearest parent that is there; a damaged history may go round in circles. */
  private long parent(long from) {
    long parent = from;
    for (int steps = 0; parents.containsKey(parent); steps++) {
      if (steps > parents.size()) {
        return BrowserHistory.PageVisit.NONE;
      }
      parent = parents.getOrDefault(parent, BrowserHistory.PageVisit.NONE);
    }
    return kept.containsKey(parent) ? parent : BrowserHistory.PageVisit.NONE;
  }
}
