package io.dowser.crawler.internal.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.internal.frontier.BoundedFrontier;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.SpilledCandidates;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.StoreReader;
import io.dowser.crawler.internal.store.StoreReader.Place;
import io.dowser.crawler.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the calls of the frontier, so that they can be replayed.
 *
 * <p>A frontier is too large to be saved with each commit. Between two saves the journal keeps its
 * calls. It is saved as a whole:
 *
 * <ul>
 *   <li>once the links found since the last save exceed an eighth of the URLs that were pending
 *       then, but not before 20,000 links; so a link costs at most nine pending URLs to save, and
 *       beyond 160,000 pending URLs at most a ninth of all links are replayed;
 *   <li>once the journal has 32 MiB;
 *   <li>at a clean shutdown, once they exceed a sixteenth of the URLs that are pending now, so that
 *       it opens again soon; in a crawl of many short runs a link then costs sixteen.
 * </ul>
 *
 * <p>The part of a frontier that is on disk is saved by a copy of its file. Without that copy, the
 * frontier is rebuilt from the visits.
 */
final class StoredFrontier {

  private static final Logger LOG = LoggerFactory.getLogger(StoredFrontier.class);
  private static final String FRONTIER = "frontier";
  private static final String URLS_BEFORE = "frontier.urls";
  private static final String KIND = "frontier.kind";
  private static final String COPY = "frontier.copy";
  private static final int FEWEST_LINKS = 20_000;
  private static final int PART_OF_PENDING = 8;
  private static final int PART_AT_THE_END = 16;
  private static final int MOST_JOURNAL = 32 << 20;

  private final CrawlStore store;
  private final StoredStates states;
  private final JournaledFrontier journal;
  private final String kind;
  private final @Nullable BoundedFrontier bounded;
  private boolean kindIsNew;
  private boolean rebuilt;
  private long links;
  private long journalBytes;
  private int savedSize;
  private @Nullable Path copy;
  private boolean copyIsNew;

  StoredFrontier(
      RecordedParts parts,
      CrawlStorage storage,
      StoredStates states,
      BiConsumer<Candidate, AbandonReason> abandoned) {
    this.store = storage.store();
    this.states = states;
    this.journal = new JournaledFrontier(parts.frontier(), storage.frontierRandom(), abandoned);
    this.bounded = parts.frontier() instanceof BoundedFrontier spills ? spills : null;
    this.kind = storage.kind(FRONTIER) + (bounded == null ? "" : " bounded");
  }

  JournaledFrontier journal() {
    return journal;
  }

  void begin() {
    kindIsNew = true;
  }

  /**
   * Brings the frontier to its state.
   *
   * @param known gets all URLs, from another thread
   * @param stopped whether the crawl is not wanted any more
   * @throws java.util.concurrent.CancellationException once that is so
   */
  void resume(KnownUrls known, BooleanSupplier stopped) {
    String before = text(states.existing(KIND).get(0));
    int end = before.lastIndexOf('\n');
    boolean sameKind = end >= 0 && before.substring(0, end).equals(kind);
    if (!sameKind || !isReplayable(Integer.parseInt(before.substring(end + 1))) || !hasItsCopy()) {
      rebuild(known, stopped);
    } else {
      replay(known, stopped);
    }
  }

  /** Returns whether the copy of what was on disk is there as it was written. */
  private boolean hasItsCopy() {
    if (bounded == null || store.reader().state(StoreReader.VISITS_BEFORE).isEmpty()) {
      return true;
    }
    String[] words = text(states.existing(COPY).get(0)).split("\n", 2);
    if (words[0].isEmpty()) {
      return true;
    }
    Path file = store.directory().resolve(words[0]);
    try {
      if (Files.size(file) == Long.parseLong(words[1])) {
        copy = file;
        return true;
      }
    } catch (IOException e) {
      // it is missing
    }
    LOG.warn("{} is not as it was written; the order of pending URLs is made anew", file);
    return false;
  }

  /**
   * Returns whether the bound is what it was, or no URL was ever beyond either bound. A frontier
   * that spills asks other hosts whether they are ready, so what it was asked cannot be replayed.
   */
  private boolean isReplayable(int before) {
    int capacity = capacity();
    kindIsNew = before != capacity;
    return before == capacity || store.reader().urls() <= Math.min(before, capacity);
  }

  private static String text(byte[] state) {
    return new String(state, UTF_8);
  }

