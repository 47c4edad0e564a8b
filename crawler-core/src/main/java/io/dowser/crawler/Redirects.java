package io.dowser.crawler;

import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.FetchResult.FailureReason;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
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
  private final Manners manners;
  private final LinkAdmission admission;
  private final Losses losses;
  private final Tally tally;
  private final Observers observers;

  Redirects(
      CrawlPlan plan,
      KnownUrls known,
      CrawlRecord record,
      PageArchive archive,
      Manners manners,
      LinkAdmission admission,
      Losses losses,
      Tally tally,
      Observers observers) {
    this.plan = plan;
    this.known = known;
    this.record = record;
    this.archive = archive;
    this.manners = manners;
    this.admission = admission;
    this.losses = losses;
    this.tally = tally;
    this.observers = observers;
  }

  void take(Flight flight, FetchResult.Redirect redirect) throws InterruptedException {
    archive.redirect(redirect, plan.clock().instant());
    tally.countRedirect();
    UrlResolver resolver = plan.canonicalizer().resolver(flight.url());
    CrawlUrl target = resolver.resolve(redirect.location());
    if (target == null) {
      stay(flight, redirect.location(), "which is no web address");
    } else if (flight.redirects() >= plan.maxRedirects()) {
      losses.fail(flight, oneTooMany(flight, target), false);
    } else {
      followIfAdmitted(flight, target, () -> resolver.resolveAsSpelled(redirect.location()));
    }
  }

  private void followIfAdmitted(
      Flight flight, CrawlUrl target, Supplier<@Nullable CrawlUrl> asSpelled) {
    Optional<SkipReason> refusal =
        isSamePage(flight, target)
            ? Optional.empty()
            : admission.refusalOfRedirect(target, flight.candidate());
    if (refusal.isPresent()) {
      refuse(flight, new SkippedLink(target, refusal.get()));
    } else {
      followIfNew(flight, target, asSpelled);
    }
  }

  private void refuse(Flight flight, SkippedLink hop) {
    tell(flight, hop.target().toString(), false);
    losses.skipped(flight.url(), List.of(hop));
    losses.redirected(flight, hop.reason() + " redirects to '" + hop.target() + "'");
  }

  private void followIfNew(Flight flight, CrawlUrl target, Supplier<@Nullable CrawlUrl> asSpelled) {
    int sequence = admission.redirectTarget(target, flight.candidate());
    if (!known.isClosed(sequence)) {
      known.close(sequence);
      record.followed(flight.candidate(), target, sequence);
      follow(flight, target);
      return;
    }
    CrawlUrl spelled = asSpelled.get();
    if (spelled != null && isSamePage(flight, target) && isOther(flight, target, spelled)) {
      follow(flight, spelled);
    } else {
      stay(flight, target.toString(), isLoop(flight, target) ? LOOP : "which was reached before");
    }
  }

  private boolean isLoop(Flight flight, CrawlUrl target) {
    return target.equals(flight.candidate().url()) || isSamePage(flight, target);
  }

  /**
   * True if the server wants to be asked for the same resource in another spelling than the
   * canonical one, as in a redirect from / to /index.html.
   */
  private static boolean isOther(Flight flight, CrawlUrl target, CrawlUrl spelled) {
    return !spelled.equals(target) && !spelled.equals(flight.url());
  }

  private boolean isSamePage(Flight flight, CrawlUrl target) {
    String from = flight.url().toString();
    return plan.canonicalizer().canonicalize(from).filter(target::equals).isPresent();
  }

  private void follow(Flight flight, CrawlUrl target) {
    tell(flight, target.toString(), true);
    manners.await(flight.redirectedTo(target));
  }

  private void stay(Flight flight, String location, String why) {
    tell(flight, location, false);
    losses.redirected(flight, "redirects to '" + location + "', " + why);
  }

  private void tell(Flight flight, String location, boolean follow) {
    observers.tell(new CrawlEvent.Redirected(flight.candidate(), flight.url(), location, follow));
  }

  private static FetchResult.Failed oneTooMany(Flight flight, CrawlUrl target) {
    return FetchResult.Failed.of(
        flight.url(),
        FailureReason.TOO_MANY_REDIRECTS,
        "redirect number " + (flight.redirects() + 1) + " leads to " + target);
  }
}
