package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.content.StableText;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.traps.PageContentHash;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Turns the answer to a check of a visited page into what is known of it. Confined to the engine
 * thread.
 *
 * <table>
 * <caption>Answers and what follows</caption>
 * <tr><th>Answer</th><th>Result</th></tr>
 * <tr><td>304; the same bytes; the same {@link StableText} and links, and the page counts as before</td><td>{@code Unchanged}</td></tr>
 * <tr><td>304 with the entity tag of another version</td><td>requested again without conditions</td></tr>
 * <tr><td>another page</td><td>{@code Changed}: a visit of one version more; new links are queued</td></tr>
 * <tr><td>404, 410</td><td>{@code Gone}</td></tr>
 * <tr><td>a redirect</td><td>{@code Moved}; a new target is queued</td></tr>
 * <tr><td>any other failure, also of a plugin; half a page</td><td>nothing is known; the page is checked again when it is due</td></tr>
 * </table>
 *
 * <p>Scorer and judge do not learn from checks: a page that changes often would count often.
 */
final class CheckRecorder {

  private static final int UNKNOWN_DISTANCE = -1;

  private final EngineContext context;

  CheckRecorder(EngineContext context) {
    this.context = context;
  }

  void notModified(FetchTask check, FetchResult.NotModified answer) throws InterruptedException {
    PageReader.Known page = context.rechecks.page(check);
    HttpHeaders headers = answer.headers();
    if (isOfAnotherVersion(page.row().version(), headers)) {
      context.rechecks.withoutConditions(check);
      return;
    }
    unchanged(check, page, page.row().version().notModified(headers), 304);
    revisited(answer, page);
  }

  /** Entity tags are compared without the mark of weak ones, as a server does for a condition. */
  private static boolean isOfAnotherVersion(PageVersion version, HttpHeaders headers) {
    String known = version.entityTag();
    Optional<String> sent = headers.firstValue("etag");
    return known != null && sent.isPresent() && !strong(known).equals(strong(sent.get()));
  }

  private static String strong(String entityTag) {
    return entityTag.startsWith("W/") ? entityTag.substring(2) : entityTag;
  }

  /** Takes an answer with the bytes of the version that is known. */
  void same(FetchTask check, FetchResult.Fetched fetched) throws InterruptedException {
    PageReader.Known page = context.rechecks.page(check);
    PageVersion version = page.row().version().answered(fetched.headers(), fetched.body());
    unchanged(check, page, version, fetched.status());
    revisited(fetched, page);
  }

  /** Hands an answer over to the page sink that repeats the version that is known. */
  private void revisited(FetchResult answer, PageReader.Known page) throws InterruptedException {
    Instant now = context.plan.clock().instant();
    Instant fetched = page.row().version().fetched();
    context.archive.unchanged(
        new PageSink.Unchanged(answer, now, fetched.isAfter(now) ? now : fetched));
  }

  private void unchanged(FetchTask check, PageReader.Known page, PageVersion version, int status)
      throws InterruptedException {
    PageRow row = page.row().unchanged(version, context.plan.clock().instant());
    if (page.row().status() != PageRow.Status.ALIVE) {
      context.record.changed(ChangeRow.of(ChangeRow.Kind.BACK, row, status, ""));
      context.worth.back(page);
    }
    context.rechecks.end(page, row);
    context.observers.publish(new CrawlEvent.Unchanged(check.candidate(), status == 304));
    if (version.relevant()) {
      context.sitemaps.ofCheck(check).forEach(context.politeness::await);
    }
  }

  void page(Outcome.Page outcome) throws InterruptedException {
    if (isWhole(outcome)) {
      compare(outcome);
    } else {
      context.rechecks.failed(outcome.task());
    }
    context.pluginFailures.endExcept(outcome.troubles());
    context.pluginFailures.report(outcome.page().url(), outcome.troubles());
  }

  /**
   * Returns whether all of a page came and was judged and scored; else text, relevance or links
   * might be missing, which is no change of the page.
   */
  private static boolean isWhole(Outcome.Page outcome) {
    return outcome.troubles().isEmpty() && PageVersion.isWhole(outcome.fetched());
  }

