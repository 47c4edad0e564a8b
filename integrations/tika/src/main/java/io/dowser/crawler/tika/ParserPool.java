package io.dowser.crawler.tika;

import io.dowser.crawler.api.CrawlException;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.internal.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Processes that read documents, started on demand and again after one was killed. Thread-safe. */
final class ParserPool implements AutoCloseable {

  /** The most time for a start; a JVM starts in a second, but not on a busy machine. */
  private static final Duration START = Duration.ofMinutes(5);

  private final TikaLimits limits;
  private final Semaphore permits;
  private final Deque<ParserProcess> idle = new ArrayDeque<>();
  private final Set<ParserProcess> all = new HashSet<>();
  private boolean closed;

  ParserPool(TikaLimits limits) {
    this.limits = limits;
    this.permits = new Semaphore(limits.processes());
  }

  /**
   * Reads a document, and kills the process if that takes too long, or if this thread is
   * interrupted.
   *
   * @throws CrawlException if no process can be started
   */
  ParsedDocument parse(String type, byte[] document) throws InterruptedException {
    permits.acquire();
    try {
      ParserProcess process = take();
      try {
        return parse(process, type, document);
      } finally {
        giveBack(process);
      }
    } finally {
      permits.release();
    }
  }

  private ParsedDocument parse(ParserProcess process, String type, byte[] document)
      throws InterruptedException {
    try {
      await(process::awaitStart, START);
      return await(() -> process.parse(type, document), limits.timeout());
    } catch (TimeoutException e) {
      process.kill();
      return ParsedDocument.unreadable(
          FailureReason.TOO_COSTLY, "takes more than " + Durations.text(limits.timeout()));
    } catch (InterruptedException e) {
      process.kill();
      throw e;
    } catch (ExecutionException e) {
      throw new CrawlException("no document can be read: " + e.getMessage(), e);
    }
  }

  /** Runs a call that cannot be interrupted on another thread, which ends when its process does. */
  private static <T> T await(Callable<T> call, Duration limit)
      throws InterruptedException, ExecutionException, TimeoutException {
    var task = new FutureTask<>(call);
    var thread = new Thread(task, "dowser-tika");
    thread.setDaemon(true);
    thread.start();
    return task.get(limit.toNanos(), TimeUnit.NANOSECONDS);
  }

  private ParserProcess take() {
    @Nullable ParserProcess process;
    synchronized (this) {
      process = idle.poll();
    }
    return process == null ? add(ParserProcess.start(limits)) : process;
  }

  private synchronized ParserProcess add(ParserProcess process) {
    if (closed) {
      process.close();
      throw new CrawlException("the analyzer of documents is closed");
    }
    all.add(process);
    return process;
  }

  private synchronized void giveBack(ParserProcess process) {
    if (process.isAlive() && !closed) {
      idle.push(process);
    } else if (all.remove(process)) {
      process.close();
    }
  }

  /** Kills all processes. */
  @Override
  public synchronized void close() {
    closed = true;
    all.forEach(ParserProcess::close);
    all.clear();
    idle.clear();
  }
}
