package io.dowser.crawler.internal.learning;

import com.google.common.base.Splitter;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.PluginKind;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.RelevanceJudge.Answer;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.pages.PageJudge;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.internal.store.KeptPage;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.LearnedWeights;
import io.dowser.crawler.internal.watch.PluginFailure;
import io.dowser.crawler.text.TextAnalyzer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Judges visited pages again after answers of people, by the texts that the crawl keeps of them. A
 * judge that learns from answers is asked again; for one of another kind, the threshold has moved.
 * A separate thread reads and judges; the engine thread, which calls all methods, records.
 */
public final class Rejudging implements Resumable {

  /** The name of the state. */
  public static final String STATE = "rejudging";

  private static final int FORMAT = 1;

  private static final int CHUNK = 100;
  private static final int CHUNKS_AHEAD = 2;
  private static final long WAIT_MILLIS = 100;
  private static final double NOTABLE = 0.01; // change of relevance
  private static final Splitter BLOCKS = Splitter.on("\n\n");

  private final PageJudge judge;
  private final TextAnalyzer analyzer;
  private final CrawlPlan.Means means;
  private final CrawlRecord record;
  private final CrawlCounters counters;
  private final Events events;
  private final ConsecutiveFailures failures;
  private final Runnable wake;
  private final LearnedWeights learned;
  private final List<Thread> started = new ArrayList<>();
  private @Nullable Map<Long, Answer> requested;
  private @Nullable Pass pass;
  private long last = hash(Map.of()); // of the answers after which all pages were judged again
  private long byAnswers; // that are more relevant by answers than by the judge then

  /**
   * Creates one that has nothing to do.
   *
   * @param wake called by the other thread when there is something to record
   */
  public Rejudging(
      PageJudge judge,
      TextAnalyzer analyzer,
      CrawlPlan.Means means,
      CrawlRecord record,
      CrawlCounters counters,
      Events events,
      ConsecutiveFailures failures,
      Runnable wake) {
    this.judge = judge;
    this.analyzer = analyzer;
    this.means = means;
    this.record = record;
    this.counters = counters;
    this.events = events;
    this.failures = failures;
    this.wake = wake;
    this.learned = LearnedWeights.ofJudge(judge.judge());
  }

  /**
   * Requests that all pages are judged again, from the first one if some were.
   *
   * @param answers those that hold, by number of the URL
   */
  void request(Map<Long, Answer> answers) {
    requested = Map.copyOf(answers);
  }

  /** Requests that all pages are judged again, unless they were after the same answers. */
  void requestIfOwed(Map<Long, Answer> answers) {
    if (hash(answers) != last) {
      request(answers);
    }
  }

  private static long hash(Map<Long, Answer> answers) {
    Hasher hasher = Hashing.farmHashFingerprint64().newHasher();
    new TreeMap<>(answers)
        .forEach((url, answer) -> hasher.putLong(url).putBoolean(answer.relevant()));
    return hasher.hash().asLong();
  }

  public boolean isDone() {
    return requested == null && pass == null;
  }

  /** Begins what was requested, and records what is done; between two visits. */
  public void proceed() throws InterruptedException {
    if (requested != null) {
      begin(requested);
      requested = null;
    }
    while (pass != null && !pass.done.isEmpty()) {
      take(pass, pass.done.remove());
    }
    Turn turn = pass == null ? null : pass.turn;
    if (turn != null && turn.isLongerThan(means.analysisTimeout())) {
      fail(turn, new TimeoutException("judging a page again takes too long"));
    }
  }

  /** Waits a moment for something to record. */
  public void await() throws InterruptedException {
    if (pass != null) {
      Chunk next = pass.done.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
      if (next != null) {
        take(pass, next);
      }
    }
  }

  private void begin(Map<Long, Answer> answers) throws InterruptedException {
    cancel();
    record.flush(); // with it come the last visits, and what the pass before has judged
    Optional<HistoryReader> history = record.history();
    if (history.isPresent()) {
      pass = new Pass(history.get(), answers);
      started.removeIf(thread -> !thread.isAlive());
      started.add(pass.thread);
      pass.thread.start();
    }
  }

  private void take(Pass from, Chunk chunk) {
    for (Judged each : chunk.pages) {
      from.count(each);
      if (each.now.relevance() != each.before.relevance()
          || each.now.relevant() != each.before.relevant()) {
        record.judged(each.now);
        counters.countRejudged(each.before.relevant(), each.now.relevant());
      }
    }
    if (chunk.failure != null) {
      fail(chunk.failedAt, chunk.failure);
    } else if (chunk.isLast) {
      pass = null;
      last = hash(from.answers);
      byAnswers = from.byAnswers;
      counters.relevantByAnswers(byAnswers);
      events.publish(from.event(learned.get()));
    }
  }

