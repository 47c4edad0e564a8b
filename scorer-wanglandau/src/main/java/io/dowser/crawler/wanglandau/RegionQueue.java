package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.internal.Checks;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Pending candidates grouped into regions, one for each host; see Liu 2023, region competition.
 *
 * <p>A region keeps its number when it runs empty, so that "seen first" stays true.
 */
final class RegionQueue {

  private final HostGrouping grouping;
  private final Map<Long, QueuedLink> links = new HashMap<>();
  private final Map<String, Region> byName = new HashMap<>();
  private final List<Region> regions = new ArrayList<>();
  private @Nullable TreeSet<QueuedLink> inOrder; // null until a worst one was asked for
  final RegionCompetition competition = new RegionCompetition();

  RegionQueue(HostGrouping grouping) {
    this.grouping = grouping;
  }

  int size() {
    return links.size();
  }

  /** Returns the number of regions seen so far, empty ones included. */
  int regionCount() {
    return regions.size();
  }

  Region region(int number) {
    return regions.get(number);
  }

  boolean contains(long sequence) {
    return links.containsKey(sequence);
  }

  Optional<Candidate> find(long sequence) {
    return Optional.ofNullable(links.get(sequence)).map(link -> link.candidate);
  }

  List<Candidate> candidates() {
    return links.values().stream().map(link -> link.candidate).toList();
  }

  /** Adds a candidate that is not pending here. */
  void add(Candidate candidate) {
    Region region = regionOf(candidate.url());
    var link = new QueuedLink(candidate, region);
    competition.withdraw(region);
    region.add(link);
    competition.arrange(region);
    links.put(candidate.sequence(), link);
    if (inOrder != null) {
      inOrder.add(link);
    }
  }

  /**
   * Adds a candidate, or merges it with the pending one: keeps the better one with the smaller
   * depth.
   */
  void offer(Candidate candidate) {
    QueuedLink link = links.get(candidate.sequence());
    if (link == null) {
      add(candidate);
      return;
    }
    Candidate held = link.candidate;
    int byScore = Double.compare(candidate.score(), held.score());
    boolean better = byScore > 0 || (byScore == 0 && candidate.tieBreak() > held.tieBreak());
    int depth = Math.min(candidate.depth(), held.depth());
    replace(link, (better ? candidate : held).withDepth(depth));
  }

  /** Removes a link. */
  Candidate take(QueuedLink link) {
    competition.withdraw(link.region);
    link.region.remove(link);
    competition.arrange(link.region);
    links.remove(link.candidate.sequence());
    if (inOrder != null) {
      inOrder.remove(link);
    }
    return link.candidate;
  }

  /** Removes the link that comes last by score, second key and age. */
  Optional<Candidate> removeWorst() {
    if (inOrder == null) {
      inOrder = new TreeSet<>(links.values());
    }
    return inOrder.isEmpty() ? Optional.empty() : Optional.of(take(inOrder.last()));
  }

  /** Returns the score of the best link of all, ready or not; something must be pending. */
  double bestScore() {
    double best = Double.NEGATIVE_INFINITY;
    for (Region region : regions) {
      best = region.size() > 0 ? Math.max(best, region.best().score()) : best;
    }
    return best;
  }

  /** Checks a host again, which may be ready sooner than the gate announced. */
  void recheck(CrawlUrl url) {
    Region region = byName.get(grouping.groupOf(url));
    if (region != null) {
      competition.recheck(region);
    }
  }

  /**
   * Assigns a new score to every candidate except the seeds; if one is not finite, nothing changes.
   */
  void rescore(ToDoubleFunction<Candidate> score) {
    Map<QueuedLink, Candidate> fresh = new LinkedHashMap<>();
    for (QueuedLink link : links.values()) {
      if (!link.candidate.isSeed()) {
        fresh.put(link, rescored(link.candidate, score));
      }
    }
    fresh.forEach(this::replace);
  }

  static Candidate rescored(Candidate candidate, ToDoubleFunction<Candidate> score) {
    return candidate.withScore(Checks.finiteScore(candidate.url(), score.applyAsDouble(candidate)));
  }

  private void replace(QueuedLink link, Candidate candidate) {
    if (inOrder != null) {
      inOrder.remove(link);
    }
    competition.withdraw(link.region);
    link.region.replace(link, candidate);
    competition.arrange(link.region);
    if (inOrder != null) {
      inOrder.add(link);
    }
  }

  private Region regionOf(CrawlUrl url) {
    return byName.computeIfAbsent(
        grouping.groupOf(url),
        name -> {
          var region = new Region(name, regions.size(), url);
          regions.add(region);
          return region;
        });
  }

  void clear() {
    links.clear();
    byName.clear();
    regions.clear();
    inOrder = null;
    competition.clear();
  }
}
