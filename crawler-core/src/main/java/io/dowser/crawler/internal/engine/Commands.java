package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.learning.Answers;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.PreferredHosts;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.plan.StopConditions;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.store.AnswerRow;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.ReportCollector;
import io.dowser.crawler.url.HostRules;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes a running crawl. Each public method checks its arguments at once, is thread-safe, and
 * returns whether it came before the crawl's end; what it asks for is executed by the engine thread
 * between two visits, recorded with the crawl, and published.
 */
public final class Commands {

  /** Scores stay finite. */
  private static final int MOST_IN_WORDS = 10;

  private final CrawlPlan.Rules rules;
  private final Answers answers;
  private final Steering steering;
  private final LinkAdmission admission;
  private final CrawlRecord record;
  private final ReportCollector metrics;
  private final Events events;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final Runnable wake;
  private final Queue<Command> queue = new ArrayDeque<>(); // guarded by itself
  private boolean closed; // guarded by the queue

  /** The suppliers of the settings that were changed since they were last recorded, by name. */
  private final Map<String, Supplier<Object>> changed = new LinkedHashMap<>();

  /** A task of the engine thread, with a result that is cancelled if the crawl ends before. */
  private record Command(Action action, CompletableFuture<?> answer) {}

  /** The work of a command. */
  @FunctionalInterface
  private interface Action {

    void run() throws InterruptedException;
  }

  /**
   * Creates the commands of a crawl.
   *
   * @param wake ends the wait of the engine thread for outcomes
   */
  Commands(
      CrawlPlan.Rules rules,
      Answers answers,
      Steering steering,
      LinkAdmission admission,
      CrawlRecord record,
      ReportCollector metrics,
      Events events,
      InstantSource clock,
      LongSupplier nanoClock,
      Runnable wake) {
    this.rules = rules;
    this.answers = answers;
    this.steering = steering;
    this.admission = admission;
    this.record = record;
    this.metrics = metrics;
    this.events = events;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.wake = wake;
  }

  /** Adds seeds with a separate scope, or with that of the crawl if it is null. */
  public boolean addSeeds(Collection<String> urls, @Nullable Scope scope) {
    List<String> seeds =
        urls.stream()
            .map(url -> UrlCanonicalizer.forSeeds().canonicalizeSeed(url).toString())
            .toList();
    String some = seeds.stream().limit(MOST_IN_WORDS).collect(Collectors.joining(" "));
    String others = seeds.size() > MOST_IN_WORDS ? " and others" : "";
    String around = scope == null ? "" : " with scope " + scope;
    return submit("add seeds " + some + others + around, () -> add(seeds, scope));
  }

  private void add(List<String> urls, @Nullable Scope scope) {
    List<CrawlUrl> seeds = urls.stream().map(rules.canonicalizer()::canonicalizeSeed).toList();
    rules.seeds().addAll(seeds);
    rules.scope().add(seeds, scope);
    seeds.forEach(admission::seed);
    changed.put("seeds", () -> rules.seeds().stream().map(CrawlUrl::toString).toList());
    changed.put("seedScopes", rules.scope()::own);
  }

  /** Starts no requests until {@link #resume}. */
  public boolean pause() {
    return submit("pause", () -> steering.pause(true, nanoClock.getAsLong()));
  }

  /** Ends a pause. */
  public boolean resume() {
    return submit("resume", () -> steering.pause(false, nanoClock.getAsLong()));
  }

  /** Replaces the limit of pages. */
  public boolean setMaxPages(long pages) {
    Checks.positive("maxPages", pages);
    return submit(
        "maxPages " + pages,
        () -> {
          StopConditions limits = steering.limits();
          steering.limit(limits.with(pages, limits.maxDuration()));
          changed.put("maxPages", () -> pages);
        });
  }

  /** Replaces the limit of time. */
  public boolean setMaxDuration(Duration duration) {
    Checks.positive("maxDuration", duration);
    return submit(
        "maxDuration " + Durations.text(duration),
        () -> {
          StopConditions limits = steering.limits();
          steering.limit(limits.with(limits.maxPages(), duration));
          changed.put("maxDuration", () -> duration);
        });
  }

