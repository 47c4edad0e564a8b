package io.dowser.crawler.internal.plan;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.url.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The URLs that a crawl may fetch: the scopes of all its seeds without the URLs that were excluded
 * while it runs. Seeds can be added. Thread-safe.
 */
public final class CrawlScope {

  private final Scope scope;
  private final Map<CrawlUrl, Scope> own;
  private final Map<Scope, Set<CrawlUrl>> seedsOf = new LinkedHashMap<>();
  private volatile List<Part> parts = List.of();
  private volatile List<String> excluded;
  private volatile Predicate<CrawlUrl> excludes;

  private record Part(Scope scope, Predicate<CrawlUrl> urls) {

    /** Returns whether a URL beyond the scope may be fetched. */
    boolean reaches(CrawlUrl url) {
      return scope.reachesBeyond() && scope.excludingPattern(url).isEmpty();
    }
  }

  private CrawlScope(Scope scope, Map<CrawlUrl, Scope> own, List<String> excluded) {
    this.scope = scope;
    this.own = new HashMap<>(own);
    this.excluded = excluded;
    this.excludes = anyOf(excluded);
  }

  /**
   * Returns the scope of a crawl.
   *
   * @param scope of the seeds without a separate scope
   * @param excluded patterns, see {@link #exclude}
   */
  public static CrawlScope of(
      List<CrawlUrl> seeds, Scope scope, Map<CrawlUrl, Scope> own, List<String> excluded) {
    var all = new CrawlScope(scope, own, excluded);
    all.add(seeds, null);
    all.update();
    return all;
  }

  private static Predicate<CrawlUrl> anyOf(List<String> patterns) {
    return patterns.isEmpty()
        ? url -> false
        : Scope.of(patterns.toArray(String[]::new)).around(List.of());
  }

  /**
   * Excludes URLs from all scopes, seeds and pending URLs included, and returns the patterns of all
   * that are excluded. Confined to the engine thread.
   */
  public List<String> exclude(String pattern) {
    return exclude(Stream.concat(excluded.stream(), Stream.of(pattern)).distinct().toList());
  }

  /** Returns whether a pattern is excluded. */
  public boolean isExcluded(String pattern) {
    return excluded.contains(pattern);
  }

  /** Withdraws an exclusion, and returns the other patterns. Confined to the engine thread. */
  public List<String> withdrawExclusion(String pattern) {
    return exclude(excluded.stream().filter(each -> !each.equals(pattern)).toList());
  }

  private List<String> exclude(List<String> patterns) {
    excluded = patterns;
    excludes = anyOf(patterns);
    return patterns;
  }

  /** Returns whether a URL was excluded while the crawl ran. */
  public boolean excludes(CrawlUrl url) {
    return excludes.test(url);
  }

  /**
   * Adds seeds. A scope, if given, replaces their previous one. Takes effect with {@link #update}.
   * Both are confined to the engine thread.
   */
  public void add(List<CrawlUrl> seeds, @Nullable Scope ofTheirOwn) {
    for (CrawlUrl seed : seeds) {
      if (ofTheirOwn != null) {
        leave(seed, own.getOrDefault(seed, scope));
        own.put(seed, ofTheirOwn);
      }
      Scope around = own.getOrDefault(seed, scope);
      seedsOf.computeIfAbsent(around, any -> new LinkedHashSet<>()).add(seed);
    }
  }

  /** Applies what was added, in time that grows with the number of seeds. */
  public void update() {
    List<Part> fresh = new ArrayList<>();
    seedsOf.forEach((each, around) -> fresh.add(new Part(each, each.around(around))));
    parts = List.copyOf(fresh);
  }

  /** Returns a sentence about the seeds that are not in their scope; empty if all are. */
  public Optional<String> warning() {
    List<CrawlUrl> outside =
        parts.stream()
            .flatMap(
                part ->
                    seedsOf.getOrDefault(part.scope(), Set.of()).stream()
                        .filter(seed -> !part.urls.test(seed)))
            .toList();
    return outside.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "seeds out of scope: "
                + outside.size()
                + ", such as "
                + outside.get(0)
                + "; only their links into the scope are followed");
  }

  private void leave(CrawlUrl seed, Scope before) {
    Set<CrawlUrl> others = seedsOf.getOrDefault(before, Set.of());
    if (others.remove(seed) && others.isEmpty()) {
      seedsOf.remove(before);
    }
  }

  /** Returns the scopes of the seeds that have their own. Confined to the engine thread. */
  public Map<String, Scope> own() {
    Map<String, Scope> texts = new TreeMap<>();
    own.forEach((seed, each) -> texts.put(seed.toString(), each));
    return texts;
  }

  public boolean contains(CrawlUrl url) {
    return parts.stream().anyMatch(part -> part.urls.test(url));
  }

  /** Returns a test of the URLs that links of a page may lead to. */
  public Predicate<CrawlUrl> linkedFrom(CrawlUrl page) {
    List<Part> around = parts.stream().filter(part -> part.urls.test(page)).toList();
    return url -> contains(url) || around.stream().anyMatch(part -> part.reaches(url));
  }

  /**
   * Returns a test of the URLs that a redirect may lead to, where one between pages beyond is free.
   */
  public Predicate<CrawlUrl> redirectedFrom(CrawlUrl page) {
    return contains(page) ? linkedFrom(page) : url -> contains(url) || mayReach(url);
  }

  /** Returns whether a page of a scope may lead to a URL, be it in a scope or not. */
  public boolean mayReach(CrawlUrl url) {
    return parts.stream().anyMatch(part -> part.reaches(url));
  }

  /** Returns a pattern that excludes a URL from the scope of a seed, if there is one. */
  public Optional<String> excludingPattern(CrawlUrl url) {
    return parts.stream().flatMap(part -> part.scope().excludingPattern(url).stream()).findFirst();
  }
}
