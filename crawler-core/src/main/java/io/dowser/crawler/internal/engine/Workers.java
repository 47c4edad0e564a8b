package io.dowser.crawler.internal.engine;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.internal.engine.Outcome.Trouble;
import io.dowser.crawler.internal.politeness.FetchTask;
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

/** Sends flights out on threads and takes their outcomes in; for the crawl's own thread. */
final class Workers {

  private static final long SHORT_WAIT = Duration.ofMillis(1).toNanos();

  private final PageProcessor line;
  private final int limit;
  private final Duration analysisTimeout;
  private final int maxHung;
  private final @Nullable ThreadPoolExecutor ownPool;
  private final List<Thread> ownThreads = new CopyOnWriteArrayList<>();
  private final Executor executor;
  private final IdentityHashMap<FetchTask, Trip> away = new IdentityHashMap<>();
  private final BlockingQueue<Optional<Outcome>> mailbox = new LinkedBlockingQueue<>();

  /** What was given up and still has its thread. */
  private final Map<Trip, Trouble> hung = new LinkedHashMap<>();

  private long nextCheck;

  /** Works on the caller's executor, or on threads of its own if there is none. */
  Workers(PageProcessor line, CrawlPlan plan) {
    this.line = line;
    this.limit = plan.workers();
    this.analysisTimeout = plan.analysisTimeout();
    this.maxHung = plan.maxPluginFailures();
    this.nextCheck = System.nanoTime() + analysisTimeout.toNanos();
    Executor given = plan.executor();
    this.ownPool = given == null ? pool() : null;
    this.executor = given == null ? requireNonNull(ownPool) : given;
  }

  /** Its queue has no end, so it never has more threads than its core. */
  private ThreadPoolExecutor pool() {
    var tasks = new LinkedBlockingQueue<Runnable>();
    return new ThreadPoolExecutor(
        limit, Integer.MAX_VALUE, 0, TimeUnit.SECONDS, tasks, this::daemon);
  }

  boolean hasRoom() {
    return away.size() < limit;
  }

  int inFlight() {
    return away.size();
  }

  void send(FetchTask fetchTask) {
    var trip = new Trip(fetchTask);
    away.put(fetchTask, trip);
    executor.execute(trip);
  }

  /** Returns whether {@link #receive} would not wait. */
  boolean hasMail() {
    return !mailbox.isEmpty();
  }

  /**
   * Takes the next outcome; empty if none came in time or {@link #wake} was called.
   *
   * @throws CrawlException if too many threads hang
   */
  Optional<Outcome> receive(long nanos) throws InterruptedException {
    long now = System.nanoTime();
    if (now - nextCheck >= 0) {
      checkAnalyses(now);
    }
    Optional<Outcome> mail = mailbox.poll(Math.min(nanos, nextCheck - now), TimeUnit.NANOSECONDS);
    return mail == null ? Optional.empty() : mail.filter(this::isFirst);
  }

  /** A page that was given up already has its outcome when its worker comes back. */
  private boolean isFirst(Outcome outcome) {
    return away.remove(outcome.fetchTask()) != null;
  }

  /** Gives up the pages whose analysis takes too long. Runs about once in each time limit. */
  private void checkAnalyses(long now) {
    hung.keySet().removeIf(Trip::hasEnded);
    throwIfTooManyHang(now);
    nextCheck = now + analysisTimeout.toNanos();
    for (Trip trip : away.values()) {
      long left = trip.nanosLeft(now);
      if (left > 0) {
        nextCheck = now + Math.min(nextCheck - now, left);
      } else if (trip.analysis.end()) {
        giveUp(trip);
      }
    }
    if (ownPool != null) {
      ownPool.setCorePoolSize(limit + hung.size());
    }
  }

  /** A thread cannot be killed, so it is interrupted and left to itself. */
  private void giveUp(Trip trip) {
    Trouble trouble = trip.analysis.overtime(trip.fetchTask, analysisTimeout);
    mailbox.add(Optional.of(new Outcome.Broken(trip.fetchTask, trouble)));
    trip.cancel(true);
    hung.put(trip, trouble);
  }

  private void throwIfTooManyHang(long now) {
    boolean starved = !away.isEmpty() && away.values().stream().allMatch(trip -> trip.waits(now));
    if (!hung.isEmpty() && (starved || hung.size() >= maxHung)) {
      Throwable first = hung.values().iterator().next().cause();
      throw new CrawlException(
          (starved ? "the executor has no free thread: " : "")
              + (hung.size() + " threads hang; the first: " + first.getMessage()),
          first);
    }
  }

  /** Ends a {@link #receive} that waits; may be called by any thread. */
  void wake() {
    mailbox.add(Optional.empty());
  }

  /** Breaks off everything that is still away and gives what it was. */
  List<FetchTask> recall() {
    away.values().forEach(trip -> trip.cancel(true));
    return List.copyOf(away.keySet());
  }

  /** Waits until no thread works for this crawl any more, at most so long. */
  boolean awaitEnd(Duration atMost) throws InterruptedException {
    long deadline = System.nanoTime() + atMost.toNanos();
    if (ownPool != null) {
      ownPool.shutdownNow();
    }
    for (Trip trip : away.values()) {
      if (trip.started && !trip.ended.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    for (Thread thread : ownThreads) { // a pool has "terminated" while its last threads still leave
      TimeUnit.NANOSECONDS.timedJoin(thread, deadline - System.nanoTime());
      if (thread.isAlive()) {
        return false;
      }
    }
    return true;
  }

  private Thread daemon(Runnable task) {
    var thread = new Thread(task, "dowser-worker");
    thread.setDaemon(true);
    ownThreads.add(thread);
    return thread;
  }

  /** A flight as a task that can be broken off without touching what its thread does later. */
  private final class Trip extends FutureTask<@Nullable Void> {

    private final FetchTask fetchTask;
    private final Analysis analysis;
    private final long sent = System.nanoTime();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean started;

    Trip(FetchTask fetchTask) {
      this(fetchTask, line.analysis());
    }

    private Trip(FetchTask fetchTask, Analysis analysis) {
      super(() -> report(outcome(fetchTask, analysis)), null);
      this.fetchTask = fetchTask;
      this.analysis = analysis;
    }

    boolean hasEnded() {
      return ended.getCount() == 0;
    }

    /** How long its analysis may still take; the whole limit if it does not run. */
    long nanosLeft(long now) {
      long limit = analysisTimeout.toNanos();
      return analysis.isRunning() ? analysis.began() + limit - now : limit;
    }

    /** Whether it has waited for a thread longer than an analysis may take. */
    boolean waits(long now) {
      return !started && now - sent > analysisTimeout.toNanos();
    }

    @Override
    public void run() {
      started = true;
      try {
        super.run();
      } finally {
        if (isCancelled()) {
          Thread.interrupted(); // cleared: it was meant for this trip, not for what comes next
        }
        ended.countDown();
      }
    }
  }

  /** Without its outcome the crawl would wait for a flight for ever. */
  private void report(Outcome outcome) {
    while (true) {
      try {
        mailbox.add(Optional.of(outcome));
        return;
      } catch (OutOfMemoryError e) {
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
        // until others that fail for want of memory have given theirs back
        LockSupport.parkNanos(SHORT_WAIT);
      }
    }
  }

  private Outcome outcome(FetchTask fetchTask, Analysis analysis) {
    try {
      return line.run(fetchTask, analysis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Fatal(fetchTask, new CrawlException("somebody interrupted a worker", e));
    } catch (Throwable e) { // an Error must end the crawl, not vanish with its thread
      return new Outcome.Fatal(fetchTask, e);
    }
  }
}
