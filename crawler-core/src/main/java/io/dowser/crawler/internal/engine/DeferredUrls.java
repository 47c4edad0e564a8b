package io.dowser.crawler.internal.engine;

import com.google.common.collect.ImmutableMap;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.internal.sites.Sites;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Polled candidates whose turn has not come, because URLs of their shape have seldom paid on their
 * host. To the frontier they are in flight, so that this works with any frontier, and a resumed
 * crawl has them. They come, in the order in which they were polled, when their shape has its turn,
 * or when nothing else is pending. Beyond a number of candidates, none is deferred. Confined to the
 * engine thread.
 */
final class DeferredUrls {

  private static final int MOST = 20_000;

  /** One of this number of pending URLs in memory may be deferred. */
  private static final int PART = 32;

  private static final int MOST_SHAPES = 20;

  private final Sites sites;
  private final int capacity;
  private final Map<String, Map<String, Deque<Candidate>>> byHost = new LinkedHashMap<>();
  private final Deque<Candidate> due = new ArrayDeque<>();
  private int size;

  DeferredUrls(Sites sites, MemoryBudget memory) {
    this.sites = sites;
    this.capacity = Math.min(MOST, memory.pendingUrls() / PART);
  }

  /** Defers a candidate if its shape has no turn now; returns whether it did. Seeds always have. */
  boolean defer(Candidate candidate) {
    if (candidate.isSeed() || size >= capacity) {
      return false;
    }
    Optional<Sites.Wait> wait = sites.wait(candidate.url());
    wait.ifPresent(
        shape -> {
          byHost
              .computeIfAbsent(shape.host(), host -> new LinkedHashMap<>())
              .computeIfAbsent(shape.shape(), name -> new ArrayDeque<>())
              .add(candidate);
          size++;
        });
    return wait.isPresent();
  }

  /** Looks whether shapes have their turn on a host, now that a request there has ended. */
  void requestEnded(CrawlUrl url) {
    Map<String, Deque<Candidate>> shapes = byHost.get(url.host());
    if (shapes == null) {
      return;
    }
    for (Iterator<Deque<Candidate>> each = shapes.values().iterator(); each.hasNext(); ) {
      Deque<Candidate> queue = each.next();
      if (sites.wait(queue.getFirst().url()).isEmpty()) {
        due.add(queue.removeFirst());
        if (queue.isEmpty()) {
          each.remove();
        }
      }
    }
    if (shapes.isEmpty()) {
      byHost.remove(url.host());
    }
  }

  /** Takes out a candidate whose shape has its turn. */
  Optional<Candidate> pollDue() {
    while (!due.isEmpty()) {
      Candidate candidate = due.removeFirst();
      size--;
      if (!defer(candidate)) { // another one of the same shape may have come before
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }

  /** Takes out a candidate whose host is ready, turn or not. */
  Optional<Candidate> pollAny(HostGate gate) {
    for (Map<String, Deque<Candidate>> shapes : byHost.values()) {
      Deque<Candidate> queue = shapes.values().iterator().next();
      Candidate first = queue.getFirst();
      if (gate.isReady(first.url())) {
        queue.removeFirst();
        size--;
        removeEmpty(first.url().host(), shapes);
        return Optional.of(first);
      }
    }
    return Optional.empty();
  }

  private void removeEmpty(String host, Map<String, Deque<Candidate>> shapes) {
    shapes.values().removeIf(Collection::isEmpty);
    if (shapes.isEmpty()) {
      byHost.remove(host);
    }
  }

  int size() {
    return size;
  }

  /** Takes all out, for the end of the crawl. */
  List<Candidate> clear() {
    var all = new ArrayList<>(due);
    byHost.values().forEach(shapes -> shapes.values().forEach(all::addAll));
    due.clear();
    byHost.clear();
    size = 0;
    return all;
  }

  /** Returns the number of deferred URLs by their shapes and how often these have paid. */
  Map<String, Long> counts() {
    return counts(all(), sites);
  }

  /** Counts those of some URLs that wait for the turn of their shape, the most frequent first. */
  static Map<String, Long> counts(Stream<CrawlUrl> urls, Sites sites) {
    Map<String, Long> counts =
        urls.flatMap(url -> sites.wait(url).stream())
            .collect(Collectors.groupingBy(Sites.Wait::toString, Collectors.counting()));
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .limit(MOST_SHAPES)
        .collect(ImmutableMap.toImmutableMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private Stream<CrawlUrl> all() {
    return byHost.values().stream()
        .flatMap(shapes -> shapes.values().stream())
        .flatMap(Collection::stream)
        .map(Candidate::url);
  }
}
