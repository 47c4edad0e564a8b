package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.CrawlRecord;
import io.dowser.crawler.internal.recovery.KnownUrls;
import io.dowser.crawler.url.UrlResolver;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Follows redirects, or says why not; for the crawl's own thread. */
final class Redirects {

  private static final String LOOP = "which is where it began; the site may require cookies";

  private final CrawlPlan plan;
  private final KnownUrls known;
  private final CrawlRecord record;
  private final PageArchive archive;
  private final PolitenessGate politeness;
  private final LinkAdmission admission;
  private final FailureHandler losses;
  private final CrawlCounters tally;
  private final Observers observers;

  Redirects(
      CrawlPlan plan,
      KnownUrls known,
      CrawlRecord record,
      PageArchive archive,
      PolitenessGate politeness,
      LinkAdmission admission,
      FailureHandler losses,
      CrawlCounters tally,
      Observers observers) {
    this.plan = plan;
    this.known = known;
    this.record = record;
    this.archive = archive;
    this.politeness = politeness;
    this.admission = admission;
    this.losses = losses;
    this.tally = tally;
    this.observers = observers;
  }

  void take(FetchTask fetchTask, FetchResult.Redirect redirect) throws InterruptedException {
    archive.redirect(redirect, plan.clock().instant());
    tally.countRedirect();
    UrlResolver resolver = plan.canonicalizer().resolver(fetchTask.url());
    CrawlUrl target = resolver.resolve(redirect.location());
    if (target == null) {
      stay(fetchTask, redirect.location(), "which is no web address");
    } else if (fetchTask.redirects() >= plan.maxRedirects()) {
      losses.fail(fetchTask, oneTooMany(fetchTask, target), false);
    } else {
      followIfAdmitted(fetchTask, target, () -> resolver.resolveAsWritten(redirect.location()));
    }
  }

  private void followIfAdmitted(
      FetchTask fetchTask, CrawlUrl target, Supplier<@Nullable CrawlUrl> asSpelled) {
    Optional<SkipReason> refusal =
        isSamePage(fetchTask, target)
            ? Optional.empty()
            : admission.refusalOfRedirect(target, fetchTask.candidate());
    if (refusal.isPresent()) {
      refuse(fetchTask, new SkippedLink(target, refusal.get()));
    } else {
      followIfNew(fetchTask, target, asSpelled);
    }
  }

  private void refuse(FetchTask fetchTask, SkippedLink hop) {
    tell(fetchTask, hop.target().toString(), false);
    losses.skipped(fetchTask.url(), List.of(hop));
    losses.redirected(fetchTask, hop.reason() + " redirects to '" + hop.target() + "'");
  }

  private void followIfNew(
      FetchTask fetchTask, CrawlUrl target, Supplier<@Nullable CrawlUrl> asSpelled) {
    int sequence = admission.redirectTarget(target, fetchTask.candidate());
    if (!known.isClosed(sequence)) {
      known.close(sequence);
      record.followed(fetchTask.candidate(), target, sequence);
      follow(fetchTask, target);
      return;
    }
    CrawlUrl spelled = asSpelled.get();
    if (spelled != null && isSamePage(fetchTask, target) && isOther(fetchTask, target, spelled)) {
      follow(fetchTask, spelled);
    } else {
      stay(
          fetchTask,
          target.toString(),
          isLoop(fetchTask, target) ? LOOP : "which was reached before");
    }
  }

  private boolean isLoop(FetchTask fetchTask, CrawlUrl target) {
    return target.equals(fetchTask.candidate().url()) || isSamePage(fetchTask, target);
  }

  /**
   * True if the server wants to be asked for the same resource in another spelling than the
   * canonical one, as in a redirect from / to /index.html.
   */
  private static boolean isOther(FetchTask fetchTask, CrawlUrl target, CrawlUrl spelled) {
    return !spelled.equals(target) && !spelled.equals(fetchTask.url());
  }

  private boolean isSamePage(FetchTask fetchTask, CrawlUrl target) {
    String from = fetchTask.url().toString();
    return plan.canonicalizer().canonicalize(from).filter(target::equals).isPresent();
  }

  private void follow(FetchTask fetchTask, CrawlUrl target) {
    tell(fetchTask, target.toString(), true);
    politeness.await(fetchTask.redirectedTo(target));
  }

  private void stay(FetchTask fetchTask, String location, String why) {
    tell(fetchTask, location, false);
    losses.redirected(fetchTask, "redirects to '" + location + "', " + why);
  }

  private void tell(FetchTask fetchTask, String location, boolean follow) {
    observers.tell(
        new CrawlEvent.Redirected(fetchTask.candidate(), fetchTask.url(), location, follow));
  }

  private static FetchResult.Failed oneTooMany(FetchTask fetchTask, CrawlUrl target) {
    return FetchResult.Failed.of(
        fetchTask.url(),
        FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (fetchTask.redirects() + 1) + " leads to " + target);
  }
}
