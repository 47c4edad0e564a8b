package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.engine.CrawlCounters.Count;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.util.List;
import java.util.Map;
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

  private final CrawlPlan plan;
  private final EngineContext context;

  Redirects(EngineContext context) {
    this.plan = context.plan;
    this.context = context;
  }

  void take(FetchTask task, FetchResult.Redirect redirect) throws InterruptedException {
    context.archive.redirect(redirect, plan.clock().instant());
    context.counters.increment(Count.REDIRECTS);
    UrlCanonicalizer.Resolver resolver = plan.canonicalizer().resolver(task.url());
    CrawlUrl target = resolver.resolve(redirect.location());
    if (target == null) {
      notFollow(task, redirect.location(), "which is no web address");
    } else if (task.redirects() >= plan.maxRedirects()) {
      context.failures.fail(task, oneTooMany(task, target), false);
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
        isSamePage(task, target)
            ? Optional.empty()
            : context.admission.refusalOfRedirect(target, task);
    if (refusal.isPresent()) {
      refuse(task, refusal.get());
    } else {
      followIfNew(task, redirect, target, literal);
    }
  }

  private void refuse(FetchTask task, SkippedLink hop) {
    publish(task, hop.target().toString(), false);
    context.failures.skipped(task.url(), List.of(hop), Map.of());
    context.failures.notFollowed(
        task, "redirects to '" + hop.target() + "', which is refused: " + hop.why());
  }

  private void followIfNew(
      FetchTask task,
      FetchResult.Redirect redirect,
      CrawlUrl target,
      Supplier<@Nullable CrawlUrl> literal) {
    int sequence = context.admission.redirectTarget(target, task);
    if (!context.known.isClosed(sequence)) {
      context.known.close(sequence);
      context.record.followed(task.candidate(), target, sequence);
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
    return plan.canonicalizer().canonicalize(from).filter(target::equals).isPresent();
  }

  private void follow(FetchTask task, FetchResult.Redirect redirect, CrawlUrl target) {
    publish(task, target.toString(), true);
    context.politeness.await(task.redirectedTo(target, redirect.cookiesChanged()));
  }

  private void notFollow(FetchTask task, String location, String why) {
    publish(task, location, false);
    context.failures.notFollowed(task, "redirects to '" + location + "', " + why);
  }

  private void publish(FetchTask task, String location, boolean follow) {
    context.observers.publish(
        new CrawlEvent.Redirected(task.candidate(), task.url(), location, follow));
  }

  private static FetchResult.Failed oneTooMany(FetchTask task, CrawlUrl target) {
    return FetchResult.Failed.of(
        task.url(),
        FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (task.redirects() + 1) + " leads to " + target);
  }
}
