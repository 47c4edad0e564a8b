package io.dowser.crawler.internal.recrawl;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.Failed;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.archive.PageSink;
import io.dowser.crawler.internal.admission.ChangedLinks;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.content.StableText;
import io.dowser.crawler.internal.lists.SitemapReader;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.pages.PageWorth;
import io.dowser.crawler.internal.pages.PagesInRecheck;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.store.ChangeRow;
import io.dowser.crawler.internal.store.PageReader;
import io.dowser.crawler.internal.store.PageRow;
import io.dowser.crawler.internal.store.PageVersion;
import io.dowser.crawler.internal.traps.PageContentHash;
import io.dowser.crawler.internal.watch.ConsecutiveFailures;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.PageArchive;
import io.dowser.crawler.internal.watch.SkippedLinks;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Updates the record of a visited page from the response to a recheck. Confined to the engine
 * thread.
 *
 * <table>
 * <caption>Responses and their results</caption>
 * <tr><th>Response</th><th>Result</th></tr>
 * <tr><td>304; the same bytes; the same {@link StableText}, or no text and the same links, and the page counts as before</td><td>{@code Unchanged}; new links are queued</td></tr>
 * <tr><td>304 with the entity tag of another version</td><td>requested again without conditions</td></tr>
 * <tr><td>another page</td><td>{@code Changed}: a visit of one version more; new links are queued</td></tr>
 * <tr><td>404, 410</td><td>{@code Gone}</td></tr>
 * <tr><td>a redirect to the same page, in another form or with other cookies</td><td>requested again, once</td></tr>
 * <tr><td>another redirect</td><td>{@code Moved}; a new target is queued</td></tr>
 * <tr><td>any other failure, also of a plugin; half a page</td><td>nothing is known; the page is rechecked when it is due</td></tr>
 * </table>
 *
 * <p>Scorer and judge do not learn from rechecks: a page that changes often would count often.
 */
public final class RecheckRecorder {

  private static final int UNKNOWN_DISTANCE = -1;
  private static final long NO_TEXT = 0;

  private final UrlCanonicalizer canonicalizer;
  private final InstantSource clock;
  private final Rechecks rechecks;
  private final PagesInRecheck inRecheck;
  private final LinkAdmission admission;
  private final PageWorth worth;
  private final SitemapReader lists;
  private final CrawlRecord record;
  private final CrawlCounters counters;
  private final Events events;
  private final SkippedLinks skipped;
  private final PageArchive archive;
  private final ConsecutiveFailures pluginFailures;

  public RecheckRecorder(
      UrlCanonicalizer canonicalizer,
      InstantSource clock,
      Rechecks rechecks,
      PagesInRecheck inRecheck,
      LinkAdmission admission,
      PageWorth worth,
      SitemapReader lists,
      CrawlRecord record,
      CrawlCounters counters,
      Events events,
      SkippedLinks skipped,
      PageArchive archive,
      ConsecutiveFailures pluginFailures) {
    this.canonicalizer = canonicalizer;
    this.clock = clock;
    this.rechecks = rechecks;
    this.inRecheck = inRecheck;
    this.admission = admission;
    this.worth = worth;
    this.lists = lists;
    this.record = record;
    this.counters = counters;
    this.events = events;
    this.skipped = skipped;
    this.archive = archive;
    this.pluginFailures = pluginFailures;
  }

