package io.dowser.crawler.internal.recovery;

import com.google.common.primitives.Longs;
import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.LinkFeatures;
import io.dowser.crawler.api.PathState;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StopReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.content.Excerpts;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.CommitTime;
import io.dowser.crawler.internal.store.CrawlStore;
import io.dowser.crawler.internal.store.ExcerptRow;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.KeptPage;
import io.dowser.crawler.internal.store.LinkKind;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageStates;
import io.dowser.crawler.internal.store.PendingReader;
import io.dowser.crawler.internal.store.PendingRow;
import io.dowser.crawler.internal.store.StoreBatch;
import io.dowser.crawler.internal.store.VisitRow;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Records a crawl in a store, in commits of some visits with the states that belong to them. */
final class StoredRecord extends CrawlRecord implements PendingTable {

  /** The file of fingerprints of known URLs, and the state that has their sum. */
  private static final String PRINTS = "known.urls";

  private static final String KNOWN = "known";

  private static final Duration LAST_COMMIT = Duration.ofSeconds(20);

  /** One batch is filled while one waits and one is written: together they are one commit. */
  private static final int BATCHES = 3;

  private final RecordedParts parts;
  private final CrawlStore store;
  private final StoredStates states;
  private final StoredRobots robots;
  private final MappedChunks chunks;
  private final MappedChunks prints;
  private final KnownUrls known;
  private final Map<Long, List<Hop>> hops = new HashMap<>();
  private final Examples skipped = new Examples();
  private StoreBatch batch = new StoreBatch(0);
  private @Nullable StoreBatch latest; // of those that are on their way
  private @Nullable HistoryReader history;
  private @Nullable PendingReader pending;
  private String words = "";
  private int http;
  private boolean betweenVisits; // not before all is restored
  private boolean begun;
  private boolean ended;
  private StopReason stopReason = StopReason.FAILED;
  private boolean sameFrontier = true;
  private long opened = System.nanoTime();

  private record Hop(CrawlUrl url, int sequence) {}

  StoredRecord(RecordedParts parts, CrawlStorage storage) {
    this.parts = parts;
    this.store = storage.store();
    this.states = new StoredStates(parts, storage);
    this.chunks = MappedChunks.in(store.directory());
    this.prints = MappedChunks.kept(store.directory().resolve(PRINTS));
    this.known = new KnownUrls(chunks, prints);
    this.robots = new StoredRobots(store.directory(), parts.productToken());
    parts.robotsCache().store(robots);
  }

  @Override
  public KnownUrls knownUrls() {
    return known;
  }

  @Override
  public void resume(KnownUrls known, Map<String, Resumable> parts, BooleanSupplier stopped) {
    states.add(parts);
    if (!store.reader().isEmpty()) {
      restore(known, stopped);
    }
    store.beginRun(this.parts.clock().instant()); // not before: a damaged file stays as it is
    begun = true;
  }

  private void restore(KnownUrls known, BooleanSupplier stopped) {
    try {
      store.reader().requireAllRows();
      List<byte[]> sum = store.reader().state(KNOWN);
      boolean isKept =
          !sum.isEmpty()
              && known.restore((int) store.reader().urls(), Longs.fromByteArray(sum.get(0)));
      if (!isKept) {
        store.reader().readUrls(known::add, stopped);
      }
      store.reader().readEnded(known::close);
      states.restore();
      sameFrontier = states.hasSameFrontier();
    } catch (CrawlException | CancellationException e) {
      throw e;
    } catch (RuntimeException e) {
      throw StoreException.damaged(store.directory(), "it cannot be opened again: " + e, e);
    }
    batch = new StoreBatch(known.size());
  }

  @Override
  public Optional<PendingTable> pending() {
    return Optional.of(this);
  }

  @Override
  public void offer(PendingRow row) {
    batch.offerPending(row);
  }

  @Override
  public void set(PendingRow row) {
    batch.setPending(row);
  }

  @Override
  public void remove(long url) {
    batch.removePending(url);
  }

