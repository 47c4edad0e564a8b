package io.dowser.crawler.internal.recovery;

import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.store.PendingReader;
import io.dowser.crawler.internal.store.PendingRow;
import io.dowser.crawler.internal.store.PendingRow.Place;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The pending URLs of a crawl: the best of them are in its frontier and, if it has a directory, all
 * of them in its table.
 *
 * <p>A URL keeps its row from when it is queued until its visit, or its other end, is committed. So
 * URLs that were in flight at a kill are pending afterwards. From a frontier whose memory is full,
 * the worst URLs are removed. With a directory, they are in the table and return when the frontier
 * has room for them, or when no host in it is ready. Without one, they are lost until a page links
 * to them again. A frontier that removes none takes no new URLs while it is full.
 *
 * <p>No URL in the table alone precedes one in the frontier, unless keys have changed since it was
 * moved there. Confined to the engine thread.
 */
public final class PendingUrls {

  /** A part of what the frontier may hold: what goes to the table at a time, and when it is low. */
  private static final int SHARES = 8;

  private static final int FIRST_SHARE = 4; // of the capacity is read at once when a crawl resumes

  private static final int MOST_HOSTS = 10_000; // looked at when no host in memory is ready
  private static final int MOST_READY = 64; // of them that get a URL into memory
  private static final int LOOK_SHARE = 4; // of the time may go into looking for ready hosts
  private static final int ROWS = 10_000; // read at a time

  private final Frontier frontier;
  private final Optional<PendingTable> table;
  private final HostGrouping grouping;
  private final int capacity;
  private final BitSet outside = new BitSet(); // numbers of those in the table alone
  private int outsideCount;
  private @Nullable Place first; // none of those outside goes before it
  private boolean removesNone;
  private List<CrawlUrl> dropped = new ArrayList<>(0);
  private final Map<HostGate, Look> looks = new WeakHashMap<>();
  private int rescoredPolls;

  /** The host and the time at which the next look for ready hosts in the table begins. */
  private static final class Look {

    private int nextHost = Integer.MIN_VALUE;
    private @Nullable Long next; // by the clock of the gate
  }

  /**
   * Creates the pending URLs of a crawl that begins.
   *
   * @param frontier an empty frontier
   * @param table absent if the crawl has no directory
   * @param grouping the grouping of URLs by host
   * @param capacity the largest number of URLs in the frontier, 1 or more
   */
  public PendingUrls(
      Frontier frontier, Optional<PendingTable> table, HostGrouping grouping, int capacity) {
    this.frontier = frontier;
    this.table = table;
    this.grouping = grouping;
    this.capacity = capacity;
  }

  /**
   * Takes back what was pending in earlier runs, once the frontier's own state is restored.
   *
   * @throws CancellationException if the crawl was stopped before that was done
   */
  public void resume(BooleanSupplier stopped) throws InterruptedException {
    if (table.isPresent()) {
      resume(table.get(), stopped);
    }
  }

  private void resume(PendingTable rows, BooleanSupplier stopped) throws InterruptedException {
    PendingReader reader = rows.read();
    if (reader.count() <= capacity) {
      putBackAll(reader, stopped);
      return;
    }
    if (!rows.isOfThisFrontier()) {
      rewriteKeys(rows);
    }
    rows.index();
    rows.read().numbers(this::toOutside);
    load(rows, capacity / FIRST_SHARE + 1);
  }

  private void putBackAll(PendingReader reader, BooleanSupplier stopped) {
    List<PendingRow> some = reader.inOrder(0, ROWS);
    while (!some.isEmpty()) {
      for (PendingRow row : some) {
        if (stopped.getAsBoolean()) {
          throw new CancellationException("the crawl was stopped while it was opened");
        }
        frontier.putBack(row.candidate());
      }
      some = reader.inOrder(some.get(some.size() - 1).candidate().sequence() + 1, ROWS);
    }
  }

  /** Replaces the keys of a frontier of another kind. */
  private void rewriteKeys(PendingTable rows) throws InterruptedException {
    List<PendingRow> some = rows.read().inOrder(0, ROWS);
    while (!some.isEmpty()) {
      some.forEach(row -> rows.set(row(row.candidate())));
      long next = some.get(some.size() - 1).candidate().sequence() + 1;
      some = rows.read().inOrder(next, ROWS);
    }
  }

  private PendingRow row(Candidate candidate) {
    double key = candidate.isSeed() ? candidate.score() : frontier.key(candidate);
    if (Double.isNaN(key)) {
      throw new CrawlException(
          "a key must be a number, but was NaN from the frontier "
              + frontier.getClass().getName()
              + " for "
              + candidate.url());
    }
    return new PendingRow(candidate, key, host(candidate.url()));
  }