  public void notModified(FetchTask task, FetchResult.NotModified result)
      throws InterruptedException {
    PageReader.Known page = inRecheck.page(task);
    HttpHeaders headers = result.headers();
    if (isOfAnotherVersion(page.row().version(), headers)) {
      rechecks.withoutConditions(task);
      return;
    }
    unchanged(task, page, page.row().version().notModified(headers), 304);
    revisited(task, result, page);
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

  /** Records a response with the bytes of the known version. */
  public void same(FetchTask task, FetchResult.Fetched fetched) throws InterruptedException {
    PageReader.Known page = inRecheck.page(task);
    PageVersion version = page.row().version().withValidators(fetched.headers());
    unchanged(task, page, version, fetched.status());
    revisited(task, fetched, page);
  }

  /** Passes a response that repeats the known version, at its URL, to the page sink. */
  private void revisited(FetchTask task, FetchResult result, PageReader.Known page)
      throws InterruptedException {
    if (page.row().version().sameBytes() && task.redirects() == 0) {
      Instant now = clock.instant();
      Instant fetched = page.row().version().fetched();
      archive.unchanged(new PageSink.Unchanged(result, now, fetched.isAfter(now) ? now : fetched));
    }
  }

  private void unchanged(FetchTask task, PageReader.Known page, PageVersion version, int status)
      throws InterruptedException {
    PageRow row = page.row().unchanged(version, clock.instant());
    if (page.row().status() != PageRow.Status.ALIVE) {
      record.changed(ChangeRow.of(ChangeRow.Kind.BACK, row, status, ""));
      worth.back(page);
    }
    rechecks.end(page, row);
    events.publish(new CrawlEvent.Unchanged(task.candidate(), status == 304));
    if (version.relevant()) {
      lists.pageRechecked(task);
    }
  }

  /**
   * Records a page that has other bytes than before. If not all of it came or if it was not judged
   * and scored, text, relevance or links might be missing, which is no change of the page.
   */
  public void page(Outcome.Page outcome) throws InterruptedException {
    if (!outcome.failures().isEmpty()) {
      rechecks.failed(outcome.task());
    } else if (!PageVersion.isWhole(outcome.fetched())) {
      String detail = "the transfer ended early: " + outcome.fetched().truncation();
      failed(outcome.task(), Failed.of(outcome.task().url(), FailureReason.TRUNCATED, detail));
    } else {
      compare(outcome);
    }
    pluginFailures.visited(outcome.page().url(), outcome.failures());
  }

  private void compare(Outcome.Page outcome) throws InterruptedException {
    PageReader.Known page = inRecheck.page(outcome.task());
    PageVersion before = page.row().version();
    ChangedLinks links = admission.changedLinks(outcome, before.links());
    boolean countsAsBefore =
        before.irrelevance().isPresent() == outcome.page().irrelevance().isPresent();
    long text = outcome.stableHash().high();
    boolean isSame = before.hasText(text) && (text != NO_TEXT || links.isSame());
    if (isSame && countsAsBefore) {
      FetchResult.Fetched fetched = outcome.fetched();
      PageVersion same =
          before.withSameText(fetched, outcome.page().irrelevance(), links.targets());
      unchanged(outcome.task(), page, same, fetched.status());
      if (before.hasDigest(fetched.body())) {
        revisited(outcome.task(), fetched, page);
      }
    } else {
      changed(outcome, page, links);
    }
    lists.pageRead(outcome.task(), outcome.page());
    skipped.add(outcome.page().url(), links.skipped(), outcome.page().otherSkips());
    admission.reportDropped(outcome.page().url());
  }

  private void changed(Outcome.Page outcome, PageReader.Known page, ChangedLinks links)
      throws InterruptedException {
    PageVersion before = page.row().version();
    worth.changed(outcome, page.number());
    Visit.OutLinks outLinks = Visit.OutLinks.of(links.inDocumentOrder());
    Visit visit = outcome.visit(page.number(), outLinks, before.number() + 1);
    PageContentHash text = outcome.stableHash();
    PageRow row =
        page.row().changed(PageVersion.of(visit, text.high(), text.similarity(), links.targets()));
    int distance = distance(before, row.version());
    record.changed(
        ChangeRow.changed(row, outcome.fetched(), distance, links.added(), links.removed()));
    record.excerpt(row.url(), visit.page());
    rechecks.end(page, row);
    events.publish(new CrawlEvent.Changed(visit, distance, links.added(), links.removed()));
    archive.page(visit);
  }

  private static int distance(PageVersion before, PageVersion after) {
    return before.textHash() == 0
        ? UNKNOWN_DISTANCE
        : Long.bitCount(before.similarity() ^ after.similarity());
  }

  /** Takes a failure that is not repeated. */
  public void failed(FetchTask task, FetchResult.Failed failure) {
    PageReader.Known page = inRecheck.page(task);
    if (failure.status() != 404 && failure.status() != 410) {
      rechecks.failed(task);
      events.publish(new CrawlEvent.FetchFailed(task.candidate(), failure, false));
      return;
    }
    PageRow row = page.row().gone(clock.instant());
    if (page.row().status() != PageRow.Status.GONE) {
      record.changed(ChangeRow.of(ChangeRow.Kind.GONE, row, failure.status(), ""));
      worth.gone(page);
    }
    rechecks.end(page, row);
    events.publish(new CrawlEvent.Gone(task.candidate(), failure.status(), row.gone()));
  }

  public void redirected(FetchTask task, FetchResult.Redirect redirect)
      throws InterruptedException {
    Instant now = clock.instant();
    archive.redirect(redirect, now);
    counters.increment(Count.REDIRECTS);
    UrlCanonicalizer.Resolver resolver = canonicalizer.resolver(task.url());
    CrawlUrl target = resolver.resolve(redirect.location());
    String to = target == null ? redirect.location() : target.toString();
    CrawlUrl asWritten = resolver.resolveAsWritten(redirect.location());
    if (target != null && asWritten != null && isAskedAgain(task, redirect, target, asWritten)) {
      events.publish(new CrawlEvent.Redirected(task.candidate(), task.url(), to, true));
      rechecks.await(task.redirectedTo(asWritten, redirect.cookiesChanged()));
    } else {
      moved(task, redirect, target, to, now);
    }
  }

  /**
   * Returns whether the server asks for the same page once more, in another form of its URL or with
   * other cookies.
   */
  private boolean isAskedAgain(
      FetchTask task, FetchResult.Redirect redirect, CrawlUrl target, CrawlUrl asWritten) {
    boolean isSamePage =
        canonicalizer.canonicalize(task.url().toString()).filter(target::equals).isPresent();
    boolean mayDiffer = redirect.cookiesChanged() || !asWritten.equals(task.url());
    return task.redirects() == 0 && isSamePage && mayDiffer;
  }

  private void moved(
      FetchTask task,
      FetchResult.Redirect redirect,
      @Nullable CrawlUrl target,
      String to,
      Instant now) {
    PageReader.Known page = inRecheck.page(task);
    boolean queued = target != null && admission.queueRedirect(target, task);
    PageRow row = page.row().moved(now);
    if (page.row().status() != PageRow.Status.MOVED) {
      record.changed(ChangeRow.of(ChangeRow.Kind.MOVED, row, redirect.status(), to));
      worth.gone(page);
    }
    rechecks.end(page, row);
    events.publish(new CrawlEvent.Moved(task.candidate(), to, queued));
  }
}
