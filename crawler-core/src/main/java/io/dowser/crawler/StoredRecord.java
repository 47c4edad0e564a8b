package io.dowser.crawler;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.Carry;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.store.CrawlStore;
import io.dowser.crawler.store.LinkKind;
import io.dowser.crawler.store.StoreBatch;
import io.dowser.crawler.store.VisitRow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Takes a crawl down in a store, in groups of visits.
 *
 * <p>With each commit goes the state of engine, judge and scorer as a whole. The frontier's is too
 * large for that: it is saved as a whole once the links found since the last time are more than
 * twice its size, and between these the journal has what it was told; so a link costs the same
 * however many wait.
 */
final class StoredRecord extends CrawlRecord {

  private static final String FRONTIER = "frontier";
  private static final String VISITS_BEFORE = "frontier.visits";
  private static final String RANDOM = "random";
  private static final String KIND = "frontier.kind";
  private static final int FEWEST_LINKS = 20_000;
  private static final int MOST_JOURNAL = 32 << 20;
  private static final Duration LAST_COMMIT = Duration.ofSeconds(20);

  /** One batch is filled while one waits and one is written: together they are one group. */
  private static final int BATCHES = 3;

  /** Larger states make groups last longer, so that no more than so many bytes a second come. */
  private static final long LARGE_STATE = 256 << 10;

  private static final long STATE_BYTES_PER_SECOND = 10 << 20;

  private final CrawlPlan plan;
  private final PageArchive pages;
  private final CrawlStore store;
  private final JournaledFrontier journal;
  private final Frontier watched = new Watched();
  private final CountedRandom random;
  private final Map<String, Resumable> plugins = new LinkedHashMap<>();
  private final StoredRobots robots;
  private final Map<Long, List<Hop>> hops = new HashMap<>();
  private StoreBatch batch = new StoreBatch(0);
  private final String kind;
  private String words = "";
  private boolean betweenVisits; // not before all is restored
  private boolean ended;
  private boolean kindIsNew;
  private boolean rebuilt;
  private long opened = System.nanoTime();
  private long interval;
  private long stateBytes;
  private long linksSince;
  private long journalSince;
  private long ends;

  private record Hop(CrawlUrl url, int sequence) {}

  StoredRecord(CrawlPlan plan, CrawlStorage storage, PageArchive pages) {
    this.plan = plan;
    this.pages = pages;
    this.store = storage.store();
    this.random = storage.pluginRandom();
    this.robots = new StoredRobots(store.directory(), plan.manners().robotsReader().productToken());
    plan.manners().robotsCache().shelf(robots);
    this.journal = new JournaledFrontier(plan.frontier(), storage.frontierRandom());
    this.interval = storage.store().options().commitAfter().toNanos();
    this.kind = storage.kind("frontier") + (plan.isFrontierBounded() ? " bounded" : "");
    if (plan.judge() instanceof Resumable judge) { // the state of another one is not read
      plugins.put("judge " + storage.kind("judge"), judge);
    }
    if (plan.scorer() instanceof Resumable scorer) {
      plugins.put("scorer " + storage.kind("scorer"), scorer);
    }
  }

  @Override
  Frontier frontier() {
    return watched;
  }

  @Override
  boolean isKept() {
    return true;
  }

  @Override
  List<Candidate> resume(KnownUrls known, Map<String, Resumable> parts) {
    plugins.putAll(parts);
    long urls = store.readUrls(url -> known.add(Fingerprint.of(url)));
    batch = new StoreBatch(urls);
    if (urls == 0) {
      kindIsNew = true;
      return List.of();
    }
    ends = store.readEnded(known::close);
    plugins.forEach(this::restore);
    store.state(RANDOM).ifPresent(in -> random.skipTo(readLong(in)));
    resumeFrontier(known);
    journal.underWay().keySet().forEach(known::close);
    return List.copyOf(journal.underWay().values());
  }