  /** Leaves the other pages as they were judged before, if it is the judge that has failed. */
  private void fail(@Nullable Turn turn, Throwable cause) {
    cancel();
    if (turn == null) {
      throw new CrawlException("the visited pages cannot be read to judge them again", cause);
    }
    PluginFailure failure = PluginFailure.of(PluginKind.RELEVANCE_JUDGE, judge.judge(), cause);
    failures.report(turn.page.page(), List.of(failure));
  }

  private void cancel() {
    if (pass != null) {
      pass.isCancelled = true;
      pass.done.clear();
      pass.thread.interrupt(); // it may wait for room, or for a judge that waits
      pass = null;
    }
  }

  /** Ends before all pages are judged, and waits for its threads up to a time limit. */
  public void end(Duration atMost) throws InterruptedException {
    requested = null;
    cancel();
    long deadline = System.nanoTime() + atMost.toNanos();
    for (Thread thread : started) {
      TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    out.section(STATE, FORMAT);
    out.writeLong(last);
    out.writeLong(byAnswers);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    in.section(STATE, FORMAT);
    last = in.readLong();
    byAnswers = in.readLong();
    counters.relevantByAnswers(byAnswers);
  }

  /** A page before and after it was judged again. */
  private record Judged(KeptPage before, KeptPage now) {}

  /**
   * Some pages that were judged again, and what ended it.
   *
   * @param failedAt the page of a failure of the judge
   */
  private record Chunk(
      List<Judged> pages, boolean isLast, @Nullable Turn failedAt, @Nullable Throwable failure) {}

  /** A page that is being judged. */
  private record Turn(KeptPage page, long since) {

    boolean isLongerThan(Duration time) {
      return System.nanoTime() - since > time.toNanos();
    }
  }

  /** One time over all pages. */
  private final class Pass implements Runnable {

    private final HistoryReader history;
    private final Map<Long, Answer> answers;
    private final Thread thread = means.threads().thread("rejudging", this);
    private final BlockingQueue<Chunk> done = new ArrayBlockingQueue<>(CHUNKS_AHEAD);
    private volatile boolean isCancelled;
    private volatile @Nullable Turn turn;
    private long pages;
    private long raised;
    private long lowered;
    private long relevant;
    private long irrelevant;
    private long byAnswers;

    Pass(HistoryReader history, Map<Long, Answer> answers) {
      this.history = history;
      this.answers = answers;
    }

    @Override
    public void run() {
      try (history) {
        Chunk chunk;
        long last = -1;
        do {
          chunk = after(last);
          last = chunk.pages.isEmpty() ? last : chunk.pages.get(chunk.pages.size() - 1).now.url();
          done.put(chunk);
          wake.run();
        } while (!chunk.isLast && !isCancelled);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the crawl ends
      }
    }

    private Chunk after(long last) {
      List<Judged> judged = new ArrayList<>(CHUNK);
      try {
        List<KeptPage> some = history.keptPages(last, CHUNK);
        for (KeptPage each : some) {
          if (isCancelled) {
            break;
          }
          turn = new Turn(each, System.nanoTime());
          judged.add(new Judged(each, judged(each)));
        }
        turn = null;
        return new Chunk(judged, some.size() < CHUNK, null, null);
      } catch (Throwable e) { // without a last chunk, the crawl would not end
        return new Chunk(judged, true, turn, e);
      }
    }

    private KeptPage judged(KeptPage page) {
      if (!(judge.judge() instanceof RelevanceJudge.Taught)) {
        return page.judged(page.relevance(), page.relevance() >= judge.threshold().value());
      }
      List<String> blocks = BLOCKS.splitToList(page.text());
      AnalyzedPage again =
          judge.judged(
              AnalyzedPage.builder(Candidate.seed(page.page(), page.url()))
                  .title(page.title())
                  .text(page.text())
                  .textAnalyzer(analyzer)
                  .mainBlocks(() -> blocks)
                  .build());
      return page.judged(again.relevance(), again.relevant());
    }

    void count(Judged each) {
      pages++;
      double change = each.now.relevance() - each.before.relevance();
      raised += change >= NOTABLE ? 1 : 0;
      lowered += change <= -NOTABLE ? 1 : 0;
      boolean isRelevant = each.now.relevant();
      boolean isOther = isRelevant != each.before.relevant();
      relevant += isOther && isRelevant ? 1 : 0;
      irrelevant += isOther && !isRelevant ? 1 : 0;
      Answer answer = answers.get(each.now.url());
      if (answer != null) {
        byAnswers += (answer.relevant() ? 1 : 0) - (isRelevant ? 1 : 0);
      }
    }

    CrawlEvent event(Map<String, Double> terms) {
      return new CrawlEvent.Rejudged(pages, raised, lowered, relevant, irrelevant, terms);
    }
  }
}
