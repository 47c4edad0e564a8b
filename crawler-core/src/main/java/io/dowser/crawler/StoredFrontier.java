package io.dowser.crawler;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.store.CrawlStore;
import io.dowser.crawler.store.StoreBatch;
import io.dowser.crawler.store.StoreReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Keeps what the frontier was told, so that it can be told again.
 *
 * <p>A frontier is too large to be saved with each commit: it is saved as a whole once the links
 * found since the last time are more than twice its size, and between these the journal has what it
 * was told; so a link costs the same however many wait.
 */
final class StoredFrontier {

  private static final String FRONTIER = "frontier";
  private static final String VISITS_BEFORE = "frontier.visits";
  private static final String KIND = "frontier.kind";
  private static final int FEWEST_LINKS = 20_000;
  private static final int MOST_JOURNAL = 32 << 20;

  private final CrawlStore store;
  private final StoredStates states;
  private final JournaledFrontier journal;
  private final String kind;
  private boolean kindIsNew;
  private boolean rebuilt;
  private long links;
  private long journalBytes;

  StoredFrontier(CrawlPlan plan, CrawlStorage storage, StoredStates states) {
    this.store = storage.store();
    this.states = states;
    this.journal = new JournaledFrontier(plan.frontier(), storage.frontierRandom());
    this.kind = storage.kind(FRONTIER) + (plan.isFrontierBounded() ? " bounded" : "");
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
   * @param stopped whether nobody wants the crawl any more
   * @throws java.util.concurrent.CancellationException once that is so
   */
  void resume(KnownUrls known, BooleanSupplier stopped) {
    List<byte[]> saved = store.reader().state(KIND);
    if (saved.isEmpty() || !new String(saved.get(0), StandardCharsets.UTF_8).equals(kind)) {
      rebuild(known, stopped);
    } else {
      replay(known, stopped);
    }
  }

  private void replay(KnownUrls known, BooleanSupplier stopped) {
    StoreReader reader = store.reader();
    List<byte[]> whole = reader.state(FRONTIER);
    List<byte[]> entries = reader.journal();
    long from = whole.isEmpty() ? 0 : states.number(VISITS_BEFORE).orElse(0);
    try (var visits = reader.visits(from, known::add, stopped)) {
      states.restore(FRONTIER, journal, whole);
      new FrontierReplay(journal, visits).replay(entries);
    } catch (IOException e) {
      throw new CrawlException("the journal in " + store.directory() + " cannot be read", e);
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
   * @param ends how many URLs have ended, those of the batch included
   */
  void save(StoreBatch batch, long ends) {
    boolean whole = journal.needsSnapshot() || isDue() || rebuilt;
    rebuilt = false;
    if (kindIsNew) {
      batch.setState(KIND, kind.getBytes(StandardCharsets.UTF_8));
      kindIsNew = false;
    }
    byte[] entries = journal.takeJournal();
    if (whole) {
      batch.forgetJournal();
      states.save(batch, FRONTIER, journal);
      journal.askHostsAgain();
      StoredStates.setNumber(batch, VISITS_BEFORE, ends);
      links = 0;
      journalBytes = 0;
    } else if (entries.length > 0) {
      batch.addJournal(entries);
      journalBytes += entries.length;
    }
  }

  private boolean isDue() {
    boolean large =
        links > Math.max(FEWEST_LINKS, 2L * journal.size()) || journalBytes > MOST_JOURNAL;
    return large && journal.inner() instanceof Resumable;
  }
}