  private void resumeFrontier(KnownUrls known) {
    if (!store.state(KIND).map(StoredRecord::readText).equals(Optional.of(kind))) {
      rebuildFrontier(known);
      return;
    }
    Optional<InputStream> saved = store.state(FRONTIER);
    saved.ifPresent(in -> restore(FRONTIER, journal, in));
    long from = saved.isEmpty() ? 0 : visitsBefore();
    try (var visits = store.visits(from)) {
      new FrontierReplay(journal, visits).replay(store.journal());
    } catch (IOException e) {
      throw new CrawlException("the journal in " + store.directory() + " cannot be read", e);
    }
  }

  private void rebuildFrontier(KnownUrls known) {
    if (!(journal.inner() instanceof Resumable)) {
      throw new CrawlException(
          "the frontier can be changed only to one that is Resumable, but "
              + journal.inner().getClass().getName()
              + " is not");
    }
    new FrontierRebuild(journal, known).rebuild(store);
    kindIsNew = true;
    rebuilt = true;
  }

  private long visitsBefore() {
    return store.state(VISITS_BEFORE).map(StoredRecord::readLong).orElse(0L);
  }

  private static String readText(InputStream in) {
    try {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new CrawlException("the kind of the frontier cannot be read", e);
    }
  }

  private void restore(String name, Resumable plugin) {
    store.state(name).ifPresent(in -> restore(name, plugin, in));
  }

  private void restore(String name, Resumable plugin, InputStream in) {
    try {
      StateBytes.restore(plugin, in);
    } catch (IOException e) {
      throw new CrawlException(
          "the state of the " + name + " in " + store.directory() + " cannot be read", e);
    }
  }

  private static long readLong(InputStream in) {
    long[] value = {0};
    try {
      StateBytes.restore(new LongState(value), in);
    } catch (IOException e) {
      throw new CrawlException("a number in the crawl's state cannot be read", e);
    }
    return value[0];
  }

  private record LongState(@SuppressWarnings("ArrayRecordComponent") long[] value)
      implements Resumable {

    @Override
    public void save(java.io.DataOutput out) throws IOException {
      out.writeLong(value[0]);
    }

    @Override
    public void restore(java.io.DataInput in) throws IOException {
      value[0] = in.readLong();
    }
  }

  @Override
  void discovered(CrawlUrl url, int depth, long referrer, Instant time) {
    batch.addUrl(url, depth, referrer, time);
  }

  @Override
  void link(Outcome.Page page, Outcome.Target target, int sequence, LinkKind kind) {
    betweenVisits = false;
    LinkFeatures features = target.features();
    long source = page.flight().candidate().sequence();
    batch.addLink(
        target.link(), source, sequence, kind, target.score(), target.tieBreak(), features);
  }

  @Override
  void visited(Visit visit, Carry carry) {
    betweenVisits = false;
    add(VisitRow.of(visit, carry));
  }

  @Override
  void followed(Candidate candidate, CrawlUrl target, int sequence) {
    hops.computeIfAbsent(candidate.sequence(), key -> new ArrayList<>(1))
        .add(new Hop(target, sequence));
  }

  @Override
  void because(String detail) {
    words = detail;
  }

  private void abandoned(Candidate candidate, AbandonReason reason) {
    if (reason != AbandonReason.STOPPED && reason != AbandonReason.REACHED_BEFORE) {
      Instant time = plan.clock().instant();
      add(new VisitRow(candidate, reason.name(), words, time, null, Carry.NONE));
    }
    words = "";
  }

  /** Adds an end, and those of the URLs that it was redirected to. */
  private void add(VisitRow row) {
    linksSince += batch.links();
    batch.addVisit(row);
    ends++;
    List<Hop> followed = hops.remove(row.candidate().sequence());
    if (followed != null) {
      for (Hop hop : followed) {
        batch.addVisit(reached(row, hop));
        ends++;
      }
    }
  }

  private static VisitRow reached(VisitRow row, Hop hop) {
    Candidate from = row.candidate();
    var target =
        new Candidate(
            hop.url,
            hop.sequence,
            from.depth(),
            from.score(),
            0,
            from.sequence(),
            Carry.NONE,
            LinkFeatures.NONE);
    return new VisitRow(target, VisitRow.REDIRECT_TARGET, "", row.time(), null, Carry.NONE);
  }

