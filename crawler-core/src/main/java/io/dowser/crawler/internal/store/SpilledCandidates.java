package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.HostGrouping;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Pending candidates in a temporary file, in the order in which they will be fetched: higher key,
 * then higher tie-break, then smaller sequence number.
 *
 * <p>The file is lost with the process; a crawl that is resumed fills it again. One bit of memory
 * for each URL ever seen reports which are here. Each method throws a {@link CrawlException} if the
 * file cannot be read or written, or has lost rows. Not thread-safe.
 */
public final class SpilledCandidates implements AutoCloseable {

  private static final SpilledPlace BEFORE_ALL =
      new SpilledPlace(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, -1);

  private final Supplier<SpilledFile> opener;
  private @Nullable SpilledFile file;
  private final HostGrouping grouping;
  private final BitSet here = new BitSet();
  private int size;
  private @Nullable SpilledPlace first;

  private SpilledCandidates(Supplier<SpilledFile> opener, HostGrouping grouping) {
    this.opener = opener;
    this.grouping = grouping;
  }

  SpilledCandidates(SpilledFile file, HostGrouping grouping) {
    this(() -> file, grouping);
  }

  private SpilledFile file() {
    SpilledFile made = file;
    if (made == null) {
      made = opener.get();
      file = made;
    }
    return made;
  }

  /**
   * Returns an empty set, whose file is created with the first candidate.
   *
   * @param directory where; a file that a killed process left in a crawl's directory is deleted
   *     when the crawl is opened again
   * @param grouping which URLs belong to one host
   */
  public static SpilledCandidates in(Path directory, HostGrouping grouping) {
    return new SpilledCandidates(() -> SpilledFile.in(directory), grouping);
  }

  /** Counts the candidates. */
  public int size() {
    return size;
  }

  /** Reports whether a candidate is here. */
  public boolean contains(long sequence) {
    return here.get((int) sequence);
  }

  /** Reports whether a candidate would come before all that are here. */
  public boolean isBeforeAll(Candidate candidate, double key) {
    if (first == null && size > 0) {
      file()
          .best(
              1,
              row -> {
                first = SpilledFile.place(row);
                return false;
              });
    }
    return first == null || SpilledPlace.of(candidate, key).goesBefore(first);
  }

  /** Adds a candidate. */
  public void add(Candidate candidate, double key) {
    if (size > 0 && isBeforeAll(candidate, key)) {
      first = null;
    }
    file().insert(candidate, key, grouping.groupOf(candidate.url()));
    here.set((int) candidate.sequence());
    size++;
  }

  /** Shows a candidate. */
  public Optional<Candidate> find(long sequence) {
    var found = new ArrayList<Candidate>(1);
    if (contains(sequence)) {
      file().find(sequence, row -> found.add(SpilledFile.candidate(row)));
      SpilledFile.requireRows(1, found.size());
    }
    return found.stream().findFirst();
  }

  /** Shows the best candidate of a host. */
  public Optional<Candidate> bestOf(String host) {
    var found = new ArrayList<Candidate>(1);
    if (size > 0) {
      file().bestOf(host, row -> found.add(SpilledFile.candidate(row)));
    }
    return found.stream().findFirst();
  }

  /**
   * Takes a candidate out.
   *
   * @param sequence its number; nothing happens if it is not here
   */
  public void remove(long sequence) {
    if (contains(sequence)) {
      file().delete(sequence);
      here.clear((int) sequence);
      size--;
      first = null;
    }
  }

  /** Takes out those that come first. */
  public void takeBest(int count, Consumer<Candidate> taker) {
    int most = Math.min(count, size);
    var taken = new ArrayList<Candidate>(most);
    if (size > 0) {
      file().best(most, row -> taken.add(SpilledFile.candidate(row)));
    }
    SpilledFile.requireRows(most, taken.size());
    for (Candidate each : taken) {
      remove(each.sequence());
      taker.accept(each);
    }
  }

  /** Takes places and hosts. */
  @FunctionalInterface
  public interface PlaceTaker {

    /** Takes one. */
    boolean take(SpilledPlace place, String host);
  }

  /**
   * Shows where candidates stand, best first, as long as that is wanted. Nothing may be changed
   * meanwhile.
   *
   * @param after the place behind which to begin; null for all of them
   */
  public void showPlaces(@Nullable SpilledPlace after, PlaceTaker taker) {
    if (size > 0) {
      file()
          .behind(
              after == null ? BEFORE_ALL : after,
              row -> taker.take(SpilledFile.place(row), SpilledFile.host(row)));
    }
  }

  /** Shows all candidates, best first. */
  public void forEach(Consumer<Candidate> taker) {
    int[] count = {0};
    if (size > 0) {
      file()
          .best(
              -1,
              row -> {
                count[0]++;
                taker.accept(SpilledFile.candidate(row));
                return true;
              });
    }
    SpilledFile.requireRows(size, count[0]);
  }

  /** Takes everything out. */
  public void clear() {
    if (size > 0) {
      file().deleteAll();
    }
    here.clear();
    size = 0;
    first = null;
  }

  /** Deletes the file. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
    }
  }
}
