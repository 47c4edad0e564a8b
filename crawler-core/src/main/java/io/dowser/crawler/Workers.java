package io.dowser.crawler;

import io.dowser.crawler.api.CrawlException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends flights out on threads and takes their outcomes in; for the crawl's own thread. */
final class Workers {

  private static final long SHORT_WAIT = Duration.ofMillis(1).toNanos();

  private final PageLine line;
  private final int limit;
  private final @Nullable ExecutorService ownPool;
  private final List<Thread> ownThreads = new CopyOnWriteArrayList<>();
  private final Executor executor;
  private final IdentityHashMap<Flight, Trip> away = new IdentityHashMap<>();
  private final BlockingQueue<Optional<Outcome>> mailbox = new LinkedBlockingQueue<>();

  /** Works on the caller's executor, or on threads of its own if there is none. */
  Workers(PageLine line, int limit, @Nullable Executor executor) {
    this.line = line;
    this.limit = limit;
    if (executor == null) {
      ownPool = Executors.newFixedThreadPool(limit, this::daemon);
      this.executor = ownPool;
    } else {
      ownPool = null;
      this.executor = executor;
    }
  }

  boolean hasRoom() {
    return away.size() < limit;
  }

  int inFlight() {
    return away.size();
  }

  void send(Flight flight) {
    var trip = new Trip(flight);
    away.put(flight, trip);
    executor.execute(trip);
  }

  /** Returns whether {@link #receive} would not wait. */
  boolean hasMail() {
    return !mailbox.isEmpty();
  }

  /** Takes the next outcome; empty if none came in time or {@link #wake} was called. */
  Optional<Outcome> receive(long nanos) throws InterruptedException {
    Optional<Outcome> mail = mailbox.poll(nanos, TimeUnit.NANOSECONDS);
    if (mail == null) {
      return Optional.empty();
    }
    mail.ifPresent(outcome -> away.remove(outcome.flight()));
    return mail;
  }

  /** Ends a {@link #receive} that waits; may be called by any thread. */
  void wake() {
    mailbox.add(Optional.empty());
  }

  /** Breaks off everything that is still away and gives what it was. */
  List<Flight> recall() {
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

    private final CountDownLatch ended;
    private volatile boolean started;

    Trip(Flight flight) {
      this(flight, new CountDownLatch(1));
    }

    private Trip(Flight flight, CountDownLatch ended) {
      super(() -> report(outcome(flight)), null);
      this.ended = ended;
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

  private Outcome outcome(Flight flight) {
    try {
      return line.run(flight);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Fatal(flight, new CrawlException("somebody interrupted a worker", e));
    } catch (Throwable e) { // an Error must end the crawl, not vanish with its thread
      return new Outcome.Fatal(flight, e);
    }
  }
}
