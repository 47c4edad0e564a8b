package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.sites.RequestResult;
import io.dowser.crawler.internal.store.PageReader;
import java.util.List;
import java.util.Map;

/**
 * Records candidates that become no page, those of them that are queued again, and links that are
 * not queued: in counters, record, seeds, frontier and events. Confined to the engine thread.
 */
final class FailureHandler {

  private static final int TOO_MANY_REQUESTS = 429;

  /** Of this URL; higher ones say that the server is overloaded or its gateway is bad. */
  private static final int SERVER_ERROR = 500;

  private final EngineContext context;

  FailureHandler(EngineContext context) {
    this.context = context;
  }

  /** Drops a candidate that the crawl no longer wants, or the check of a page. */
  void drop(FetchTask task, AbandonReason reason, String detail) {
    giveUp(task, reason, reason + " " + detail, 0);
    context.observers.publish(new CrawlEvent.Dropped(task.candidate(), task.url(), reason, detail));
  }

  /** Records a failed request for a page or a robots.txt. */
  void fail(FetchTask task, FetchResult.Failed failed, boolean willRetry) {
    if (willRetry) {
      context.counters.countRetry(task.isPage());
    } else {
      if (isOfUrl(failed) && !task.isCheck()) {
        context.sites.failed(task.candidate().url(), result(failed));
        context.deferred.requestEnded(task.candidate().url());
      }
      String detail = failed.reason() + " " + failed.detail();
      giveUp(task, AbandonReason.FETCH_FAILED, detail, failed.status());
    }
    context.observers.publish(new CrawlEvent.FetchFailed(task.candidate(), failed, willRetry));
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
    if (task.isCheck()) {
      context.rechecks.failed(task);
    } else {
      context.counters.increment(Count.FAILED);
      boolean isElsewhere = task.redirects() > 0;
      String place = isElsewhere ? " (redirected to '" + task.url() + "')" : "";
      abandon(task, reason, detail.strip() + place, status);
    }
  }

  /** Queues a URL as if it had not been polled, if there is room for it. */
  void queueAgain(PageReader.Failed failed) {
    Candidate candidate = failed.candidate();
    if (context.admission.isFull(0)) {
      return;
    }
    context.record.reopened(candidate.sequence());
    context.known.reopen(candidate.sequence());
    context.seeds.queuedAgain(candidate);
    context.counters.add(Count.FAILED, failed.isRedirectTarget() ? 0 : -1);
    context.counters.estimate().queuedAgain(candidate.sequence());
    context.budgets.queuedAgain(candidate.url());
    context.frontier.seed(candidate);
  }

  /** Records a redirect that is not followed. */
  void notFollowed(FetchTask task, String detail) {
    context.sites.failed(task.candidate().url(), RequestResult.REDIRECT);
    context.deferred.requestEnded(task.candidate().url());
    abandon(task, AbandonReason.REDIRECTED, detail, 0);
  }

  private void abandon(FetchTask task, AbandonReason reason, String detail, int status) {
    context.record.because(detail, status);
    context.seeds.failed(task.candidate(), detail);
    context.abandon(task.candidate(), reason);
  }

  /** Records a feed that robots.txt forbids, or whose robots.txt cannot be read. */
  void forbidden(FetchTask feed) {
    var link = new SkippedLink(feed.url(), SkipReason.FORBIDDEN);
    skipped(feed.cause(), List.of(link), Map.of());
  }

  /** Records links of a page, sitemap or redirect that are not queued; others are counted only. */
  void skipped(CrawlUrl page, List<SkippedLink> links, Map<SkipReason, Integer> others) {
    if (!links.isEmpty() || !others.isEmpty()) {
      context.counters.countSkipped(links);
      others.values().forEach(number -> context.counters.add(Count.SKIPPED, number));
      context.record.skipped(links);
      context.observers.publish(new CrawlEvent.LinksSkipped(page, links, others));
    }
  }
}
