package io.dowser.crawler.internal.sites;

import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The blocks of text that most pages of one site have in common, such as menus and notices. Not
 * thread-safe.
 *
 * <p>Source of the idea: L. Yi, B. Liu and X. Li, <i>Eliminating noisy information in Web pages for
 * data mining</i>, KDD 2003: what many pages of a site share is noise. Departures: equal texts of
 * blocks count in place of a tree of styles, and pages are seen one by one: a block is counted from
 * the page on that repeats it within {@value #RECENT} pages, and is repeated if more than half of
 * the pages since then have it.
 */
final class RepeatedBlocks {

  /** On a site with fewer pages, nothing is repeated. */
  static final int FEWEST_PAGES = 8;

  private static final int FEWEST_COUNTS = 4;

  /** As many pages in a row may be of one section, whose blocks are not those of the site. */
  private static final int SECTION = 64;

  private static final int RECENT = 2;
  private static final int MOST_COUNTED = 256;
  private static final int BYTES_PER_BLOCK = 64;

  /** Of more blocks in or outside a main text, those in the middle are not looked at. */
  private static final int MOST_AT_AN_END = 32;

  private static final int MOST_OF_PAGE = 4 * MOST_AT_AN_END;

  private final Map<Long, Count> counts = new LinkedHashMap<>();
  private final Deque<Set<Long>> recent = new ArrayDeque<>();
  private int pages;

  private static final class Count {

    private final int first;
    private int pages;

    Count(int first, int pages) {
      this.first = first;
      this.pages = pages;
    }

    boolean isMostOf(int allPages) {
      return pages >= FEWEST_COUNTS
          && 2 * pages > allPages - first + 1
          && 2 * pages > Math.min(allPages, SECTION);
    }
  }

  /**
   * Adds a page. A menu that is main text of pages with little else, such as lists, is outside the
   * main text of others.
   *
   * @param main the blocks of its main text
   * @param other all others
   */
  void add(List<String> main, List<String> other) {
    pages++;
    Set<Long> ofPage = new LinkedHashSet<>();
    addEnds(main, ofPage);
    addEnds(other, ofPage);
    for (long key : ofPage) {
      Count count = counts.get(key);
      if (count != null) {
        count.pages++;
      } else if (recent.stream().anyMatch(page -> page.contains(key))) {
        begin(key);
      }
    }
    recent.addLast(ofPage);
    if (recent.size() > RECENT) {
      recent.removeFirst();
    }
  }

  private void begin(long key) {
    if (counts.size() >= MOST_COUNTED) {
      counts.values().removeIf(each -> pages - each.first >= FEWEST_PAGES && !each.isMostOf(pages));
    }
    if (counts.size() < MOST_COUNTED) {
      counts.put(key, new Count(pages - 1, 2));
    }
  }

  /** Returns those blocks of a page that are not repeated. */
  List<String> without(List<String> blocks) {
    if (pages < FEWEST_PAGES || counts.isEmpty()) {
      return blocks;
    }
    return blocks.stream().filter(block -> !isRepeated(block)).toList();
  }

  private boolean isRepeated(String block) {
    Count count = counts.get(Sites.hash(block));
    return count != null && count.isMostOf(pages);
  }

  private static void addEnds(List<String> blocks, Set<Long> keys) {
    int size = blocks.size();
    for (int i = 0; i < size; i++) {
      if (i < MOST_AT_AN_END || i >= size - MOST_AT_AN_END) {
        keys.add(Sites.hash(blocks.get(i)));
      }
    }
  }

  /** Estimates the memory that is taken. */
  long bytes() {
    int ofRecent = recent.stream().mapToInt(Set::size).sum();
    return (long) BYTES_PER_BLOCK * (counts.size() + ofRecent);
  }

  void save(StateWriter out) throws IOException {
    out.writeInt(pages);
    out.writeInt(counts.size());
    for (Map.Entry<Long, Count> entry : counts.entrySet()) {
      out.writeLong(entry.getKey());
      out.writeInt(entry.getValue().first);
      out.writeInt(entry.getValue().pages);
    }
    out.writeInt(recent.size());
    for (Set<Long> page : recent) {
      out.writeInt(page.size());
      for (long key : page) {
        out.writeLong(key);
      }
    }
  }

  void restore(StateReader in) throws IOException {
    pages = in.readCount("pages of a site");
    for (int left = in.readInt(0, MOST_COUNTED, "number of blocks"); left > 0; left--) {
      long key = in.readLong();
      int first = in.readInt(0, pages, "first page of a block");
      counts.put(key, new Count(first, in.readInt(0, pages - first + 1, "pages of a block")));
    }
    for (int left = in.readInt(0, RECENT, "number of recent pages"); left > 0; left--) {
      Set<Long> page = new LinkedHashSet<>();
      for (int keys = in.readInt(0, MOST_OF_PAGE, "blocks of a page"); keys > 0; keys--) {
        page.add(in.readLong());
      }
      recent.addLast(page);
    }
  }
}
