package io.dowser.crawler.internal.pages;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.watch.PluginFailure;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Runs tasks on threads and queues their outcomes. Confined to the engine thread. */
public final class Workers {

  private static final long SHORT_WAIT = Duration.ofMillis(1).toNanos();

  private final PageProcessor processor;
  private final CrawlPlan.Means means;
  private final int maxHanging;
  private final @Nullable ThreadPoolExecutor ownPool;
  private final List<Thread> ownThreads = new CopyOnWriteArrayList<>();
  private final Executor executor;
  private final IdentityHashMap<FetchTask, Run> inFlight = new IdentityHashMap<>();

  /** Outcomes, and an empty element after {@link #wake}. */
  private final BlockingQueue<Optional<Outcome>> outcomes = new LinkedBlockingQueue<>();

  /** Runs that were given up and still have their thread. */
  private final Map<Run, PluginFailure> hung = new LinkedHashMap<>();

  private long nextCheck;

  /**
   * Creates workers on the caller's executor, or on new threads if there is none.
   *
   * @param maxHanging with this number of threads that hang, {@link #receive} throws
   */
  public Workers(PageProcessor processor, CrawlPlan.Means means, int maxHanging) {
    this.processor = processor;
    this.means = means;
    this.maxHanging = maxHanging;
    this.nextCheck = System.nanoTime() + means.analysisTimeout().toNanos();
    if (means.executor() == null) {
      var pool = pool();
      this.ownPool = pool;
      this.executor = pool;
    } else {
      this.ownPool = null;
      Executor given = means.executor();
      this.executor = run -> given.execute(means.threads().named(run));
    }
  }

  /** Its queue is unbounded, so it never has more threads than its core. */
  private ThreadPoolExecutor pool() {
    return new ThreadPoolExecutor(
        means.workers(),
        Integer.MAX_VALUE,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(),
        runnable -> {
          Thread thread = means.threads().thread("worker", runnable);
          ownThreads.add(thread);
          return thread;
        });
  }

  public boolean hasCapacity() {
    return inFlight.size() < means.workers();
  }

  public int inFlight() {
    return inFlight.size();
  }

  public int queuedAnalyses() {
    return processor.queuedAnalyses();
  }

  public void send(FetchTask task) {
    var run = new Run(task, processor.analysis());
    inFlight.put(task, run);
    executor.execute(run);
  }

  /** Returns whether {@link #receive} would return at once. */
  public boolean hasOutcome() {
    return !outcomes.isEmpty();
  }

  /** Returns the next outcome, or empty after a time limit or {@link #wake}. */
  public Optional<Outcome> receive(long nanos) throws InterruptedException {
    long now = System.nanoTime();
    if (now - nextCheck >= 0) {
      checkAnalyses(now);
    }
    Optional<Outcome> next = outcomes.poll(Math.min(nanos, nextCheck - now), TimeUnit.NANOSECONDS);
    return next == null ? Optional.empty() : next.filter(this::isFirst);
  }

  /** A page that was given up already has its outcome when its worker returns. */
  private boolean isFirst(Outcome outcome) {
    return inFlight.remove(outcome.task()) != null;
  }

  /** Abandons the pages whose analysis takes too long, about once in each time limit. */
  private void checkAnalyses(long now) {
    hung.keySet().removeIf(Run::hasEnded);
    throwIfTooManyHang(now);
    nextCheck = now + means.analysisTimeout().toNanos();
    for (Run run : inFlight.values()) {
      long left = run.analysis.nanosLeft(now, means.analysisTimeout());
      if (left > 0) {
        nextCheck = now + Math.min(nextCheck - now, left);
      } else if (run.analysis.end()) {
        giveUp(run);
      }
    }
    if (ownPool != null) {
      ownPool.setCorePoolSize(means.workers() + hung.size());
    }
  }

  /** A thread cannot be killed, so it is interrupted and replaced. */
  private void giveUp(Run run) {
    PluginFailure failure =
        run.analysis.overtime(run.task.url().toString(), means.analysisTimeout());
    outcomes.add(Optional.of(new Outcome.Broken(run.task, failure)));
    run.cancel(true);
    hung.put(run, failure);
  }

  private void throwIfTooManyHang(long now) {
    boolean starved =
        !inFlight.isEmpty() && inFlight.values().stream().allMatch(run -> run.isStarved(now));
    if (!hung.isEmpty() && (starved || hung.size() >= maxHanging)) {
      Throwable first = hung.values().iterator().next().cause();
      throw new CrawlException(
          (starved ? "the executor has no free thread: " : "")
              + (hung.size() + " threads hang; the first: " + first.getMessage()),
          first);
    }
  }

  /** Ends a {@link #receive} that waits; an outcome in the queue does the same. Thread-safe. */
  public void wake() {
    if (outcomes.isEmpty()) {
      outcomes.add(Optional.empty());
    }
  }

  /** Cancels everything in flight and returns its tasks. */
  public List<FetchTask> recall() {
    inFlight.values().forEach(run -> run.cancel(true));
    return List.copyOf(inFlight.keySet());
  }

  /** Waits until no thread works for this crawl any more, up to a time limit. */
  public void awaitEnd(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    if (ownPool != null) {
      ownPool.shutdownNow();
    }
    for (Run run : inFlight.values()) {
      if (run.started && !run.ended.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
    }
    for (Thread thread : ownThreads) { // a pool has "terminated" while its last threads still leave
      TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
    }
  }

  /** The run of a task, which can be cancelled without effect on what its thread does later. */
  private final class Run extends FutureTask<@Nullable Void> {

    private final FetchTask task;
    private final Analysis analysis;
    private final long sent = System.nanoTime();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean started;

    Run(FetchTask task, Analysis analysis) {
      super(() -> report(outcome(task, analysis)), null);
      this.task = task;
      this.analysis = analysis;
    }

    boolean hasEnded() {
      return ended.getCount() == 0;
    }

    /** Returns whether no thread was free for longer than an analysis may take. */
    boolean isStarved(long now) {
      return !started && now - sent > means.analysisTimeout().toNanos();
    }

    @Override
    public void run() {
      started = true;
      try {
        super.run();
      } finally {
        if (isCancelled()) {
          Thread.interrupted(); // cleared: it was meant for this run, not for what comes next
        }
        ended.countDown();
      }
    }
  }

  /** Queues an outcome, without which the crawl would never end, even if memory is short. */
  private void report(Outcome outcome) {
    while (true) {
      try {
        outcomes.add(Optional.of(outcome));
        return;
      } catch (OutOfMemoryError e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        LockSupport.parkNanos(SHORT_WAIT); // until others that fail have released their memory
      }
    }
  }

  private Outcome outcome(FetchTask task, Analysis analysis) {
    try {
      return processor.run(task, analysis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Fatal(task, new CrawlException("a worker was interrupted", e));
    } catch (Throwable e) { // an Error must end the crawl, not vanish with its thread
      return new Outcome.Fatal(task, e);
    }
  }
}
