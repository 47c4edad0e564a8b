package io.dowser.crawler;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.CrawlStatistics;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.engine.Engine;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.report.CrawlSnapshot;
import io.dowser.crawler.url.Scope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A crawl that runs in the background, and can be steered. Thread-safe.
 *
 * <p>A change that a method asks for is applied between two visits, soon after the call has
 * returned. It is published as {@link io.dowser.crawler.api.CrawlEvent.Steered}, and committed with
 * the visits that follow. The methods return false, and change nothing, once the crawl has ended,
 * is about to end, or was stopped with {@link #stop}. Only a crawl that fails may lose a change
 * after they returned true.
 *
 * <pre>{@code
 * CrawlHandle crawl = crawler.start();
 * crawl.addSeeds(List.of("https://www.example.org/tides"));
 * crawl.exclude("www.example.org/archive/");
 * CrawlReport report = crawl.await();
 * }</pre>
 */
public final class CrawlHandle {

  private final Engine engine;
  private final CompletableFuture<CrawlReport> report = new CompletableFuture<>();
  private final Thread thread;

  private CrawlHandle(Engine engine) {
    this.engine = engine;
    this.thread = engine.thread(this::crawl);
  }

  static CrawlHandle start(Engine engine) {
    var handle = new CrawlHandle(engine);
    handle.thread.start();
    return handle;
  }

  /**
   * Asks the crawl to end soon: no new fetches begin, and those in flight are aborted. Returns at
   * once; does nothing if the crawl has ended.
   */
  public void stop() {
    engine.requestStop();
  }

  /** {@return the crawl's name, see {@link Means.Builder#name}} */
  public String name() {
    return engine.name();
  }

  /** {@return the directory of the crawl; empty for one that lives in memory} */
  public Optional<Path> directory() {
    return engine.directory();
  }

  // steering

  /**
   * Adds pages to start from, with the scope of the crawl, see {@link Crawler.Builder#stayOn}. They
   * are kept with the crawl like those of the builder. A URL that the crawl has requested before is
   * not fetched again. One that is pending, or was too deep, is fetched as a seed, before links.
   *
   * @param urls see {@link Crawler.Builder#seed(String)}
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if one of them is not an absolute http or https URL
   */
  public boolean addSeeds(Collection<String> urls) {
    return engine.commands().addSeeds(urls, null);
  }

  /**
   * Adds seeds with a separate scope. For a seed that the crawl already has, this scope replaces
   * the previous one.
   *
   * @param urls see {@link Crawler.Builder#seed(String)}
   * @param scope around these seeds
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if one of them is not an absolute http or https URL
   */
  public boolean addSeeds(Collection<String> urls, Scope scope) {
    return engine.commands().addSeeds(urls, requireNonNull(scope, "scope"));
  }

  /**
   * Pauses the crawl: fetches in flight are completed, and no new ones begin. A paused crawl does
   * not end by itself, and the time does not count towards its {@link Limits}. A pause is not
   * stored: a crawl that ended or was killed while it was paused runs when it is resumed.
   *
   * @return whether the call came in time, see the class comment
   */
  public boolean pause() {
    return engine.commands().pause();
  }

  /**
   * Ends a pause.
   *
   * @return whether the call came in time, see the class comment
   */
  public boolean resume() {
    return engine.commands().resume();
  }

  /** {@return the current state of the crawl} */
  public CrawlSnapshot.State state() {
    return isRunning() ? engine.state() : CrawlSnapshot.State.ENDED;
  }

  /**
   * Replaces the limit of visited pages, also for later runs of the crawl. If more pages were
   * visited, the crawl ends.
   *
   * @param pages above 0
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is not above 0
   */
  public boolean setMaxPages(long pages) {
    return engine.commands().setMaxPages(pages);
  }

  /**
   * Replaces the limit of time, also for later runs of the crawl. It counts from the start of a
   * run, without pauses.
   *
   * @param duration above 0
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is not above 0
   */
  public boolean setMaxDuration(Duration duration) {
    return engine.commands().setMaxDuration(duration);
  }

  /**
   * Fetches no more URLs that match a pattern, also in later runs of the crawl: pending URLs are
   * dropped when it is their turn ({@link io.dowser.crawler.api.AbandonReason#EXCLUDED}), and links
   * are skipped ({@link io.dowser.crawler.api.SkipReason#EXCLUDED}). What is in flight is finished.
   *
   * @param pattern as in a {@link Scope}: {@code example.org} is a host, {@code *.example.org} that
   *     host and all below it, {@code example.org/shop/} a folder, {@code /*?print=} a parameter on
   *     all hosts
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is no pattern
   */
  public boolean exclude(String pattern) {
    return engine.commands().exclude(pattern);
  }

  /**
   * Withdraws an exclusion. In a crawl with a directory, the URLs that were dropped meanwhile are
   * queued again with the scores that they had, if there is room. Links that were skipped are taken
   * when a later page has them; redirects that were refused are not followed again. Does nothing if
   * the pattern is not excluded.
   *
   * @param pattern as it was given to {@link #exclude}
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is no pattern
   */
  public boolean withdrawExclusion(String pattern) {
    return engine.commands().withdrawExclusion(pattern);
  }

  /**
   * Fetches the pending URLs of a host before those of all others as soon as the host is ready,
   * also in later runs of the crawl. Among them, the frontier decides the order. Retries, due
   * rechecks and URLs of deferred shapes are fetched as without it.
   *
   * @param host such as {@code www.example.org}, for all its ports, or {@code *.example.org} for
   *     that host and all below it, which is needed where hosts are grouped by their domain
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is no host
   */
  public boolean prefer(String host) {
    return engine.commands().prefer(host);
  }

  /**
   * Withdraws a preference. Does nothing if the host is not preferred.
   *
   * @param host as it was given to {@link #prefer}
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if it is no host
   */
  public boolean withdrawPreference(String host) {
    return engine.commands().withdrawPreference(host);
  }

  /**
   * Teaches the judge whether a page is relevant, and lets it judge visited pages again, see {@link
   * io.dowser.crawler.api.RelevanceJudge.Taught}. The answer is kept with the crawl, and replaces
   * an earlier one about the page.
   *
   * @param visit the number of its visit, see {@link io.dowser.crawler.api.Visit#number}, which
   *     must be committed; the page must have been judged and be among the first 1,000, relevant,
   *     or less than 0.2 below the judge's threshold
   * @param relevant whether the page is relevant
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if the crawl keeps no text of such a page
   * @throws IllegalStateException if the crawl has no directory
   */
  public boolean answer(long visit, boolean relevant) {
    return engine.commands().answer(answerable(visit).with(relevant));
  }

  /**
   * Withdraws the answer about a page. Does nothing if there is none.
   *
   * @param visit the number of its visit
   * @return whether the call came in time, see the class comment
   * @throws IllegalArgumentException if the crawl keeps no text of such a page
   * @throws IllegalStateException if the crawl has no directory
   */
  public boolean withdrawAnswer(long visit) {
    return engine.commands().withdrawAnswer(answerable(visit));
  }

  private AnswerRow answerable(long visit) {
    return answerable(
        directory()
            .orElseThrow(
                () -> new IllegalStateException("answers are for crawls with a directory")),
        visit);
  }

  /** Returns the page of a visit in a directory, with its answer or the judge's. */
  static AnswerRow answerable(Path directory, long visit) {
    try (HistoryReader history = HistoryReader.open(directory)) {
      return history
          .answerable(visit)
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "visit "
                          + visit
                          + " must be committed, and of a page whose text is kept: one that was judged,"
                          + " and is among the first 1,000, relevant or just below the threshold"));
    }
  }

  /**
   * {@return a future that completes with the report when the crawl has ended} Each call returns
   * another one; to cancel it does not stop the crawl.
   */
  public CompletableFuture<CrawlReport> completion() {
    return report.copy();
  }

  /**
   * Waits for the end.
   *
   * @return the report of the crawl
   * @throws InterruptedException if the calling thread is interrupted; the crawl continues
   */
  public CrawlReport await() throws InterruptedException {
    try {
      return report.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    }
  }

  /**
   * Waits for the end, up to a time limit.
   *
   * @param atMost the longest time to wait; zero or less returns at once
   * @return the report of the crawl, or empty if it still runs
   * @throws InterruptedException if the calling thread is interrupted; the crawl continues
   */
  public Optional<CrawlReport> await(Duration atMost) throws InterruptedException {
    try {
      return Optional.of(report.get(TimeUnit.NANOSECONDS.convert(atMost), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the crawl's thread broke", e.getCause());
    }
  }

  /** {@return the present metrics; metrics that belong together, not older than the last visit} */
  public CrawlStatistics statistics() {
    return engine.statistics();
  }

  /**
   * Takes a snapshot of the crawl between two visits: the metrics of its report so far, the state
   * of its hosts, and the next URLs. While the crawl starts, only its name and state are known.
   * After the end, the snapshot has the content of the report.
   *
   * @return the snapshot; completes soon, unless a listener or a page sink is slow
   */
  public CompletableFuture<CrawlSnapshot> snapshot() {
    return engine
        .snapshot()
        .exceptionallyCompose(
            error ->
                error instanceof CancellationException
                    ? report.thenApply(CrawlReport::snapshot)
                    : CompletableFuture.failedFuture(error));
  }

  /** {@return whether the crawl still runs} */
  public boolean isRunning() {
    return !report.isDone();
  }

  /** Returns the state of the host of a URL; empty after the crawl has ended. */
  Optional<HostView> look(CrawlUrl url) {
    return isRunning() ? Optional.of(engine.look(url)) : Optional.empty();
  }

  /** Returns what the crawl knows of sites. */
  Sites sites() {
    return engine.sites();
  }

  boolean isStopping() {
    return engine.isStopRequested();
  }

  /** Waits for the end of the crawl, and stops it when the calling thread is interrupted. */
  CrawlReport awaitOrStop() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return await();
        } catch (InterruptedException e) {
          interrupted = true;
          stop();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Stops the crawl and waits for its thread, unless that is the calling thread. */
  void close(Duration atMost) {
    stop();
    if (Thread.currentThread() != thread) {
      try {
        thread.join(atMost.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void crawl() {
    try {
      report.complete(engine.run());
    } catch (Throwable e) { // reported to the waiting thread
      report.completeExceptionally(e);
    }
  }
}