  private void compare(Outcome.Page outcome) throws InterruptedException {
    PageReader.Known page = context.rechecks.page(outcome.task());
    PageVersion before = page.row().version();
    ChangedLinks links = ChangedLinks.of(outcome, before.links(), context);
    boolean countsAsBefore =
        before.irrelevance().isPresent() == outcome.page().irrelevance().isPresent();
    if (before.hasText(outcome.stableHash().high()) && links.isSame() && countsAsBefore) {
      FetchResult.Fetched fetched = outcome.fetched();
      PageVersion same = before.answered(fetched.headers(), fetched.body());
      unchanged(outcome.task(), page, same, fetched.status());
      if (before.hasDigest(fetched.body())) {
        revisited(fetched, page);
      }
    } else {
      changed(outcome, page, links);
    }
    context.failures.skipped(outcome.page().url(), links.skipped(), outcome.page().otherSkips());
    context.failures.skipped(outcome.page().url(), context.admission.dropped(), Map.of());
  }

  private void changed(Outcome.Page outcome, PageReader.Known page, ChangedLinks links)
      throws InterruptedException {
    PageVersion before = page.row().version();
    context.worth.changed(outcome, page.number());
    Visit visit = visit(outcome, page.number(), links, before.number() + 1);
    PageContentHash text = outcome.stableHash();
    PageRow row =
        page.row().changed(PageVersion.of(visit, text.high(), text.similarity(), links.targets()));
    int distance = distance(before, row.version());
    context.record.changed(
        ChangeRow.changed(row, outcome.fetched(), distance, links.added(), links.removed()));
    context.rechecks.end(page, row);
    context.observers.publish(
        new CrawlEvent.Changed(visit, distance, links.added(), links.removed()));
    context.archive.page(visit);
    context
        .sitemaps
        .ofPage(outcome.task(), outcome.page(), context.admission, links.skipped())
        .forEach(context.politeness::await);
  }

  private static int distance(PageVersion before, PageVersion after) {
    return before.textHash() == 0
        ? UNKNOWN_DISTANCE
        : Long.bitCount(before.similarity() ^ after.similarity());
  }

  private static Visit visit(Outcome.Page outcome, long number, ChangedLinks links, int version) {
    return new Visit(
        number,
        outcome.task().candidate(),
        outcome.page(),
        outcome.fetched(),
        outcome.time(),
        Visit.OutLinks.of(links.inDocumentOrder()),
        outcome.pathState(),
        version);
  }

  /** Takes a failure that is not repeated. */
  void failed(FetchTask check, FetchResult.Failed failure) {
    PageReader.Known page = context.rechecks.page(check);
    if (failure.status() != 404 && failure.status() != 410) {
      context.failures.fail(check, failure, false);
      return;
    }
    PageRow row = page.row().gone(context.plan.clock().instant());
    if (page.row().status() != PageRow.Status.GONE) {
      context.record.changed(ChangeRow.of(ChangeRow.Kind.GONE, row, failure.status(), ""));
      context.worth.gone(page);
    }
    context.rechecks.end(page, row);
    context.observers.publish(new CrawlEvent.Gone(check.candidate(), failure.status(), row.gone()));
  }

  void redirected(FetchTask check, FetchResult.Redirect redirect) throws InterruptedException {
    Instant now = context.plan.clock().instant();
    PageReader.Known page = context.rechecks.page(check);
    context.archive.redirect(redirect, now);
    context.counters.increment(Count.REDIRECTS);
    CrawlUrl target =
        context.plan.canonicalizer().resolver(check.url()).resolve(redirect.location());
    String to = target == null ? redirect.location() : target.toString();
    boolean queued = target != null && queue(check, target);
    PageRow row = page.row().moved(now);
    if (page.row().status() != PageRow.Status.MOVED) {
      context.record.changed(ChangeRow.of(ChangeRow.Kind.MOVED, row, redirect.status(), to));
      context.worth.gone(page);
    }
    context.rechecks.end(page, row);
    context.observers.publish(new CrawlEvent.Moved(check.candidate(), to, queued));
  }

  /** Queues the target of a redirect if it is new and admitted, and returns whether it was. */
  private boolean queue(FetchTask check, CrawlUrl target) {
    Optional<SkippedLink> refusal = context.admission.refusalOfRedirect(target, check);
    if (refusal.isPresent()) {
      context.failures.skipped(check.url(), List.of(refusal.get()), Map.of());
      return false;
    }
    if (context.known.find(Fingerprint.of(target)) != KnownUrls.UNKNOWN) {
      return false;
    }
    Candidate from = check.candidate();
    int sequence = context.admission.redirectTarget(target, check);
    double score = Double.isFinite(from.score()) ? from.score() : 0;
    context.admission.queueLater(
        new Candidate(
            target,
            sequence,
            from.depth(),
            score,
            from.tieBreak(),
            from.sequence(),
            from.pathState(),
            from.features()),
        "");
    return true;
  }
}