  @Override
  void settle() throws InterruptedException {
    betweenVisits = true;
    store.check();
    boolean patient = interval <= store.options().commitAfter().toNanos();
    boolean full = patient && BATCHES * batch.visits() >= store.options().commitVisits();
    if (full || nanosToCommit() <= 0) {
      commit();
    }
  }

  @Override
  long nanosToCommit() {
    boolean nothing = batch.isEmpty() && journal.journalSize() == 0 && robots.isEmpty();
    return nothing ? Long.MAX_VALUE : opened + interval - System.nanoTime();
  }

  private void commit() throws InterruptedException {
    stateBytes = 0;
    save(RANDOM, new LongState(new long[] {random.draws()}));
    plugins.forEach(this::save);
    robots.handOver(batch);
    interval = store.options().commitAfter().toNanos();
    if (stateBytes > LARGE_STATE) {
      long nanos = Duration.ofSeconds(1).toNanos() / STATE_BYTES_PER_SECOND * stateBytes;
      interval = Math.max(interval + 1, nanos);
    }
    addFrontier();
    long handedOver = pages.handedOver();
    batch.commitAfter(() -> pages.awaitWritten(handedOver));
    store.write(batch);
    if (store.options().commitVisits() < BATCHES) {
      store.await(batch);
    }
    batch = new StoreBatch(batch.nextUrl());
    opened = System.nanoTime();
  }

  private void addFrontier() {
    boolean snapshot = journal.needsSnapshot() || isSnapshotDue() || rebuilt;
    rebuilt = false;
    if (kindIsNew) {
      batch.setState(KIND, List.of(kind.getBytes(StandardCharsets.UTF_8)));
      kindIsNew = false;
    }
    byte[] entries = journal.takeJournal();
    if (snapshot) {
      batch.forgetJournal();
      save(FRONTIER, journal);
      save(VISITS_BEFORE, new LongState(new long[] {ends}));
      linksSince = 0;
      journalSince = 0;
    } else if (entries.length > 0) {
      batch.addJournal(entries);
      journalSince += entries.length;
    }
  }

  private boolean isSnapshotDue() {
    boolean large =
        linksSince > Math.max(FEWEST_LINKS, 2L * journal.size()) || journalSince > MOST_JOURNAL;
    return large && journal.inner() instanceof Resumable;
  }

  private void save(String name, Resumable plugin) {
    try {
      List<byte[]> pieces = StateBytes.of(plugin);
      pieces.forEach(piece -> stateBytes += piece.length);
      batch.setState(name, pieces);
    } catch (IOException e) {
      throw new CrawlException("the state of the " + name + " cannot be saved", e);
    }
  }

  /** A crawl that broke in the middle of a visit has nothing more that belongs together. */
  @Override
  void end() throws InterruptedException {
    if (!ended) {
      ended = true;
      journal.stop();
      if (betweenVisits) {
        commit();
      }
      store.finish(LAST_COMMIT);
    }
  }

  @Override
  void close() {
    try (robots) {
      // the last connection to close is the store's own, which tidies up
    } finally {
      store.close();
    }
  }

  /** Notes abandoned candidates on their way to the journal. */
  private final class Watched implements Frontier {

    @Override
    public void seed(Candidate seed) {
      journal.seed(seed);
    }

    @Override
    public Optional<Candidate> poll(HostGate gate) {
      return journal.poll(gate);
    }

    @Override
    public void expand(Visit visit, List<ScoredLink> links) {
      journal.expand(visit, links);
    }

    @Override
    public void abandon(Candidate candidate, AbandonReason reason) {
      journal.abandon(candidate, reason);
      if (!journal.isStopped()) {
        abandoned(candidate, reason);
      }
    }

    @Override
    public void rekey(ToDoubleFunction<Candidate> score) {
      journal.rekey(score);
    }

    @Override
    public int size() {
      return journal.size();
    }
  }
}
