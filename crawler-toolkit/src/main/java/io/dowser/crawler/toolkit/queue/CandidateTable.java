package io.dowser.crawler.toolkit.queue;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * Pending candidates in primitive arrays: each has a slot, a small number that indexes other arrays
 * and is used again after removal.
 *
 * <p>Candidates are stored column-wise and rebuilt on access; {@link #get} returns an equal
 * candidate. The URL is kept as the bytes behind its origin, the origin once for all its URLs,
 * parent and path state once for all links of a page, second keys and features only if there are
 * any. One pending URL of 80 characters takes about 125 bytes.
 *
 * <p>The table does not order anything: it goes with an order over its slots, for one an {@link
 * IndexedHeap}, whose ties {@link #goesBefore} decides. Not thread-safe.
 */
public final class CandidateTable implements Resumable {

  /** What {@link #slotOf} gives for an unknown candidate. */
  public static final int ABSENT = -1;

  private static final int SEQUENCE = 0;
  private static final int SCORE = 1;
  private static final int DEPTH_AND_PAGE = 2;
  private static final int GROUP_AND_ADDRESS = 3;
  private static final int NEXT_FREE = SCORE; // a free row is a link in the list of free rows
  private static final long FREE = -1;
  private static final long LOW = 0xFFFF_FFFFL;

  private LongRows rows = new LongRows(4);
  private SequenceIndex index = new SequenceIndex(rows, SEQUENCE);
  private LongRows tieBreaks = new LongRows(1);
  private UrlTexts urls = new UrlTexts(new RowAddresses());
  private FeatureRecords features = new FeatureRecords();
  private SharedPages pages = new SharedPages();
  private int firstFree = ABSENT;
  private int limit;
  private int size;

  /** Creates an empty table. */
  public CandidateTable() {}

  /**
   * Adds a candidate.
   *
   * @param candidate one whose sequence number is not in the table
   * @return its slot
   * @throws IllegalArgumentException if the sequence number is in the table
   */
  public int add(Candidate candidate) {
    requireNew(candidate.sequence());
    int slot = addWithoutUrl(candidate, pages.acquire(candidate));
    urls.put(slot, candidate.url());
    index.add(slot);
    return slot;
  }

  /**
   * Adds all of a candidate but its URL, which must be set before anything else is done, as {@link
   * #indexAll} must when all are added.
   */
  int addWithoutUrl(Candidate candidate, int page) {
    int slot = takeSlot();
    rows.set(slot, SEQUENCE, candidate.sequence());
    rows.set(slot, GROUP_AND_ADDRESS, 0);
    fill(slot, candidate, page);
    size++;
    return slot;
  }

  /** Sets the URL of a slot that has none. */
  void setUrl(int slot, CrawlUrl url) {
    urls.put(slot, url);
  }

  /**
   * {@return the slot of a candidate, or {@link #ABSENT}}
   *
   * @param sequence its number
   */
  public int slotOf(long sequence) {
    return sequence < 0 ? ABSENT : index.find(sequence);
  }

  /**
   * {@return a candidate equal to the one that was added, changes since then included}
   *
   * @param slot a slot in use
   * @throws IllegalArgumentException if the slot is not in use
   */
  public Candidate get(int slot) {
    requireUsed(slot);
    int page = page(slot);
    return new Candidate(
        urls.get(slot),
        rows.get(slot, SEQUENCE),
        depth(slot),
        score(slot),
        tieBreak(slot),
        pages.parent(page),
        pages.pathState(page),
        features.get(slot));
  }

  /**
   * Replaces everything about a candidate but its URL and its sequence number.
   *
   * @param slot a slot in use
   * @param candidate where score, tie-break, depth, parent, path state and features come from
   * @throws IllegalArgumentException if the slot is not in use
   */
  public void replace(int slot, Candidate candidate) {
    requireUsed(slot);
    int old = page(slot);
    fill(slot, candidate, pages.acquire(candidate));
    pages.release(old);
  }

  /**
   * Removes a candidate; its slot may be given to another.
   *
   * @param slot a slot in use
   * @throws IllegalArgumentException if the slot is not in use
   */
  public void remove(int slot) {
    requireUsed(slot);
    index.remove(rows.get(slot, SEQUENCE));
    pages.release(page(slot));
    urls.remove(slot);
    features.remove(slot);
    rows.set(slot, SEQUENCE, FREE);
    rows.set(slot, NEXT_FREE, firstFree);
    firstFree = slot;
    size--;
  }

  /**
   * {@return the score of a candidate}
   *
   * @param slot a slot in use
   */
  public double score(int slot) {
    return rows.getDouble(slot, SCORE);
  }

  /**
   * Changes the score of a candidate.
   *
   * @param slot a slot in use
   * @param score any number above negative infinity
   */
  public void setScore(int slot, double score) {
    rows.setDouble(slot, SCORE, score);
  }

  /**
   * {@return the second key of a candidate; the tie-break}
   *
   * @param slot a slot in use
   */
  public double tieBreak(int slot) {
    return tieBreaks.getDouble(slot, 0);
  }

  /**
   * {@return the depth of a candidate; links between the URL and its nearest known seed}
   *
   * @param slot a slot in use
   */
  public int depth(int slot) {
    return (int) (rows.get(slot, DEPTH_AND_PAGE) >>> 32);
  }

  /**
   * Changes the depth of a candidate.
   *
   * @param slot a slot in use
   * @param depth 0 or more
   */
  public void setDepth(int slot, int depth) {
    rows.set(slot, DEPTH_AND_PAGE, (long) depth << 32 | page(slot));
  }

  /**
   * Decides between candidates of equal score as {@link Candidate#goesBefore} does: higher
   * tie-break, then smaller sequence number.
   *
   * @param slotA a slot in use
   * @param slotB another slot in use
   * @return true if {@code slotA} goes first
   */
  public boolean goesBefore(int slotA, int slotB) {
    int byTieBreak = Double.compare(tieBreak(slotA), tieBreak(slotB));
    return byTieBreak != 0 ? byTieBreak > 0 : rows.get(slotA, SEQUENCE) < rows.get(slotB, SEQUENCE);
  }

  /**
   * {@return the next slot in use, for a walk over all candidates; or {@link #ABSENT}}
   *
   * @param from 0 to start with, later the last slot plus 1
   */
  public int nextSlot(int from) {
    for (int slot = from; slot < limit; slot++) {
      if (rows.get(slot, SEQUENCE) != FREE) {
        return slot;
      }
    }
    return ABSENT;
  }

  /** {@return the number of candidates, 0 or more} */
  public int size() {
    return size;
  }

  /** Removes all candidates. */
  public void clear() {
    rows = new LongRows(4);
    index = new SequenceIndex(rows, SEQUENCE);
    tieBreaks = new LongRows(1);
    urls = new UrlTexts(new RowAddresses());
    features = new FeatureRecords();
    pages = new SharedPages();
    firstFree = ABSENT;
    limit = 0;
    size = 0;
  }

  /**
   * Writes the candidates in the order of {@link #nextSlot}; without their URLs if the writer
   * leaves them out, for which each must be the one that the reader has for the candidate's number.
   */
  @Override
  public void save(StateWriter out) throws IOException {
    CandidateFormat.write(this, requireNonNull(out, "out"));
  }

  /**
   * Replaces the candidates by saved ones: these get slots from 0 upwards in the order in which
   * they were written. If it fails, the table is empty.
   */
  @Override
  public void restore(StateReader in) throws IOException {
    restore(in, (slot, url) -> {});
  }

  /** Restores, and shows each candidate once it is complete, in any order. */
  void restore(StateReader in, CandidateFormat.Reader reader) throws IOException {
    clear();
    try {
      CandidateFormat.read(this, requireNonNull(in, "in"), reader);
    } catch (IllegalArgumentException e) {
      clear();
      throw new IOException("not saved candidates: " + e.getMessage(), e);
    } catch (IOException | RuntimeException e) {
      clear();
      throw e;
    }
  }

  /** Creates the candidates known by their numbers that were added without. */
  void indexAll() {
    for (int slot = 0; slot < limit; slot++) {
      requireNew(sequence(slot));
      index.add(slot);
    }
  }

  SharedPages pages() {
    return pages;
  }

  int page(int slot) {
    return (int) rows.get(slot, DEPTH_AND_PAGE);
  }

  CrawlUrl url(int slot) {
    return urls.get(slot);
  }

  LinkFeatures features(int slot) {
    return features.get(slot);
  }

  boolean hasFeatures(int slot) {
    return features.has(slot);
  }

  /** A number that the owner of the table keeps with a slot, 0 at first. */
  int group(int slot) {
    return (int) (rows.get(slot, GROUP_AND_ADDRESS) >>> 32);
  }

  void setGroup(int slot, int group) {
    rows.set(slot, GROUP_AND_ADDRESS, (long) group << 32 | address(slot));
  }

  long sequence(int slot) {
    return rows.get(slot, SEQUENCE);
  }

  boolean isSeed(int slot) {
    return pages.parent(page(slot)) == Candidate.NO_PARENT;
  }

  void requireNew(long sequence) {
    if (slotOf(sequence) != ABSENT) {
      throw new IllegalArgumentException(
          "sequence must not be in the table already, but was " + sequence);
    }
  }

  private long address(int slot) {
    return rows.get(slot, GROUP_AND_ADDRESS) & LOW;
  }

  private void fill(int slot, Candidate candidate, int page) {
    rows.setDouble(slot, SCORE, candidate.score());
    rows.set(slot, DEPTH_AND_PAGE, (long) candidate.depth() << 32 | page);
    long tieBreak = Double.doubleToRawLongBits(candidate.tieBreak());
    if (tieBreak != tieBreaks.get(slot, 0)) { // a column of zeros takes no memory
      tieBreaks.set(slot, 0, tieBreak);
    }
    features.put(slot, candidate.features());
  }

  private int takeSlot() {
    if (firstFree == ABSENT) {
      return limit++;
    }
    int slot = firstFree;
    firstFree = (int) rows.get(slot, NEXT_FREE);
    return slot;
  }

  private void requireUsed(int slot) {
    if (slot < 0 || slot >= limit || rows.get(slot, SEQUENCE) == FREE) {
      throw new IllegalArgumentException("slot must be in use, but was " + slot);
    }
  }

  /** Keeps the address of a URL in its row, where it is found without another trip to memory. */
  private final class RowAddresses implements ByteRecords.Addresses {

    @Override
    public int get(int slot) {
      return (int) rows.get(slot, GROUP_AND_ADDRESS);
    }

    @Override
    public void set(int slot, int address) {
      rows.set(slot, GROUP_AND_ADDRESS, (long) group(slot) << 32 | (address & LOW));
    }
  }
}