  @Override
  public void index() {
    batch.indexPending();
  }

  @Override
  public PendingReader read() throws InterruptedException {
    if (!batch.isEmpty()) {
      commit(false);
    }
    if (latest != null) {
      store.await(latest);
    }
    if (pending == null) {
      pending = PendingReader.open(store.directory());
    }
    return pending;
  }

  @Override
  public boolean isOfThisFrontier() {
    return sameFrontier;
  }

  @Override
  public void discovered(CrawlUrl url, int depth, long referrer, Instant time) {
    batch.addUrl(url, depth, referrer, time);
  }

  @Override
  public void link(ScoredTarget target, int sequence, LinkKind kind) {
    betweenVisits = false;
    LinkFeatures features = target.features();
    batch.addLink(target.link(), sequence, kind, target.score(), target.tieBreak(), features);
    if (target.explanation() != null && kind != LinkKind.IGNORED) {
      batch.explainLink(target.explanation());
    }
  }

  @Override
  public void visited(Visit visit, PageContentHash text) {
    betweenVisits = false;
    add(VisitRow.of(visit, text.high(), text.similarity()));
    if (parts.excerpts().isKept(visit)) {
      AnalyzedPage page = visit.page();
      batch.setExcerpt(visit.candidate().sequence(), () -> Optional.of(excerpt(page)));
    }
  }

  @Override
  public void excerpt(long url, AnalyzedPage page) {
    batch.setExcerpt(
        url, () -> parts.excerpts().isKept(page) ? Optional.of(excerpt(page)) : Optional.empty());
  }

  private ExcerptRow excerpt(AnalyzedPage page) {
    return new ExcerptRow(
        parts.excerpts().excerpt(page), Excerpts.text(page), Excerpts.markdown(page));
  }

  @Override
  public void checked(PageRow page) {
    betweenVisits = false;
    batch.setPage(page);
  }

  @Override
  public List<AnswerRow> answers() {
    try (HistoryReader reader = HistoryReader.open(store.directory())) {
      return reader.answers();
    }
  }

  @Override
  public void answered(AnswerRow answer, Instant time) {
    batch.setAnswer(answer, time);
  }

  @Override
  public void withdrawn(long url) {
    batch.removeAnswer(url);
  }

  @Override
  public void judged(KeptPage page) {
    batch.setJudged(page);
  }

  @Override
  public Optional<HistoryReader> history() {
    return Optional.of(HistoryReader.open(store.directory()));
  }

  @Override
  public void changed(ChangeRow change) {
    betweenVisits = false;
    batch.addChange(change);
  }

  @Override
  public void laterLink(Candidate target, String anchor) {
    betweenVisits = false;
    batch.setLaterLink(target, anchor);
  }

  @Override
  public boolean keepsPages() {
    return true;
  }

  @Override
  public PageStates pages() {
    return PageReader.open(store.directory());
  }

  @Override
  public List<PageReader.Failed> toQueueAgain(
      boolean seedsFailed, Predicate<CrawlUrl> isExcluded, Predicate<CrawlUrl> isSpent)
      throws InterruptedException {
    flush();
    try (PageReader pages = PageReader.open(store.directory())) {
      List<PageReader.Failed> ended = new ArrayList<>();
      if (seedsFailed) {
        ended.addAll(pages.failedSeeds(parts.clock().instant()));
      }
      ended.addAll(pages.dropped(isExcluded, isSpent));
      return ended;
    }
  }

  @Override
  public void followed(Candidate candidate, CrawlUrl target, int sequence) {
    hops.computeIfAbsent(candidate.sequence(), key -> new ArrayList<>(1))
        .add(new Hop(target, sequence));
  }

  @Override
  public void changed(Map<String, String> settings) {
    batch.changeSettings(settings);
  }

  @Override
  public void skipped(List<SkippedLink> links) {
    links.forEach(
        link -> batch.addSkipped(link, skipped.add(link.why(), link.target().toString())));
  }

  @Override
  public void because(String detail, int status) {
    words = detail;
    http = status;
  }