  private int host(CrawlUrl url) {
    return Hashing.murmur3_32_fixed().hashUnencodedChars(grouping.groupOf(url)).asInt();
  }

  /** Queues a seed, an entry of a sitemap or feed, or a candidate that has failed before. */
  public void seed(Candidate seed) {
    if (table.isEmpty() || offer(table.get(), seed)) {
      frontier.seed(seed);
      trim();
    }
  }

  /** Ends a candidate that was visited, and queues the links of its page. */
  public void expand(Visit visit, List<ScoredLink> links) {
    if (table.isPresent()) {
      expand(table.get(), visit, links);
    } else {
      frontier.expand(visit, links);
    }
    trim();
  }

  private void expand(PendingTable rows, Visit visit, List<ScoredLink> links) {
    rows.remove(visit.candidate().sequence());
    List<ScoredLink> taken = new ArrayList<>(links.size());
    for (ScoredLink link : links) {
      if (mayBeInFrontier(link) || offer(rows, link.candidate())) {
        taken.add(link);
      }
    }
    List<Optional<Candidate>> before =
        taken.stream().map(link -> frontier.find(link.candidate().sequence())).toList();
    frontier.expand(visit, taken);
    writeRaised(rows, taken, before);
  }

  /** Writes the rows of candidates in the frontier that a link has changed. */
  private void writeRaised(
      PendingTable rows, List<ScoredLink> links, List<Optional<Candidate>> before) {
    for (int i = 0; i < links.size(); i++) {
      ScoredLink link = links.get(i);
      Optional<Candidate> now = frontier.find(link.candidate().sequence());
      if (link.pending() && now.isPresent() && !now.equals(before.get(i))) {
        rows.set(row(now.get()));
      } else if (link.pending() && now.isEmpty()) { // it does not say
        rows.offer(row(link.candidate()));
      }
    }
  }

  private boolean mayBeInFrontier(ScoredLink link) {
    return link.pending() && !outside.get((int) link.candidate().sequence());
  }

  /** Offers a row, notes where its URL is, and returns whether the frontier takes it. */
  private boolean offer(PendingTable rows, Candidate candidate) {
    PendingRow row = row(candidate);
    rows.offer(row);
    long url = candidate.sequence();
    boolean isTaken = first == null || row.place().goesBefore(first);
    if (isTaken) {
      toFrontier(url);
    } else {
      toOutside(url);
    }
    return isTaken;
  }

  private void toFrontier(long url) {
    if (outside.get((int) url)) {
      outside.clear((int) url);
      outsideCount--;
    }
  }

  private void toOutside(long url) {
    if (!outside.get((int) url)) {
      outside.set((int) url);
      outsideCount++;
    }
  }

  /** Removes the worst from a frontier that holds too many. */
  private void trim() {
    if (frontier.size() > capacity && !removesNone) {
      table.ifPresent(PendingTable::index);
      removeDownTo(table.isEmpty() ? capacity : capacity - capacity / SHARES);
    }
  }

  private void removeDownTo(int left) {
    while (frontier.size() > left && !removesNone) {
      Optional<Candidate> worst = frontier.removeWorst();
      worst.ifPresent(this::removed);
      removesNone = worst.isEmpty();
    }
  }

  private void removed(Candidate worst) {
    if (table.isEmpty()) {
      dropped.add(worst.url());
      return;
    }
    PendingRow row = row(worst);
    if (outside.get((int) worst.sequence())) { // a restored state had an older form of it
      table.get().offer(row);
    } else {
      table.get().set(row);
      toOutside(worst.sequence());
    }
    if (first == null || row.place().goesBefore(first)) {
      first = row.place();
    }
  }

  /** Takes out the best candidate whose host is ready, see {@link Frontier#poll(HostGate)}. */
  public Optional<Candidate> poll(HostGate gate) throws InterruptedException {
    return poll(gate, () -> frontier.poll(gate));
  }

  /**
   * Takes out the best candidate by new scores, see {@link Frontier#poll(HostGate,
   * ToDoubleFunction)}. Those in the table alone are scored again when they come back; some do for
   * each candidate that was polled so.
   */
  public Optional<Candidate> poll(HostGate gate, ToDoubleFunction<Candidate> score)
      throws InterruptedException {
    if (outsideCount > 0 && ++rescoredPolls > capacity / SHARES) {
      rescoredPolls = 0;
      removeDownTo(Math.max(0, frontier.size() - capacity / SHARES));
      load(table.orElseThrow(), capacity / SHARES);
    }
    return poll(gate, () -> frontier.poll(gate, score));
  }

