package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Pending candidates grouped into regions, one for each host; see Liu 2023, region competition.
 *
 * <p>A region keeps its number when it runs empty, so that "seen first" stays true.
 */
final class RegionQueue implements Resumable {

  private static final int FORMAT = 1;

  private final HostGrouping grouping;
  private CandidateTable table = new CandidateTable();
  private SlotColumn places = new SlotColumn();
  private SlotColumn regionOf = new SlotColumn();
  private Map<String, Region> byName = new HashMap<>();
  private List<Region> regions = new ArrayList<>();
  RegionReadyQueue readyQueue = new RegionReadyQueue(regions, table::goesBefore);

  RegionQueue(HostGrouping grouping) {
    this.grouping = grouping;
  }

  int size() {
    return table.size();
  }

  /** Counts the regions seen so far, empty ones included. */
  int regionCount() {
    return regions.size();
  }

  Region region(int number) {
    return regions.get(number);
  }

  boolean contains(long sequence) {
    return table.slotOf(sequence) != CandidateTable.ABSENT;
  }

  Candidate candidate(int slot) {
    return table.get(slot);
  }

  /** Adds a candidate that is not pending here. */
  void add(Candidate candidate) {
    int slot = table.add(candidate);
    Region region = regionOf(candidate.url());
    regionOf.set(slot, region.number);
    region.add(slot, candidate.score());
    readyQueue.changed(region);
  }

  /** Replaces a pending candidate here if the other one goes before it; the depth gets less. */
  void merge(Candidate candidate) {
    int slot = table.slotOf(candidate.sequence());
    int depth = Math.min(candidate.depth(), table.depth(slot));
    int byScore = Double.compare(candidate.score(), table.score(slot));
    if (byScore > 0 || (byScore == 0 && candidate.tieBreak() > table.tieBreak(slot))) {
      table.replace(slot, candidate);
      moveTo(slot, candidate.score());
    }
    table.setDepth(slot, depth);
  }

  /** Takes a candidate out. */
  Candidate take(int slot) {
    Candidate candidate = table.get(slot);
    Region region = regions.get(regionOf.get(slot));
    region.remove(slot);
    table.remove(slot);
    readyQueue.changed(region);
    return candidate;
  }

  /** Returns the score of the best link of all, ready or not; something must be pending. */
  double bestScore() {
    double best = Double.NEGATIVE_INFINITY;
    for (Region region : regions) {
      best = region.size() > 0 ? Math.max(best, region.score(0)) : best;
    }
    return best;
  }

  /** Reports that a host may be ready sooner than the gate announced. */
  void recheck(CrawlUrl url) {
    Region region = byName.get(grouping.groupOf(url));
    if (region != null) {
      readyQueue.recheck(region);
    }
  }

  /** Starts a poll: regions whose rest is over compete again. */
  void wake(HostGate gate) {
    readyQueue.wake(gate);
  }

  /**
   * Assigns a new score to every candidate but the seeds; if one is not finite, nothing changes.
   */
  void rescore(ToDoubleFunction<Candidate> score) {
    double[] fresh = fresh(table, score);
    int next = 0;
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      table.setScore(slot, fresh[next]);
      moveTo(slot, fresh[next++]);
    }
  }

  /** Asks for a new score of every candidate but the seeds, in the order of slots. */
  static double[] fresh(CandidateTable table, ToDoubleFunction<Candidate> score) {
    var fresh = new double[table.size()];
    int next = 0;
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      Candidate candidate = table.get(slot);
      fresh[next++] =
          candidate.isSeed()
              ? candidate.score()
              : Checks.finiteScore(candidate.url(), score.applyAsDouble(candidate));
    }
    return fresh;
  }

  private void moveTo(int slot, double score) {
    Region region = regions.get(regionOf.get(slot));
    region.rescore(slot, score);
    readyQueue.changed(region);
  }

  private Region regionOf(CrawlUrl url) {
    String name = grouping.groupOf(url);
    Region region = byName.get(name);
    return region == null ? create(name, url) : region;
  }

  private Region create(String name, CrawlUrl address) {
    var region = new Region(name, regions.size(), address, places, table::goesBefore);
    regions.add(region);
    byName.put(name, region);
    return region;
  }

  void clear() {
    table = new CandidateTable();
    places = new SlotColumn();
    regionOf = new SlotColumn();
    byName = new HashMap<>();
    regions = new ArrayList<>();
    readyQueue = new RegionReadyQueue(regions, table::goesBefore);
  }

  /** Writes candidates and regions; what the gate reported is not written: it is asked again. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("queue of regions", FORMAT);
    table.save(out);
    var numbers = new SlotColumn(); // of the slots as restore will hand them out
    int next = 0;
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      numbers.set(slot, next++);
    }
    out.writeInt(regions.size());
    for (Region region : regions) {
      out.writeText(region.address.toString());
      out.writeInt(region.size());
      for (int place = 0; place < region.size(); place++) {
        out.writeInt(numbers.get(region.slot(place)));
      }
    }
  }

  /** Replaces everything by what was saved; if that fails, nothing is pending. */
  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    try {
      read(in);
    } catch (IllegalArgumentException e) {
      clear();
      throw new IOException("not a saved queue of regions: " + e.getMessage(), e);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }

  private void read(StateReader in) throws IOException {
    in.section("queue of regions", FORMAT);
    table.restore(in);
    int count = in.readCount("number of regions");
    var seen = new boolean[table.size()];
    int links = 0;
    for (int i = 0; i < count; i++) {
      CrawlUrl address = CrawlUrl.of(in.readText());
      if (regionOf(address).number != i) {
        throw new IOException("region " + i + " must not be there already, but was " + address);
      }
      links += readLinks(regions.get(i), seen, in);
    }
    StateReader.require(
        links == table.size(), "links in regions must be all links, but were " + links);
  }

  private int readLinks(Region region, boolean[] seen, StateReader in) throws IOException {
    int size = in.readInt(0, seen.length, "number of links of a region");
    for (int place = 0; place < size; place++) {
      int slot = in.readInt(0, seen.length - 1, "number of a link");
      boolean fits = !seen[slot] && region.restore(slot, table.score(slot));
      if (!fits || !grouping.groupOf(table.get(slot).url()).equals(region.name)) {
        throw new IOException("link " + slot + " does not belong into region " + region.name);
      }
      seen[slot] = true;
      regionOf.set(slot, region.number);
    }
    readyQueue.changed(region);
    return size;
  }
}