  @Override
  public void reopened(long url) {
    betweenVisits = false;
    batch.reopen(url);
  }

  @Override
  public void abandoned(Candidate candidate, AbandonReason reason) {
    if (reason != AbandonReason.STOPPED && reason != AbandonReason.ALREADY_FETCHED) {
      Instant time = parts.clock().instant();
      add(VisitRow.of(candidate, reason.name(), words, http, time));
    }
    because("", 0);
  }

  /** Adds an end, and those of the URLs that it was redirected to. */
  private void add(VisitRow row) {
    batch.addVisit(row);
    List<Hop> followed = hops.remove(row.candidate().sequence());
    if (followed != null) {
      for (Hop hop : followed) {
        batch.addVisit(reached(row, hop));
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
            PathState.NONE,
            LinkFeatures.NONE);
    return VisitRow.of(target, VisitRow.REDIRECT_TARGET, "", 0, row.time());
  }

  @Override
  public void settle() throws InterruptedException {
    betweenVisits = true;
    store.check();
    boolean full = batch.visits() >= Math.max(1, store.options().commitVisits() / BATCHES);
    if (full || nanosToCommit() <= 0) {
      commit(false);
    }
  }

  @Override
  public long nanosToCommit() {
    return batch.isEmpty() && robots.isEmpty()
        ? Long.MAX_VALUE
        : opened + store.options().commitAfter().toNanos() - System.nanoTime();
  }

  /**
   * Commits the batch. A failure in here is not retried, because states are saved as changes since
   * the last time.
   */
  private StoreBatch commit(boolean withAllStates) throws InterruptedException {
    betweenVisits = false;
    states.save(batch, withAllStates);
    batch.setState(KNOWN, Longs.toByteArray(known.sum()));
    robots.handOver(batch);
    batch.commitAfter(parts.pagesHandedOver().create());
    StoreBatch committed = batch;
    store.write(committed);
    if (store.options().commitVisits() < BATCHES) {
      store.await(committed);
    }
    latest = committed;
    batch = new StoreBatch(committed.nextUrl());
    opened = System.nanoTime();
    betweenVisits = true;
    return committed;
  }

  @Override
  public void flush() throws InterruptedException {
    store.await(commit(false));
  }

  @Override
  public void ends(StopReason reason) {
    stopReason = reason;
  }

  /**
   * A crawl that broke in the middle of a visit or of a commit has nothing more that belongs
   * together.
   */
  @Override
  public void end() throws InterruptedException {
    if (!ended) {
      ended = true;
      if (betweenVisits) {
        commit(true);
      }
      store.finish(LAST_COMMIT);
      if (begun) {
        store.endRun(parts.clock().instant(), stopReason.name());
      }
    }
  }

  @Override
  public CrawlStatistics.Load load(int queuedAnalyses) {
    CommitTime commits = store.commitTime();
    return new CrawlStatistics.Load(queuedAnalyses, commits.commits(), commits.total());
  }

  @Override
  public Map<Candidate, Explanation> explanations(List<Candidate> pending) {
    Map<Candidate, Explanation> parts = new HashMap<>();
    if (store.options().explanations() && !pending.isEmpty()) {
      HistoryReader reader = history == null ? HistoryReader.open(store.directory()) : history;
      history = reader; // kept open, because people look each second
      pending.forEach(each -> reader.explanation(each).ifPresent(whole -> parts.put(each, whole)));
    }
    return parts;
  }

  @Override
  public CrawlMetrics explained(CrawlMetrics metrics) {
    if (!store.options().explanations()) {
      return metrics;
    }
    try (HistoryReader history = HistoryReader.open(store.directory())) {
      return metrics.withExplanations(history::explanations);
    }
  }

  @Override
  public void close() {
    try (robots;
        chunks;
        prints) {
      if (history != null) {
        history.close();
      }
      if (pending != null) {
        pending.close();
      }
    } finally { // the last connection to close is the store's own, which tidies up
      store.close();
    }
  }
}