  private int capacity() {
    return bounded == null ? Integer.MAX_VALUE : bounded.capacity();
  }

  private void replay(KnownUrls known, BooleanSupplier stopped) {
    StoreReader reader = store.reader();
    boolean isSaved =
        !reader.state(StoreReader.VISITS_BEFORE).isEmpty() || !reader.state(FRONTIER).isEmpty();
    List<byte[]> whole = isSaved ? states.existing(FRONTIER) : List.of();
    List<byte[]> entries = reader.journal();
    Place from =
        whole.isEmpty()
            ? Place.START
            : new Place(states.number(StoreReader.VISITS_BEFORE), states.number(URLS_BEFORE));
    try (var visits = reader.visits(from, known::add, stopped)) {
      if (!whole.isEmpty()) {
        states.restoreFrontier(FRONTIER, journal, whole, visits::url);
      }
      savedSize = journal.size();
      links = new FrontierReplay(journal, visits).replay(entries);
      journalBytes = entries.stream().mapToLong(each -> each.length).sum();
    } catch (IOException e) {
      throw StoreException.damaged(
          store.directory(), "the journal cannot be read: " + e.getMessage(), e);
    }
  }

  private void rebuild(KnownUrls known, BooleanSupplier stopped) {
    if (!(journal.inner() instanceof Resumable)) {
      throw new CrawlException(
          "the frontier can be changed only to one that is Resumable, but "
              + journal.inner().getClass().getName()
              + " is not");
    }
    new FrontierRebuild(journal, known).rebuild(store.reader(), stopped);
    kindIsNew = true;
    rebuilt = true;
  }

  void countLink() {
    links++;
  }

  /**
   * Adds to a batch what is new.
   *
   * @param ends the number of the next visit after those of the batch
   * @param atOnce whether the frontier is saved as a whole in any case
   */
  void save(StoreBatch batch, long ends, boolean atOnce) {
    boolean whole = atOnce || journal.needsSnapshot() || isDue() || rebuilt;
    rebuilt = false;
    if (kindIsNew) {
      batch.setState(KIND, (kind + "\n" + capacity()).getBytes(UTF_8));
      kindIsNew = false;
    }
    byte[] entries = journal.takeJournal();
    if (whole) {
      saveWhole(batch, ends);
    } else if (entries.length > 0) {
      batch.addJournal(entries);
      journalBytes += entries.length;
    }
  }

  private void saveWhole(StoreBatch batch, long ends) {
    batch.forgetJournal();
    states.saveFrontier(batch, FRONTIER, journal, hasSpilled());
    setCopy(batch);
    journal.askHostsAgain();
    StoredStates.setNumber(batch, StoreReader.VISITS_BEFORE, ends);
    StoredStates.setNumber(batch, URLS_BEFORE, batch.nextUrl());
    savedSize = journal.size();
    links = 0;
    journalBytes = 0;
  }

  private void setCopy(StoreBatch batch) {
    Path now = bounded == null ? null : bounded.copy().orElse(null);
    copyIsNew = !Objects.equals(copy, now);
    copy = now;
    String words = now == null ? "" : now.getFileName() + "\n" + size(now);
    if (bounded != null) {
      batch.setState(COPY, words.getBytes(UTF_8));
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new CrawlException("the copy of pending URLs cannot be read: " + e, e);
    }
  }

  /** Returns whether the last batch has another copy than those before. */
  boolean isCopyNew() {
    return copyIsNew;
  }

  /** Deletes the copies that the last batch, which is committed, does not need. */
  void deleteOldCopies() {
    copyIsNew = false;
    try {
      SpilledCandidates.deleteCopies(store.directory(), copy);
    } catch (IOException e) {
      throw new CrawlException("old copies of pending URLs cannot be deleted: " + e, e);
    }
  }

  private boolean hasSpilled() {
    return bounded != null && bounded.hasSpilled();
  }

  private boolean isDue() {
    boolean large =
        links > Math.max(FEWEST_LINKS, savedSize / PART_OF_PENDING) || journalBytes > MOST_JOURNAL;
    return large && journal.inner() instanceof Resumable;
  }

  /** Reports whether opening a crawl that ends now would be much faster. */
  boolean isWorthSaving() {
    return links > Math.max(FEWEST_LINKS, journal.size() / PART_AT_THE_END)
        && journal.inner() instanceof Resumable;
  }
}
