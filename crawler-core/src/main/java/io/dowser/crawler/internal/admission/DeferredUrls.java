package io.dowser.crawler.internal.admission;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.internal.plan.MemoryBudget;
import io.dowser.crawler.internal.sites.Sites;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Polled candidates whose turn has not come, because URLs of their shape have seldom paid on their
 * host. To the frontier they are in flight, so that this works with any frontier, and in a resumed
 * crawl they are pending. They come, in the order in which they were polled, when their shape has
 * its turn, or when nothing else is pending. Beyond a number of candidates, none is deferred.
 * Confined to the engine thread.
 */
public final class DeferredUrls {

  private static final int MOST = 20_000;

  /** One of this number of pending URLs in memory may be deferred. */
  private static final int PART = 32;

  /** One candidate comes after this number of requests, whatever its host does. */
  private static final int RELEASE = 200;

  private final Sites sites;
  private final int capacity;
  private final Map<String, Map<String, Deque<Candidate>>> byHost = new LinkedHashMap<>();
  private final Map<String, Deque<Candidate>> due = new LinkedHashMap<>(); // by host
  private final Set<Candidate> released = new HashSet<>(); // those of them that are not deferred
  private int size;
  private long requests;

  /** Creates a queue that takes a part of the pending URLs in memory. */
  public DeferredUrls(Sites sites, MemoryBudget memory) {
    this.sites = sites;
    this.capacity = Math.min(MOST, memory.pendingUrls() / PART);
  }

  /** Defers a candidate if its shape has no turn now; returns whether it did. Seeds always have. */
  public boolean defer(Candidate candidate) {
    if (candidate.isSeed() || isFull()) {
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

  private void addDue(Candidate candidate) {
    due.computeIfAbsent(candidate.url().host(), host -> new ArrayDeque<>()).add(candidate);
    size++;
  }

  /** Returns whether nothing more is deferred. */
  boolean isFull() {
    return size >= capacity;
  }

  /** Looks whether shapes have their turn on a host, now that a request there has ended. */
  public void requestEnded(CrawlUrl url) {
    if (++requests % RELEASE == 0) {
      pollAny(HostGate.OPEN).ifPresent(this::release);
    }
    Map<String, Deque<Candidate>> shapes = byHost.get(url.host());
    if (shapes == null) {
      return;
    }
    for (Iterator<Deque<Candidate>> each = shapes.values().iterator(); each.hasNext(); ) {
      Deque<Candidate> queue = each.next();
      if (sites.wait(queue.getFirst().url()).isEmpty()) {
        size--;
        addDue(queue.removeFirst());
        if (queue.isEmpty()) {
          each.remove();
        }
      }
    }
    if (shapes.isEmpty()) {
      byHost.remove(url.host());
    }
  }

  /** Takes out a candidate whose host is ready and whose shape has its turn. */
  public Optional<Candidate> pollDue(HostGate gate) {
    for (Iterator<Deque<Candidate>> hosts = due.values().iterator(); hosts.hasNext(); ) {
      Deque<Candidate> queue = hosts.next();
      while (!queue.isEmpty() && gate.isReady(queue.getFirst().url())) {
        Candidate candidate = queue.removeFirst();
        size--;
        if (released.remove(candidate) || !defer(candidate)) {
          return Optional.of(candidate);
        }
      }
      if (queue.isEmpty()) {
        hosts.remove();
      }
    }
    return Optional.empty();
  }

  /** A host may have nothing else pending while others have, so that its shapes get no turn. */
  private void release(Candidate candidate) {
    released.add(candidate);
    addDue(candidate);
  }

  /** Takes out a candidate whose host is ready, turn or not; hosts and shapes come by turns. */
  public Optional<Candidate> pollAny(HostGate gate) {
    return byHost.entrySet().stream()
        .filter(host -> gate.isReady(firstQueue(host.getValue()).getFirst().url()))
        .map(Map.Entry::getKey)
        .findFirst()
        .map(this::poll);
  }

  private Candidate poll(String host) {
    Map<String, Deque<Candidate>> shapes = requireNonNull(byHost.remove(host));
    String shape = shapes.keySet().iterator().next();
    Deque<Candidate> queue = requireNonNull(shapes.remove(shape));
    Candidate first = queue.removeFirst();
    size--;
    if (!queue.isEmpty()) {
      shapes.put(shape, queue); // the last one now
    }
    if (!shapes.isEmpty()) {
      byHost.put(host, shapes);
    }
    return first;
  }

  private static Deque<Candidate> firstQueue(Map<String, Deque<Candidate>> shapes) {
    return shapes.values().iterator().next();
  }

  public int size() {
    return size;
  }

  /** Takes all out, for the end of the crawl. */
  public List<Candidate> clear() {
    var all = new ArrayList<Candidate>();
    due.values().forEach(all::addAll);
    released.clear();
    byHost.values().forEach(shapes -> shapes.values().forEach(all::addAll));
    due.clear();
    byHost.clear();
    size = 0;
    return all;
  }

  /** Returns the number of deferred URLs by their shapes and how often these have paid. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new HashMap<>();
    byHost.forEach(
        (host, shapes) ->
            shapes.forEach(
                (shape, queue) ->
                    counts.put(sites.wait(host, shape).toString(), (long) queue.size())));
    return Sites.mostFrequent(counts);
  }
}
