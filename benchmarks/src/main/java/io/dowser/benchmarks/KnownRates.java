package io.dowser.benchmarks;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toMap;

import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.RecheckHistory;
import io.dowser.crawler.api.RevisitPolicy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Policies that know how often each page really changes. */
final class KnownRates {

  /** Enough for a rate of four digits, whatever the prior. */
  private static final long CHECKS = 1_000_000;

  private final Map<CrawlUrl, Double> rates;

  KnownRates(List<ChangingPage> pages) {
    rates = pages.stream().collect(toMap(page -> page.checks().url(), ChangingPage::rate));
  }

  /** Returns the policy that checks each page in proportion to its rate of change. */
  RevisitPolicy proportional() {
    return new ByPriority() {
      @Override
      public double priority(RecheckHistory page, Instant now) {
        return rate(page) * Duration.between(page.checked(), now).toSeconds();
      }
    };
  }

  /** Returns a policy that is shown so long a history that it estimates the true rate. */
  RevisitPolicy known(RevisitPolicy policy) {
    return new ByPriority() {
      @Override
      public double priority(RecheckHistory page, Instant now) {
        return policy.priority(longKnown(page), now);
      }
    };
  }

  /** Returns the page after many checks, each after the mean time between two changes. */
  private RecheckHistory longKnown(RecheckHistory page) {
    Duration interval = ChangingPage.duration(1 / rate(page));
    long changes = Math.round(CHECKS * -Math.expm1(-1));
    return new RecheckHistory(
        page.url(),
        page.relevance(),
        page.relevant(),
        page.visited(),
        page.checked(),
        page.changed(),
        CHECKS,
        changes,
        interval.multipliedBy(changes),
        interval.multipliedBy(CHECKS - changes),
        0,
        page.interval());
  }

  private double rate(RecheckHistory page) {
    return requireNonNull(rates.get(page.url()));
  }

  /** A policy under which each page is always due. */
  private interface ByPriority extends RevisitPolicy {

    @Override
    default Duration interval(RecheckHistory page) {
      return Duration.ZERO;
    }
  }
}
