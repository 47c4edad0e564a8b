package io.dowser.crawler.internal.store;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Pending candidates in a temporary file, in the order in which they will be fetched: higher key,
 * then higher tie-break, then smaller sequence number.
 *
 * <p>The file is lost with the process; what {@link #save} has copied remains. One bit of memory
 * for each URL ever seen reports which are here. Each method throws a {@link CrawlException} if the
 * file cannot be read or written, or has lost rows. Not thread-safe.
 */
public final class SpilledCandidates implements AutoCloseable {

  private static final Place BEFORE_ALL =
      new Place(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, -1);
  private static final String ORDER = " ORDER BY key DESC, tie DESC, age DESC";
  private static final String BEST = "SELECT * FROM spilled" + ORDER + " LIMIT ?";

  private final Path directory;
  private final HostGrouping grouping;
  private final BitSet here = new BitSet();
  private @Nullable SpilledFile file;
  private int size;
  private @Nullable Place first;
  private @Nullable Path copy;

  /**
   * Creates an empty set, whose file is created with the first candidate.
   *
   * @param directory where; a file that a killed process left in a crawl's directory is deleted
   *     when the crawl is opened again
   * @param grouping which URLs belong to one host
   */
  public SpilledCandidates(Path directory, HostGrouping grouping) {
    this.directory = directory;
    this.grouping = grouping;
  }

  SpilledFile file() {
    SpilledFile made = file;
    if (made == null) {
      made = SpilledFile.in(directory);
      file = made;
    }
    return made;
  }

  /**
   * Where a candidate stands in the order.
   *
   * @param key higher goes first
   * @param tieBreak of equal keys, higher goes first
   * @param sequence of equal tie-breaks, smaller goes first
   */
  public record Place(double key, double tieBreak, long sequence) {

    /** Creates a place. */
    public Place {
      key += 0.0; // of the two zeros one remains: the file knows no other
    }

    /** Finds the place of a candidate. */
    public static Place of(Candidate candidate, double key) {
      return new Place(key, candidate.tieBreak(), candidate.sequence());
    }

    /** Compares with another place. */
    public boolean goesBefore(Place other) {
      int order = Double.compare(other.key, key);
      order = order != 0 ? order : Double.compare(other.tieBreak, tieBreak);
      return (order != 0 ? order : Long.compare(sequence, other.sequence)) < 0;
    }
  }

  private static Place place(ResultSet row) throws SQLException {
    return new Place(row.getDouble(2), row.getDouble(3), row.getLong(1));
  }

  private static Candidate candidate(ResultSet row) throws SQLException {
    return new Candidate(
        CrawlUrl.of(row.getString(7)),
        row.getLong(1),
        row.getInt(5),
        row.getDouble(4),
        row.getDouble(3),
        row.getLong(6),
        RowValues.pathState(row.getBytes(8)),
        RowValues.features(row.getBytes(9)));
  }

  /** Compares how many rows there must be with how many there are. */
  private static void requireRows(long expected, long found) {
    if (found != expected) {
      throw new CrawlException(
          "the file of pending URLs is broken: rows are missing, "
              + found
              + " are there in place of "
              + expected
              + "; a crawl with a directory fills it again when it is resumed");
    }
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
      first = file().list(BEST, SpilledCandidates::place, 1).get(0);
    }
    return first == null || Place.of(candidate, key).goesBefore(first);
  }

  /** Adds a candidate. */
  public void add(Candidate candidate, double key) {
    if (size > 0 && isBeforeAll(candidate, key)) {
      first = null;
    }
    file()
        .execute(
            "INSERT INTO spilled VALUES (?,?,?,?,?,?,?,?,?,?,?)",
            candidate.sequence(),
            key,
            candidate.tieBreak(),
            candidate.score(),
            candidate.depth(),
            candidate.parent(),
            candidate.url().toString(),
            RowValues.of(candidate.pathState()),
            RowValues.of(candidate.features()),
            -candidate.sequence(),
            grouping.groupOf(candidate.url()));
    here.set((int) candidate.sequence());
    size++;
  }

  /** Shows a candidate. */
  public Optional<Candidate> find(long sequence) {
    if (!contains(sequence)) {
      return Optional.empty();
    }
    return Optional.of(row(sequence, SpilledCandidates::candidate));
  }

  /** Returns the place of a candidate that is here, by the key that it was added with. */
  public Place placeOf(long sequence) {
    return row(sequence, SpilledCandidates::place);
  }

  private <T> T row(long sequence, Sql.Reader<T> reader) {
    List<T> found = file().list("SELECT * FROM spilled WHERE seq = ?", reader, sequence);
    requireRows(1, found.size());
    return found.get(0);
  }

  /** Shows the candidate that comes first. */
  public Optional<Candidate> best() {
    return size == 0
        ? Optional.empty()
        : file().list(BEST, SpilledCandidates::candidate, 1).stream().findFirst();
  }

  /** Returns the place of the best candidate of a host. */
  public Optional<Place> bestOf(String host) {
    if (size == 0) {
      return Optional.empty();
    }
    file() // not earlier, because most crawls never need it
        .execute(
            "CREATE INDEX IF NOT EXISTS spilled_hosts"
                + " ON spilled (host, key DESC, tie DESC, age DESC)");
    String ofHost = "SELECT * FROM spilled WHERE host = ?" + ORDER + " LIMIT 1";
    return file().list(ofHost, SpilledCandidates::place, host).stream().findFirst();
  }

  /** Takes a candidate out, if it is here. */
  public void remove(long sequence) {
    if (contains(sequence)) {
      requireRows(1, file().execute("DELETE FROM spilled WHERE seq = ?", sequence));
      here.clear((int) sequence);
      size--;
      first = null;
    }
  }

  /** Takes out those that come first. */
  public void takeBest(int count, Consumer<Candidate> taker) {
    int most = Math.min(count, size);
    if (most > 0) {
      List<Candidate> best = file().list(BEST, SpilledCandidates::candidate, most);
      requireRows(most, best.size());
      for (Candidate each : best) {
        remove(each.sequence());
        taker.accept(each);
      }
    }
  }

  /**
   * Shows where candidates stand, best first, with their hosts, as long as that is wanted. Nothing
   * may be changed meanwhile.
   *
   * @param after the place behind which to begin; null for all of them
   * @param taker returns whether the next one is wanted
   */
  public void showPlaces(@Nullable Place after, BiPredicate<Place, String> taker) {
    Place from = after == null ? BEFORE_ALL : after;
    if (size > 0) {
      file()
          .eachWhile(
              "SELECT seq, key, tie, host FROM spilled WHERE (key, tie, age) < (?, ?, ?)" + ORDER,
              row -> taker.test(place(row), row.getString(4)),
              from.key,
              from.tieBreak,
              -from.sequence);
    }
  }

  /** Shows all candidates, best first. */
  public void forEach(Consumer<Candidate> taker) {
    int[] count = {0};
    if (size > 0) {
      file()
          .eachWhile(
              BEST,
              row -> {
                taker.accept(candidate(row));
                return ++count[0] > 0;
              },
              -1);
    }
    requireRows(size, count[0]);
  }

  /**
   * Replaces all candidates by those of another set in the same directory, which loses its file.
   */
  public void replaceBy(SpilledCandidates others) {
    close();
    file = others.file;
    others.file = null;
    here.clear();
    here.or(others.here);
    size = others.size;
    first = null;
  }

  /** Takes everything out. */
  public void clear() {
    if (size > 0) {
      file().execute("DELETE FROM spilled");
    }
    here.clear();
    size = 0;
    first = null;
  }

  /** Saves all candidates by a copy of the file, which is in the directory as well. */
  public void save(StateWriter out) throws IOException {
    copy = size == 0 ? null : file().copy();
    out.writeInt(size);
    out.writeText(copy == null ? "" : copy.getFileName().toString());
  }

  /** Replaces all candidates by those that were saved; if that fails, there are none. */
  public void restore(StateReader in) throws IOException {
    clear();
    int saved = in.readCount("number of pending URLs on disk");
    String name = in.readText();
    if (saved == 0) {
      copy = null;
      return;
    }
    StateReader.require(SpilledFile.isCopy(name), "the name '" + name + "'");
    try {
      restore(directory.resolve(name), saved);
    } catch (CrawlException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void restore(Path from, int saved) throws IOException {
    SpilledFile made = SpilledFile.of(from);
    var numbers = new BitSet();
    try {
      made.eachWhile("SELECT seq FROM spilled", row -> add(row.getInt(1), numbers));
      int rows = numbers.cardinality();
      String what = from + ", which has " + rows + " pending URLs in place of " + saved;
      StateReader.require(rows == saved, what);
    } catch (IOException | CrawlException e) {
      made.close();
      throw e;
    }
    close();
    file = made;
    copy = from;
    here.or(numbers);
    size = saved;
  }

  private static boolean add(int number, BitSet numbers) {
    numbers.set(number);
    return true;
  }

  /** Returns the copy by which candidates were saved or restored last, if there were any. */
  public Optional<Path> copy() {
    return Optional.ofNullable(copy);
  }

  /** Deletes all copies in a directory but one, if that is given. */
  public static void deleteCopies(Path directory, @Nullable Path butOne) throws IOException {
    SpilledFile.deleteCopies(directory, butOne);
  }

  /** Deletes the file, but no copy. */
  @Override
  public void close() {
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
