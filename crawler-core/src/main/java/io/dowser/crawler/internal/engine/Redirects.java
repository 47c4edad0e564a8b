package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.internal.watch.CrawlCounters;
import io.dowser.crawler.internal.watch.CrawlCounters.Count;
import io.dowser.crawler.internal.watch.Events;
import io.dowser.crawler.internal.watch.PageArchive;
import io.dowser.crawler.internal.watch.SkippedLinks;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Follows redirects of pages. Confined to the engine thread.
 *
 * <p>The target of a redirect is resolved to a canonical URL, refused if it is none or one redirect
 * too many, passed through the checks of {@link LinkAdmission} in their order, refused if it was
 * fetched before, unless a redirect has changed a cookie since, and then delayed, checked against
 * robots.txt and fetched like any other task by {@link PolitenessGate}.
 */
final class Redirects {

  private static final String LOOP = "which is where it began; the site may require cookies";

  private final UrlCanonicalizer canonicalizer;
  private final int maxRedirects;
  private final InstantSource clock;
  private final LinkAdmission admission;
  private final KnownUrls known;
  private final CrawlRecord record;
  private final PolitenessGate politeness;
  private final FailureHandler failures;
  private final SkippedLinks skipped;
  private final CrawlCounters counters;
  private final PageArchive archive;
  private final Events events;

  Redirects(
      UrlCanonicalizer canonicalizer,
      int maxRedirects,
      InstantSource clock,
      LinkAdmission admission,
      KnownUrls known,
      CrawlRecord record,
      PolitenessGate politeness,
      FailureHandler failures,
      SkippedLinks skipped,
      CrawlCounters counters,
      PageArchive archive,
      Events events) {
    this.canonicalizer = canonicalizer;
    this.maxRedirects = maxRedirects;
    this.clock = clock;
    this.admission = admission;
    this.known = known;
    this.record = record;
    this.politeness = politeness;
    this.failures = failures;
    this.skipped = skipped;
    this.counters = counters;
    this.archive = archive;
    this.events = events;
  }

  void take(FetchTask task, FetchResult.Redirect redirect) throws InterruptedException {
    archive.redirect(redirect, clock.instant());
    counters.increment(Count.REDIRECTS);
    UrlCanonicalizer.Resolver resolver = canonicalizer.resolver(task.url());
    CrawlUrl target = resolver.resolve(redirect.location());
    if (target == null) {
      notFollow(task, redirect.location(), "which is no web address");
    } else if (task.redirects() >= maxRedirects) {
      failures.fail(task, oneTooMany(task, target), false);
    } else {
      followIfAdmitted(
          task, redirect, target, () -> resolver.resolveAsWritten(redirect.location()));
    }
  }

  private void followIfAdmitted(
      FetchTask task,
      FetchResult.Redirect redirect,
      CrawlUrl target,
      Supplier<@Nullable CrawlUrl> literal) {
    Optional<SkippedLink> refusal =
        isSamePage(task, target) ? Optional.empty() : admission.admitRedirect(target, task);
    if (refusal.isPresent()) {
      refuse(task, refusal.get());
    } else {
      followIfNew(task, redirect, target, literal);
    }
  }

  private void refuse(FetchTask task, SkippedLink hop) {
    publish(task, hop.target().toString(), false);
    skipped.add(task.url(), List.of(hop));
    failures.notFollowed(
        task, "redirects to '" + hop.target() + "', which is refused: " + hop.why());
  }

  private void followIfNew(
      FetchTask task,
      FetchResult.Redirect redirect,
      CrawlUrl target,
      Supplier<@Nullable CrawlUrl> literal) {
    int sequence = admission.redirectTarget(target, task);
    if (!known.isClosed(sequence)) {
      known.close(sequence);
      record.followed(task.candidate(), target, sequence);
      follow(task, redirect, target);
      return;
    }
    CrawlUrl asWritten = literal.get();
    if (asWritten != null && isSamePage(task, target) && isOther(task, target, asWritten)) {
      follow(task, redirect, asWritten);
    } else if (task.mayAskAgain(target, redirect.cookiesChanged())) {
      follow(task, redirect, target);
    } else {
      String why = isLoop(task, target) ? LOOP : "which was fetched before";
      notFollow(task, target.toString(), why);
    }
  }

  private boolean isLoop(FetchTask task, CrawlUrl target) {
    return target.equals(task.candidate().url()) || isSamePage(task, target);
  }

  /**
   * Returns whether the server asks for a non-canonical form of the same URL, as in a redirect from
   * / to /index.html.
   */
  private static boolean isOther(FetchTask task, CrawlUrl target, CrawlUrl asWritten) {
    return !asWritten.equals(target) && !asWritten.equals(task.url());
  }

  private boolean isSamePage(FetchTask task, CrawlUrl target) {
    String from = task.url().toString();
    return canonicalizer.canonicalize(from).filter(target::equals).isPresent();
  }

  private void follow(FetchTask task, FetchResult.Redirect redirect, CrawlUrl target) {
    publish(task, target.toString(), true);
    politeness.await(task.redirectedTo(target, redirect.cookiesChanged()));
  }

  private void notFollow(FetchTask task, String location, String why) {
    publish(task, location, false);
    failures.notFollowed(task, "redirects to '" + location + "', " + why);
  }

  private void publish(FetchTask task, String location, boolean follow) {
    events.publish(new CrawlEvent.Redirected(task.candidate(), task.url(), location, follow));
  }

  private static FetchResult.Failed oneTooMany(FetchTask task, CrawlUrl target) {
    return FetchResult.Failed.of(
        task.url(),
        FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (task.redirects() + 1) + " leads to " + target);
  }
}
