package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * The links that downloaded pages lead to and that were not downloaded themselves, each once, with
 * the number of pages that lead to it.
 */
final class PageLinks implements Resumable {

  private static final long[] NONE = new long[0];

  private CandidateTable table = new CandidateTable();
  private SlotColumn pageCount = new SlotColumn();
  private final Map<Long, long[]> linksOf = new HashMap<>();

  /** Counts the links, each once. */
  int size() {
    return table.size();
  }

  boolean contains(long sequence) {
    return table.slotOf(sequence) != CandidateTable.ABSENT;
  }

  /**
   * Takes the links of a page; one that is known stays as it is, unless the new score is higher.
   */
  void put(long page, List<ScoredLink> links) {
    if (links.isEmpty()) {
      return;
    }
    long[] sequences = new long[links.size()];
    for (int i = 0; i < sequences.length; i++) {
      Candidate candidate = links.get(i).candidate();
      sequences[i] = candidate.sequence();
      count(merge(candidate), 1);
    }
    linksOf.put(page, sequences);
  }

  /** Returns the links of a page; some may have been taken meanwhile. */
  long[] of(long page) {
    return linksOf.getOrDefault(page, NONE);
  }

  /** Takes one link out, for all pages. */
  Optional<Candidate> take(long sequence) {
    int slot = table.slotOf(sequence);
    if (slot == CandidateTable.ABSENT) {
      return Optional.empty();
    }
    Candidate candidate = table.get(slot);
    remove(slot);
    return Optional.of(candidate);
  }

  /** Forgets a page, and the links that no other page leads to. */
  void release(long page) {
    long[] sequences = linksOf.remove(page);
    if (sequences == null) {
      return;
    }
    for (long sequence : sequences) {
      int slot = table.slotOf(sequence);
      if (slot != CandidateTable.ABSENT && count(slot, -1) == 0) {
        remove(slot);
      }
    }
  }

  void rescore(ToDoubleFunction<Candidate> score) {
    double[] fresh = RegionQueue.fresh(table, score);
    int next = 0;
    for (int slot = table.nextSlot(0); slot >= 0; slot = table.nextSlot(slot + 1)) {
      table.setScore(slot, fresh[next++]);
    }
  }

  private int merge(Candidate candidate) {
    int slot = table.slotOf(candidate.sequence());
    if (slot == CandidateTable.ABSENT) {
      return table.add(candidate);
    }
    int depth = Math.min(candidate.depth(), table.depth(slot));
    if (candidate.score() > table.score(slot)) {
      table.replace(slot, candidate);
    }
    table.setDepth(slot, depth);
    return slot;
  }

  private int count(int slot, int difference) {
    int pages = pageCount.get(slot) + difference;
    pageCount.set(slot, pages);
    return pages;
  }

  private void remove(int slot) {
    pageCount.set(slot, 0);
    table.remove(slot);
  }

  void clear() {
    table = new CandidateTable();
    pageCount = new SlotColumn();
    linksOf.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
    table.save(out);
    out.writeInt(linksOf.size());
    for (Map.Entry<Long, long[]> page : linksOf.entrySet()) {
      out.writeLong(page.getKey());
      out.writeInt(page.getValue().length);
      for (long sequence : page.getValue()) {
        out.writeLong(sequence);
      }
    }
  }

  @Override
  public void restore(StateReader in) throws IOException {
    clear();
    table.restore(in);
    int pages = in.readCount("number of pages");
    for (int i = 0; i < pages; i++) {
      long page = in.readNumber("number of a page");
      linksOf.put(page, readLinks(in));
    }
  }

  private long[] readLinks(StateReader in) throws IOException {
    int size = in.readInt(1, Integer.MAX_VALUE, "number of links of a page");
    LongStream.Builder sequences = LongStream.builder(); // grows with what is read
    for (int i = 0; i < size; i++) {
      long sequence = in.readNumber("number of a link");
      sequences.add(sequence);
      int slot = table.slotOf(sequence);
      if (slot != CandidateTable.ABSENT) {
        count(slot, 1);
      }
    }
    return sequences.build().toArray();
  }
}