  /** Fetches nothing more that matches a pattern, see {@link Scope}. */
  public boolean exclude(String text) {
    String pattern = Scope.pattern(text);
    return submit("exclude " + pattern, () -> excluded(rules.scope().exclude(pattern)));
  }

  /** Withdraws an exclusion, and queues the URLs again that no other one excludes. */
  public boolean withdrawExclusion(String text) {
    String pattern = Scope.pattern(text);
    return submit("withdraw the exclusion of " + pattern, () -> withdrawn(pattern));
  }

  private void withdrawn(String pattern) throws InterruptedException {
    if (rules.scope().isExcluded(pattern)) {
      recordChanged(); // a commit follows, in which seeds and their settings belong together
      excluded(rules.scope().withdrawExclusion(pattern));
      admission.queueEnded(false);
    }
  }

  private void excluded(List<String> patterns) {
    changed.put("excluded", () -> patterns);
  }

  /** Fetches the pending URLs of a host before those of others. */
  public boolean prefer(String text) {
    String pattern = HostRules.pattern(text);
    return submit("fetch first " + pattern, () -> prefer(steering.preferred().with(pattern)));
  }

  /** Withdraws a preference. */
  public boolean withdrawPreference(String text) {
    String pattern = HostRules.pattern(text);
    return submit(
        "no longer fetch first " + pattern, () -> prefer(steering.preferred().without(pattern)));
  }

  private void prefer(PreferredHosts hosts) {
    steering.prefer(hosts);
    changed.put("preferred", hosts::patterns);
  }

  /** Takes a person's answer about a page. */
  public boolean answer(AnswerRow row) {
    String words = AnswerRow.words(row.answer().relevant(), row.page().toString());
    return submit(words, () -> answers.add(row));
  }

  /** Withdraws the answer about a page. */
  public boolean withdrawAnswer(AnswerRow row) {
    return submit("withdraw the answer about " + row.page(), () -> answers.remove(row));
  }

  private boolean submit(String words, Action change) {
    Action action =
        () -> {
          change.run();
          events.publish(new CrawlEvent.Steered(clock.instant(), words));
        };
    return enqueue(new Command(action, new CompletableFuture<Void>()));
  }

  /**
   * Calls a supplier on the engine thread between two visits. The future is cancelled if the crawl
   * ends first.
   */
  <T> CompletableFuture<T> ask(Supplier<T> question) {
    var answer = new CompletableFuture<T>();
    Action action = () -> answer.completeAsync(question, Runnable::run);
    if (!enqueue(new Command(action, answer))) {
      answer.cancel(false);
    }
    return answer;
  }

  private boolean enqueue(Command command) {
    synchronized (queue) {
      if (closed) {
        return false;
      }
      queue.add(command);
    }
    wake.run();
    return true;
  }

  /** Executes what was asked for, and records the changed settings; on the engine thread. */
  void execute() throws InterruptedException {
    for (Command next = poll(); next != null; next = poll()) {
      next.action.run();
    }
    recordChanged();
  }

  private void recordChanged() {
    if (!changed.isEmpty()) {
      rules.scope().update();
      changed.forEach(this::record);
      changed.clear();
    }
  }

  private void record(String setting, Supplier<Object> value) {
    Map<String, String> texts = steering.text(setting, value.get());
    record.changed(texts);
    metrics.changed(texts);
  }

  private @Nullable Command poll() {
    synchronized (queue) {
      return queue.poll();
    }
  }

  /** Takes no more commands; pending ones are executed. Thread-safe. */
  void close() {
    synchronized (queue) {
      closed = true;
    }
  }

  /** Takes no more commands if none is pending, and returns whether that is so. */
  boolean closeIfEmpty() {
    synchronized (queue) {
      closed |= queue.isEmpty();
      return queue.isEmpty();
    }
  }

  /** Takes no more commands, and cancels the pending ones. */
  void cancel() {
    synchronized (queue) {
      closed = true;
      queue.forEach(command -> command.answer.cancel(false));
      queue.clear();
    }
  }
}
