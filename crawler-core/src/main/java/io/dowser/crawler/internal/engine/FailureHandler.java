package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.internal.admission.DeferredUrls;
import io.dowser.crawler.internal.learning.Learning;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.plan.HostRecords;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.PendingUrls;
import io.dowser.crawler.internal.recrawl.Rechecks;
import io.dowser.crawler.internal.sites.RequestResult;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.Seeds;

/**
 * Records candidates that become no page: in counters, record, seeds, frontier and events. Confined
 * to the engine thread.
 */
final class FailureHandler {

  private static final int TOO_MANY_REQUESTS = 429;

  /** Of this URL; higher ones say that the server is overloaded or its gateway is bad. */
  private static final int SERVER_ERROR = 500;

  private final PendingUrls frontier;
  private final CrawlRecord record;
  private final HostRecords hosts;
  private final Sites sites;
  private final DeferredUrls deferred;
  private final PageWorth worth;
  private final Rechecks rechecks;
  private final Learning learning;
  private final CrawlCounters counters;
  private final Seeds seeds;
  private final Events events;

  FailureHandler(
      PendingUrls frontier,
      CrawlRecord record,
      HostRecords hosts,
      Sites sites,
      DeferredUrls deferred,
      PageWorth worth,
      Rechecks rechecks,
      Learning learning,
      CrawlCounters counters,
      Seeds seeds,
      Events events) {
    this.frontier = frontier;
    this.record = record;
    this.hosts = hosts;
    this.sites = sites;
    this.deferred = deferred;
    this.worth = worth;
    this.rechecks = rechecks;
    this.learning = learning;
    this.counters = counters;
    this.seeds = seeds;
    this.events = events;
  }

  /** Drops a candidate that the crawl no longer wants, or the check of a page. */
  void drop(FetchTask task, AbandonReason reason, String detail) {
    giveUp(task, reason, reason + " " + detail, 0);
    events.publish(new CrawlEvent.Dropped(task.candidate(), task.url(), reason, detail));
  }

  /** Records a failed request for a page, a list of pages or a robots.txt. */
  void fail(FetchTask task, FetchResult.Failed failed, boolean willRetry) {
    if (willRetry) {
      counters.countRetry(task.kind() != FetchTask.Kind.ROBOTS);
    } else {
      if (isOfUrl(failed) && !task.isRecheck()) {
        sites.failed(task.candidate().url(), result(failed));
        deferred.requestEnded(task.candidate().url());
      }
      String detail = failed.reason() + " " + failed.detail();
      giveUp(task, AbandonReason.FETCH_FAILED, detail, failed.status());
    }
    events.publish(new CrawlEvent.FetchFailed(task.candidate(), failed, willRetry));
  }

  /** Returns whether a failure says something about the URL, not about its host. */
  private static boolean isOfUrl(FetchResult.Failed failed) {
    return switch (failed.reason()) {
      case HTTP_STATUS -> failed.status() <= SERVER_ERROR && failed.status() != TOO_MANY_REQUESTS;
      case CONTENT_TYPE, TRUNCATED, ENCRYPTED, DAMAGED, TOO_COSTLY -> true;
      case DNS, REFUSED, RESET, TIMEOUT, TLS, FORBIDDEN_ADDRESS, PROTOCOL -> false;
      case TOO_MANY_REDIRECTS, LOGGED_OUT, NOT_RENDERED, BUSY, IO -> false;
    };
  }

  private static RequestResult result(FetchResult.Failed failed) {
    return failed.reason() == FetchResult.FailureReason.HTTP_STATUS
        ? RequestResult.FAILURE
        : RequestResult.UNREADABLE;
  }

  /** Records a plugin failure, which {@link ConsecutiveFailures} publishes. */
  void pluginFailed(FetchTask task, Throwable cause) {
    giveUp(task, AbandonReason.PLUGIN_FAILED, cause.toString(), 0);
  }

  private void giveUp(FetchTask task, AbandonReason reason, String detail, int status) {
    if (task.isRecheck()) {
      rechecks.failed(task);
    } else {
      counters.increment(Count.FAILED);
      boolean isElsewhere = task.redirects() > 0;
      String place = isElsewhere ? " (redirected to '" + task.url() + "')" : "";
      abandon(task, reason, detail.strip() + place, status);
    }
  }

  /** Records a redirect that is not followed. */
  void notFollowed(FetchTask task, String detail) {
    sites.failed(task.candidate().url(), RequestResult.REDIRECT);
    deferred.requestEnded(task.candidate().url());
    abandon(task, AbandonReason.REDIRECTED, detail, 0);
  }

  private void abandon(FetchTask task, AbandonReason reason, String detail, int status) {
    record.because(detail, status);
    seeds.failed(task.candidate(), detail);
    abandon(task.candidate(), reason);
  }

  /** Notifies the frontier and a learning scorer of a candidate that becomes no page. */
  void abandon(Candidate candidate, AbandonReason reason) {
    if (reason == AbandonReason.FETCH_FAILED) {
      hosts.failed(candidate.url());
    }
    frontier.abandon(candidate, reason);
    record.abandoned(candidate, reason);
    if (reason != AbandonReason.STOPPED) { // it is pending again
      worth.abandoned(candidate);
      counters.estimate().ended(candidate.sequence());
      learning.abandoned(candidate, reason);
    }
  }
}
