package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.content.Excerpts;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.plan.Steering;
import io.dowser.crawler.internal.report.CrawlPage;
import io.dowser.crawler.internal.report.Times;
import io.dowser.crawler.report.CrawlMetrics;
import io.dowser.crawler.report.CrawlMetrics.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** Collects the metrics of a run's report from its events. Confined to the engine thread. */
public final class ReportCollector implements CrawlListener {

  private static final int MOST_LEARNED = 5; // terms in a note

  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final long started;
  private final Instant startTime;
  private final Map<String, String> settings;
  private final Steering steering;
  private final MetricsBuilder metrics;
  private final RunEvents events;
  private final Set<String> extracts;
  private final Excerpts excerpts;
  private final RecentAnchors anchors = new RecentAnchors();

  /**
   * Creates a collector of metrics that begin now.
   *
   * @param events gets what the directory has no rows of
   */
  public ReportCollector(
      CrawlPlan.Strategy strategy,
      CrawlPlan.Means means,
      Steering steering,
      CrawlCounters counters,
      RunEvents events,
      LongSupplier nanoClock) {
    this.clock = means.clock();
    this.startTime = clock.instant();
    this.settings = new TreeMap<>(means.settings());
    this.steering = steering;
    this.metrics =
        new MetricsBuilder(
            counters, LearnedWeights.ofScorer(strategy.scorer()), strategy.judge().threshold());
    this.events = events;
    this.extracts = strategy.extracts();
    this.excerpts = strategy.excerpts();
    this.nanoClock = nanoClock;
    this.started = nanoClock.getAsLong();
  }

  @Override
  public void on(CrawlEvent event) {
    if (event instanceof CrawlEvent.Visited visited) {
      visited(visited.visit());
    } else if (event instanceof CrawlEvent.FetchFailed failed) {
      failed(failed.failure(), failed.willRetry());
    } else if (event instanceof CrawlEvent.Redirected redirected && !redirected.followed()) {
      metrics.problem("redirect not followed", redirected.from().toString());
    } else if (event instanceof CrawlEvent.PluginFailed failed) {
      String what = "plugin failed: " + MetricsBuilder.words(failed.kind().name());
      problem(what, failed.url().toString());
      note(what + ", " + failed.plugin() + " on " + failed.url() + ": " + failed.cause());
    } else if (event instanceof CrawlEvent.NotModified) {
      metrics.problem("not modified", 1);
    } else {
      refused(event);
    }
  }

  private void refused(CrawlEvent event) {
    if (event instanceof CrawlEvent.Dropped dropped) {
      metrics.notFetched(dropped.reason(), dropped.url());
    } else if (event instanceof CrawlEvent.LinksSkipped skipped) {
      skipped
          .links()
          .forEach(
              link ->
                  metrics.skipped(link.reason().name(), link.detail(), link.target().toString()));
      skipped.others().forEach((reason, number) -> metrics.skipped(reason.name(), "", number));
    } else if (event instanceof CrawlEvent.OtherLanguage other) {
      String url = other.visit().url().toString();
      problem("page in another language: " + other.language(), url);
    } else if (event instanceof CrawlEvent.HostSlowed slowed) {
      String what = "host slowed: " + MetricsBuilder.words(slowed.cause().name());
      problem(what, slowed.host());
      String time = slowed.granted().isZero() ? "" : " for " + Times.duration(slowed.granted());
      note(what + ", " + slowed.host() + time);
    } else if (event instanceof CrawlEvent.Steered steered) {
      events.note(metrics.note(steered.time(), true, steered.command()));
    } else if (event instanceof CrawlEvent.Rejudged rejudged) {
      note(words(rejudged));
      learned(rejudged.learned(), 1, " count for a page");
      learned(rejudged.learned(), -1, " count against a page");
    } else if (event instanceof CrawlEvent.Idle) {
      note("nothing is pending, waiting for seeds");
    } else {
      checked(event);
    }
  }

