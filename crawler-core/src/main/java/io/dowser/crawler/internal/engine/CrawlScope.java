package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.Scope;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The scopes of all seeds of a crawl. Immutable and thread-safe. */
public final class CrawlScope {

  /** What {@link #hopsFrom} returns for a URL that is in no scope. */
  static final int OUTSIDE = -1;

  private final List<Part> parts;
  private final int maxHops;

  private record Part(Predicate<CrawlUrl> urls, int hops) {}

  private CrawlScope(List<Part> parts) {
    this.parts = parts;
    this.maxHops = parts.stream().mapToInt(Part::hops).max().orElse(0);
  }

  /** Returns the scope of a crawl whose seeds have one scope, but for those with their own. */
  public static CrawlScope of(List<CrawlUrl> seeds, Scope scope, Map<CrawlUrl, Scope> own) {
    Map<Scope, List<CrawlUrl>> seedsOf = new LinkedHashMap<>();
    for (CrawlUrl seed : seeds) {
      seedsOf.computeIfAbsent(own.getOrDefault(seed, scope), any -> new ArrayList<>()).add(seed);
    }
    List<Part> parts = new ArrayList<>();
    seedsOf.forEach((each, around) -> parts.add(new Part(each.around(around), each.hops())));
    return new CrawlScope(List.copyOf(parts));
  }

  /** Returns how many links beyond the scope may follow from a URL, or {@link #OUTSIDE}. */
  int hopsFrom(CrawlUrl url) {
    int hops = OUTSIDE;
    for (Part part : parts) {
      if (part.hops > hops && part.urls.test(url)) {
        hops = part.hops;
      }
    }
    return hops;
  }

  boolean contains(CrawlUrl url) {
    return hopsFrom(url) != OUTSIDE;
  }

  /** Returns the largest number of links that a page may be beyond the scope. */
  int maxHops() {
    return maxHops;
  }
}
