package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The links that downloaded pages lead to and that were not downloaded themselves, each once.
 *
 * <p>What is saved is which page leads to which links; the links themselves are put back. One that
 * was visited since then is not, and stays away.
 */
final class PageLinks implements Resumable {

  private static final long[] NONE = new long[0];

  private final Map<Long, Candidate> links = new HashMap<>();
  private final Map<Long, long[]> linksOf = new HashMap<>();
  private final Map<Long, Integer> pageCounts = new HashMap<>(); // how many lead to a link

  /** Returns the number of distinct links. */
  int size() {
    return links.size();
  }

  /** Returns the numbers of the pages that lead to links. */
  Stream<Long> pages() {
    return linksOf.keySet().stream();
  }

  /** Takes the links of a page; one that is known stays, unless the new score is higher. */
  void put(long page, List<ScoredLink> found) {
    if (found.isEmpty()) {
      return;
    }
    expect(page, found.stream().mapToLong(link -> link.candidate().sequence()).toArray());
    found.forEach(
        link -> links.merge(link.candidate().sequence(), link.candidate(), PageLinks::better));
  }

  /** Takes a link back, if a page leads to it; otherwise returns false. */
  boolean putBack(Candidate link) {
    boolean expected = pageCounts.containsKey(link.sequence());
    if (expected) {
      links.merge(link.sequence(), link, PageLinks::better);
    }
    return expected;
  }

  /** Returns the links of a page; some may have been taken meanwhile. */
  long[] of(long page) {
    return linksOf.getOrDefault(page, NONE);
  }

  Optional<Candidate> find(long sequence) {
    return Optional.ofNullable(links.get(sequence));
  }

  /** Takes one link out, for all pages. */
  Optional<Candidate> take(long sequence) {
    return Optional.ofNullable(links.remove(sequence));
  }

  /** Forgets a page, and the links that no other page leads to. */
  void release(long page) {
    for (long sequence : of(page)) {
      if (pageCounts.merge(sequence, -1, Integer::sum) == 0) {
        pageCounts.remove(sequence);
        links.remove(sequence);
      }
    }
    linksOf.remove(page);
  }

  /** Sets new scores; if one is not finite, nothing changes. */
  void rescore(ToDoubleFunction<Candidate> score) {
    Map<Long, Candidate> fresh = new HashMap<>();
    links.forEach(
        (sequence, link) ->
            fresh.put(sequence, link.isSeed() ? link : RegionQueue.rescored(link, score)));
    links.putAll(fresh);
  }

  private void expect(long page, long[] sequences) {
    linksOf.put(page, sequences);
    for (long sequence : sequences) {
      pageCounts.merge(sequence, 1, Integer::sum);
    }
  }

  private static Candidate better(Candidate held, Candidate found) {
    Candidate better = found.score() > held.score() ? found : held;
    return better.withDepth(Math.min(held.depth(), found.depth()));
  }

  void clear() {
    links.clear();
    linksOf.clear();
    pageCounts.clear();
  }

  @Override
  public void save(StateWriter out) throws IOException {
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
    for (int left = in.readCount("number of pages"); left > 0; left--) {
      long page = in.readNumber("number of a page");
      StateReader.require(!linksOf.containsKey(page), "no page may be there twice");
      expect(page, readLinks(in));
    }
  }

  private static long[] readLinks(StateReader in) throws IOException {
    LongStream.Builder sequences = LongStream.builder(); // grows with what is read
    for (int left = in.readCount("number of links of a page"); left > 0; left--) {
      sequences.add(in.readNumber("number of a link"));
    }
    return sequences.build().toArray();
  }
}