  /** Returns an effect of answers in words. */
  private static String words(CrawlEvent.Rejudged rejudged) {
    List<String> effects =
        Stream.of(
                effect(rejudged.raised(), "rose"),
                effect(rejudged.lowered(), "fell"),
                effect(rejudged.relevant(), "became relevant"),
                effect(rejudged.irrelevant(), "no longer relevant"))
            .flatMap(Optional::stream)
            .toList();
    return "judged "
        + CrawlPage.counted(rejudged.pages(), "page", "pages")
        + " again: "
        + (effects.isEmpty() ? "no change" : String.join(", ", effects));
  }

  private static Optional<String> effect(long pages, String verb) {
    return pages == 0 ? Optional.empty() : Optional.of(pages + " " + verb);
  }

  /** Adds the terms that answers have taught and that weigh most. */
  private void learned(Map<String, Double> weights, int sign, String effect) {
    List<String> terms =
        weights.entrySet().stream()
            .filter(each -> each.getValue() * sign > 0)
            .limit(MOST_LEARNED)
            .map(Map.Entry::getKey)
            .toList();
    if (!terms.isEmpty()) {
      note("learned: " + String.join(", ", terms) + effect);
    }
  }

  private void checked(CrawlEvent event) {
    if (event instanceof CrawlEvent.Changed changed) {
      changed(
          changed.visit().url(),
          ChangeLog.changed(changed.distance(), changed.linksAdded(), changed.linksRemoved()));
    } else if (event instanceof CrawlEvent.Gone gone && gone.times() == 1) {
      changed(gone.candidate().url(), ChangeLog.gone(gone.status()));
    } else if (event instanceof CrawlEvent.Moved moved) {
      changed(moved.candidate().url(), ChangeLog.moved(moved.location()));
    }
  }

  private void changed(CrawlUrl page, String what) {
    metrics.changes().add(new CrawlMetrics.Change(clock.instant(), page.toString(), what));
  }

  private void note(String text) {
    events.note(metrics.note(clock.instant(), false, text));
  }

  /** Adds a problem that no table of the directory has. */
  private void problem(String reason, String example) {
    metrics.problem(reason, example);
    events.problem(reason, example);
  }

  private void failed(FetchResult.Failed failure, boolean willRetry) {
    String why = MetricsBuilder.why(failure.reason().name(), failure.status());
    String url = failure.url().toString();
    if (willRetry) {
      problem("retried: " + why, url);
    } else {
      metrics.problem("fetch failed: " + why, url);
      note("fetch failed: " + why + ", " + url);
    }
    metrics.failed(failure.url().host(), why);
    events.failed(failure.url().host(), why);
  }

  private void visited(Visit visit) {
    Candidate arrival = visit.candidate();
    Step step =
        new Step(
            visit.number(),
            visit.url().toString(),
            anchor(arrival),
            arrival.score(),
            visit.relevance());
    if (metrics.hasRoom()) {
      anchors.keep(arrival.sequence(), visit.page());
    }
    Duration fetching = visit.fetched().elapsed();
    Step shown =
        visit.relevant() && metrics.isAmongBest(step)
            ? step.withExcerpt(excerpts.excerpt(visit.page()))
            : step;
    metrics.visited(visit.url().host(), arrival, shown, visit.relevant(), fetching, elapsed());
    if (visit.relevant() && !extracts.isEmpty()) {
      metrics.extracted(visit.url().host(), visit.page().attributes(), extracts);
    }
  }

  /** Returns the text of the link that led to a candidate, empty if it was forgotten. */
  public String anchor(Candidate candidate) {
    return anchors.of(candidate.parent(), candidate.url());
  }

  private Duration elapsed() {
    long now = nanoClock.getAsLong();
    return Duration.ofNanos(now - started - steering.pausedNanos(now));
  }

  /** Takes the recorded form of settings that were changed while the crawl runs. */
  public void changed(Map<String, String> texts) {
    settings.putAll(texts);
  }

  public CrawlMetrics metrics(Map<String, Long> deferred) {
    return metrics.metrics(startTime, settings, elapsed(), deferred);
  }
}
