package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.engine.Steering.Boost;
import io.dowser.crawler.url.Scope;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Changes a running crawl. Each public method checks its arguments at once and is thread-safe; what
 * it asks for is executed by the engine thread between two visits, recorded with the crawl, and
 * published.
 */
public final class Commands {

  /** Scores stay finite. */
  private static final double MOST_BOOST = 1e9;

  private static final int MOST_IN_WORDS = 10;

  private final EngineContext context;
  private final Steering steering;
  private final Runnable wake;
  private final Queue<Runnable> queue = new ConcurrentLinkedQueue<>();

  Commands(EngineContext context, Runnable wake) {
    this.context = context;
    this.steering = context.plan.steering();
    this.wake = wake;
  }

  /** Adds seeds with a scope of their own, or that of the crawl if it is null. */
  public void addSeeds(Collection<String> urls, @Nullable Scope scope) {
    List<String> seeds =
        urls.stream()
            .map(url -> UrlCanonicalizer.standard().canonicalizeSeed(url).toString())
            .toList();
    String some = seeds.stream().limit(MOST_IN_WORDS).collect(Collectors.joining(" "));
    String others = seeds.size() > MOST_IN_WORDS ? " and others" : "";
    String around = scope == null ? "" : " with scope " + scope;
    submit("add seeds " + some + others + around, () -> add(seeds, scope));
  }

  private void add(List<String> urls, @Nullable Scope scope) {
    CrawlPlan plan = context.plan;
    List<CrawlUrl> seeds = urls.stream().map(plan.canonicalizer()::canonicalizeSeed).toList();
    plan.seeds().addAll(seeds);
    plan.scope().add(seeds, scope);
    seeds.forEach(context.admission::seed);
    record("seeds", plan.seeds().stream().map(CrawlUrl::toString).toList());
    record("seedScopes", plan.scope().own());
  }

  /** Starts no requests until {@link #resume}. */
  public void pause() {
    submit("pause", () -> steering.pause(true, context.nanoClock.getAsLong()));
  }

  /** Ends a pause. */
  public void resume() {
    submit("resume", () -> steering.pause(false, context.nanoClock.getAsLong()));
  }

  /** Replaces the limit of pages. */
  public void setMaxPages(long pages) {
    Checks.positive("maxPages", pages);
    submit(
        "maxPages " + pages,
        () -> {
          steering.limit(steering.limits().withMaxPages(pages));
          record("maxPages", pages);
        });
  }

  /** Replaces the limit of time. */
  public void setMaxDuration(Duration duration) {
    Checks.positive("maxDuration", duration);
    submit(
        "maxDuration " + duration,
        () -> {
          steering.limit(steering.limits().withMaxDuration(duration));
          record("maxDuration", duration);
        });
  }

  /** Fetches nothing more of a host, or of a host and all below it, as in {@code *.a.test}. */
  public void exclude(String host) {
    Scope.of(host); // which checks it
    if (host.contains("/")) {
      throw new IllegalArgumentException("host must be a host alone, but was '" + host + "'");
    }
    submit("exclude " + host, () -> record("excludedHosts", steering.exclude(host)));
  }

  /** Adds an amount to the scores of links whose URLs match a pattern. */
  public void boost(String pattern, double amount) {
    Checks.within("amount", amount, -MOST_BOOST, MOST_BOOST);
    Boost boost = Boost.of(amount, pattern);
    submit("boost " + boost, () -> add(boost));
  }

  private void add(Boost boost) {
    record("boosts", steering.boost(boost));
    context.frontier.rekey(link -> link.score() + boost.of(link.url()));
  }

  private void record(String setting, Object value) {
    context.record.changed(steering.text(setting, value));
  }

  private void submit(String words, Runnable change) {
    queue.add(
        () -> {
          change.run();
          context.observers.publish(new CrawlEvent.Steered(context.plan.clock().instant(), words));
        });
    wake.run();
  }

  /** Asks something of the engine thread, which answers between two visits. */
  <T> CompletableFuture<T> ask(Supplier<T> question) {
    var answer = new CompletableFuture<T>();
    queue.add(() -> answer.completeAsync(question, Runnable::run));
    wake.run();
    return answer;
  }

  /** Executes what was asked for; on the engine thread. */
  void execute() {
    Runnable next = queue.poll();
    while (next != null) {
      next.run();
      next = queue.poll();
    }
  }
}