  private Optional<Candidate> poll(HostGate gate, Supplier<Optional<Candidate>> inMemory)
      throws InterruptedException {
    if (outsideCount > 0 && frontier.size() <= capacity / SHARES) {
      load(table.orElseThrow(), capacity / 2 + 1);
    }
    Optional<Candidate> best = inMemory.get();
    if (best.isEmpty() && outsideCount > 0 && loadReady(table.orElseThrow(), gate)) {
      best = inMemory.get();
    }
    best.ifPresent(each -> toFrontier(each.sequence()));
    return best;
  }

  /** Puts the best of those outside back into the frontier. */
  private void load(PendingTable rows, int most) throws InterruptedException {
    List<PendingRow> best = new ArrayList<>();
    Place[] next = {null};
    rows.read()
        .best(
            first,
            row -> {
              boolean isOutside = outside.get((int) row.candidate().sequence());
              if (isOutside && best.size() == most) {
                next[0] = row.place();
                return false;
              }
              return !isOutside || best.add(row);
            });
    best.forEach(this::putBack);
    first = next[0];
    if (first == null || frontier.size() == 0) { // a frontier that has ended takes nothing
      outside.clear();
      outsideCount = 0;
      first = null;
    }
  }

  private void putBack(PendingRow row) {
    toFrontier(row.candidate().sequence());
    frontier.putBack(row.candidate());
  }

  /**
   * Puts the best of ready hosts back, whatever is better on hosts that are delayed; looks at some
   * hosts at a time.
   */
  private boolean loadReady(PendingTable rows, HostGate gate) throws InterruptedException {
    Look look = looks.computeIfAbsent(gate, each -> new Look());
    long start = gate.now();
    if (look.next != null && look.next - start > 0) {
      return false;
    }
    List<PendingRow> ready = readyHosts(rows, gate, look);
    ready.stream().limit(MOST_READY).forEach(this::putBack);
    look.next = ready.isEmpty() ? gate.now() + LOOK_SHARE * (gate.now() - start) : null;
    return !ready.isEmpty();
  }

  /** Returns the best of each ready host, best first. */
  private List<PendingRow> readyHosts(PendingTable rows, HostGate gate, Look look)
      throws InterruptedException {
    PendingReader reader = rows.read();
    List<PendingRow> ready = new ArrayList<>();
    int[] looks = {0};
    reader.firstOfHosts(
        look.nextHost,
        best -> {
          look.nextHost = best.host();
          if (gate.isReady(best.candidate().url())) {
            bestOutside(reader, best).ifPresent(ready::add);
          }
          return ++looks[0] < MOST_HOSTS;
        });
    if (looks[0] < MOST_HOSTS) {
      look.nextHost = Integer.MIN_VALUE;
    }
    ready.sort(Comparator.comparing(PendingRow::place));
    return ready;
  }

  /** Returns the best of a host that is in the table alone; its very best may be in flight. */
  private Optional<PendingRow> bestOutside(PendingReader reader, PendingRow best) {
    PendingRow[] found = {null};
    reader.ofHost(
        best.host(),
        row -> {
          found[0] = outside.get((int) row.candidate().sequence()) ? row : null;
          return found[0] == null;
        });
    return Optional.ofNullable(found[0]);
  }

  /** Ends a candidate that becomes no page, or has one be pending again that was stopped. */
  public void abandon(Candidate candidate, AbandonReason reason) {
    frontier.abandon(candidate, reason);
    if (reason != AbandonReason.STOPPED) {
      table.ifPresent(rows -> rows.remove(candidate.sequence()));
    }
  }

  /** Scores those in the frontier again; the others are when they come back. */
  public void rekey(ToDoubleFunction<Candidate> score) {
    frontier.rekey(score);
  }

  /** Scores some of those in the frontier again, see {@link Frontier#rekeyNext}. */
  public boolean rekeyNext(int most, ToDoubleFunction<Candidate> score) {
    return frontier.rekeyNext(most, score);
  }

  /** Returns the number of pending URLs. */
  public int size() {
    return frontier.size() + outsideCount;
  }

  /** Returns whether a number of URLs more are too many. */
  public boolean isFull(int more) {
    return removesNone && frontier.size() + more >= capacity;
  }

  /** Returns the URLs that did not fit and were lost since the last call. */
  public List<CrawlUrl> takeDropped() {
    List<CrawlUrl> taken = dropped;
    dropped = new ArrayList<>(0);
    return taken;
  }

  /** Returns candidates that are likely to come next, see {@link Frontier#next}. */
  public List<Candidate> next(int most) {
    return frontier.next(most);
  }

  /**
   * Returns the size of the tables that grow in addition to pending URLs, see {@link
   * Frontier#tableBytes}.
   */
  public long tableBytes() {
    return frontier.tableBytes();
  }
}
