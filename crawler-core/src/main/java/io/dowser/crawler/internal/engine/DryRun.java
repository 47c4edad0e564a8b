package io.dowser.crawler.internal.engine;

import io.dowser.crawler.UrlExplanation;
import io.dowser.crawler.UrlExplanation.Arrival;
import io.dowser.crawler.UrlExplanation.Aspect;
import io.dowser.crawler.UrlExplanation.Step;
import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.AnalyzedPage.Irrelevance;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.FetchRequest;
import io.dowser.crawler.api.FetchRequest.Purpose;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageScoring;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.internal.Durations;
import io.dowser.crawler.internal.pages.PageJudge;
import io.dowser.crawler.internal.pages.PageTargets;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.HostView;
import io.dowser.crawler.internal.politeness.PolitenessPlan;
import io.dowser.crawler.internal.recovery.CrawlStorage;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.sites.Sites;
import io.dowser.crawler.internal.store.HistoryReader;
import io.dowser.crawler.net.AddressRules;
import io.dowser.crawler.store.StoredVisit;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Applies the checks of a crawl to one URL. Looks its host up, and fetches at most its robots.txt.
 * Not thread-safe.
 */
public final class DryRun {

  private final CrawlPlan.Strategy strategy;
  private final CrawlPlan.Rules rules;
  private final @Nullable CrawlStorage storage;
  private final PolitenessPlan politeness;
  private final Function<CrawlUrl, Optional<HostView>> hosts;
  private final Supplier<Sites> sites;
  private final List<Step> steps = new ArrayList<>();
  private boolean mayFetch = true;
  private Duration crawlDelay = Duration.ZERO;
  private OptionalDouble score = OptionalDouble.empty();
  private Arrival arrival = Arrival.NO_PAGE;
  private Optional<Explanation> explanation = Optional.empty();

  /**
   * Creates the explanation of one URL, whose host has a state while the crawl runs and a site
   * record.
   */
  public DryRun(
      CrawlPlan plan, Function<CrawlUrl, Optional<HostView>> hosts, Supplier<Sites> sites) {
    this.strategy = plan.strategy();
    this.rules = plan.rules();
    this.storage = plan.means().storage();
    this.sites = sites;
    this.politeness = rules.politeness();
    this.hosts = hosts;
  }

  public UrlExplanation explain(String text) throws InterruptedException {
    return explain(text, this::recordedScore);
  }

  public UrlExplanation explain(String text, Visit visit) throws InterruptedException {
    arrival = Arrival.KNOWN;
    return explain(text, url -> score(url, visit.page()));
  }

  public UrlExplanation explain(String text, FetchResult.Fetched page) throws InterruptedException {
    return explain(text, url -> score(url, page));
  }

  private UrlExplanation explain(String text, Consumer<CrawlUrl> scoring)
      throws InterruptedException {
    Optional<CrawlUrl> url = rules.canonicalizer().canonicalize(text);
    String form = url.map(CrawlUrl::toString).orElse("not an http or https URL");
    if (step(Aspect.CANONICAL_FORM, url.isPresent(), form) && passes(url.get())) {
      delay(url.get());
      sites.get().wait(url.get()).ifPresent(wait -> step(Aspect.SHAPE, true, wait.toString()));
      scoring.accept(url.get());
    }
    return new UrlExplanation(url, steps, score, arrival, explanation);
  }

  private boolean passes(CrawlUrl url) throws InterruptedException {
    return scope(url) && traps(url) && address(url) && host(url) && robots(url);
  }

  private boolean scope(CrawlUrl url) {
    if (rules.scope().excludes(url)) {
      return step(Aspect.SCOPE, false, SkipReason.EXCLUDED.toString());
    }
    if (rules.seeds().contains(url)) {
      return step(Aspect.SCOPE, true, "a seed");
    }
    boolean inside = rules.scope().contains(url);
    if (!inside && !rules.scope().mayReach(url)) {
      String pattern =
          rules.scope().excludingPattern(url).map(each -> ", excluded by " + each).orElse("");
      return step(Aspect.SCOPE, false, SkipReason.OUT_OF_SCOPE + pattern);
    }
    String wanted = inside ? "wanted" : "only if a page in the scope links to it";
    Optional<SkippedLink> refusal = rules.policyRefusal(url);
    return step(Aspect.SCOPE, refusal.isEmpty(), refusal.map(SkippedLink::why).orElse(wanted));
  }

  private boolean traps(CrawlUrl url) {
    Optional<SkipReason> trap = rules.trap(url);
    boolean seed = rules.seeds().contains(url);
    return step(
        Aspect.TRAPS, seed || trap.isEmpty(), trap.map(SkipReason::toString).orElse("none"));
  }

  private boolean address(CrawlUrl url) {
    if (!(strategy.fetcher() instanceof AddressRules.Lookup lookup)) {
      String fetcher = strategy.fetcher().getClass().getSimpleName();
      return step(Aspect.ADDRESS, true, "unknown to " + fetcher);
    }
    try {
      return addresses(url.host(), lookup);
    } catch (UnknownHostException e) {
      return step(Aspect.ADDRESS, false, "no address: " + e.getMessage());
    }
  }

  /** Passes if one address is allowed: the fetcher skips the others. */
  private boolean addresses(String host, AddressRules.Lookup lookup) throws UnknownHostException {
    List<InetAddress> addresses = lookup.addressesOf(host);
    if (addresses.isEmpty()) {
      return step(Aspect.ADDRESS, true, "left to the proxy or socket factory");
    }
    var words = new StringJoiner(", ");
    boolean open = false;
    for (InetAddress address : addresses) {
      Optional<AddressRules.Kind> refusal = lookup.refusalOf(host, address);
      open |= refusal.isEmpty();
      words.add(address.getHostAddress() + refusal.map(kind -> " is " + kind).orElse(""));
    }
    return step(Aspect.ADDRESS, open, words.toString());
  }

  private boolean host(CrawlUrl url) {
    Optional<HostView> view = hosts.apply(url);
    mayFetch = view.map(HostView::free).orElse(true);
    boolean passed = view.isEmpty() || !view.get().givenUp();
    return step(
        Aspect.HOST, passed, view.map(HostView::description).orElse("the crawl does not run"));
  }

  private boolean robots(CrawlUrl url) throws InterruptedException {
    if (!politeness.robots().isObeyed()) {
      return step(Aspect.ROBOTS, true, "not obeyed");
    }
    Optional<RobotsFile> known = politeness.robotsCache().find(url.origin());
    if (known.isEmpty() && !mayFetch) {
      return step(Aspect.ROBOTS, true, "unknown, and the host is delayed");
    }
    RobotsFile file = known.isPresent() ? known.get() : fetchRobots(url);
    if (file == null) {
      return false;
    }
    crawlDelay = file.crawlDelay();
    String rule = file.decidingRule(url).orElse("no rule matches");
    return step(Aspect.ROBOTS, file.allows(url), rule);
  }

  private @Nullable RobotsFile fetchRobots(CrawlUrl url) throws InterruptedException {
    CrawlUrl at = RobotsReader.addressFor(url);
    FetchResult result = strategy.fetcher().fetch(FetchRequest.of(at, Purpose.ROBOTS));
    for (int hop = 0; result instanceof FetchResult.Redirect redirect; hop++) {
      CrawlUrl target = rules.canonicalizer().resolver(redirect.url()).resolve(redirect.location());
      if (target == null || hop >= RobotsReader.MAX_REDIRECTS) {
        return RobotsFile.OPEN;
      }
      result = strategy.fetcher().fetch(FetchRequest.of(target, Purpose.ROBOTS));
    }
    Optional<RobotsFile> file = politeness.robotsReader().read(result);
    if (file.isEmpty()) {
      String why = result instanceof FetchResult.Failed failed ? failed.detail() : "aborted";
      step(Aspect.ROBOTS, false, "robots.txt cannot be fetched: " + why);
    }
    return file.orElse(null);
  }

  private void delay(CrawlUrl url) {
    Duration delay = Duration.ofNanos(politeness.hosts().of(url).delayAfter(0, crawlDelay));
    String requested = crawlDelay.isZero() ? "" : ", requested " + Durations.text(crawlDelay);
    step(Aspect.DELAY, true, Durations.text(delay) + " between requests" + requested);
  }

  /** Adds the stored score of a URL with its parts, if the directory has them, or what it needs. */
  private void recordedScore(CrawlUrl url) {
    if (storage != null && storage.store().options().explanations()) {
      recordedScore(url, storage.store().directory());
    }
    if (score.isEmpty() && !rules.seeds().contains(url)) {
      step(Aspect.SCORE, true, "unknown without a page that links to it");
    }
  }

  private void recordedScore(CrawlUrl url, Path directory) {
    try (HistoryReader history = HistoryReader.open(directory)) {
      List<StoredVisit.PathStep> path = history.pathTo(url);
      if (path.size() > 1) {
        StoredVisit.PathStep last = path.get(path.size() - 1);
        score = last.score();
        explanation = last.explanation();
        step(Aspect.SCORE, true, "found on " + path.get(path.size() - 2).url());
      }
    }
  }

  private void score(CrawlUrl url, FetchResult.Fetched page) {
    FetchResult.Fetched fetched =
        rules.isElsewhere(page)
            ? page.at(rules.canonicalForm(page.finalUrl()).orElse(page.finalUrl()))
            : page;
    Optional<Candidate> known = arrival(fetched.url());
    arrival = known.isPresent() ? Arrival.KNOWN : Arrival.UNKNOWN;
    Candidate candidate = known.orElseGet(() -> Candidate.seed(fetched.url(), 0));
    AnalyzedPage read = strategy.analyzers().of(fetched).analyze(fetched, candidate);
    score(url, judged(read));
  }

  /** Judges a page without a look at earlier visits, so duplicates are not noticed. */
  private AnalyzedPage judged(AnalyzedPage page) {
    if (rules.languages().unwanted(page).isPresent()) {
      return page.withoutRelevance(Irrelevance.OTHER_LANGUAGE);
    }
    if (!page.isIndexable()) {
      return page.withoutRelevance(Irrelevance.NOINDEX);
    }
    return new PageJudge(strategy.judge(), strategy.threshold(), sites.get()).judged(page);
  }

  /** Returns the candidate of a page, if it is a seed or stored. */
  private Optional<Candidate> arrival(CrawlUrl page) {
    if (storage != null) {
      try (HistoryReader history = HistoryReader.open(storage.store().directory())) {
        Optional<Candidate> recorded = history.arrival(page);
        if (recorded.isPresent()) {
          return recorded;
        }
      }
    }
    return rules.seeds().contains(page) ? Optional.of(Candidate.seed(page, 0)) : Optional.empty();
  }

  private void score(CrawlUrl url, AnalyzedPage page) {
    PageScoring scoring = strategy.scorer().forPage(page);
    List<Link> links = page.links().stream().filter(link -> link.target().equals(url)).toList();
    Optional<Link> best =
        links.stream()
            .filter(link -> refusal(page, scoring, link).isEmpty())
            .max(
                Comparator.<Link>comparingDouble(scoring::score)
                    .thenComparingDouble(scoring::tieBreak));
    if (best.isEmpty()) {
      Optional<SkippedLink> refusal =
          links.stream().findFirst().flatMap(link -> refusal(page, scoring, link));
      step(Aspect.SCORE, false, refusal.map(SkippedLink::why).orElse("the page has no such link"));
      return;
    }
    double priority = rules.priority(url);
    score = OptionalDouble.of(scoring.score(best.get()) + priority);
    explanation = Optional.of(ScoredTarget.raised(scoring.explain(best.get()), priority));
    String unknown = ", scored like a seed: how the crawl reaches it is unknown";
    String detail = score.getAsDouble() + " from a page of relevance " + page.relevance();
    step(Aspect.SCORE, true, detail + (arrival == Arrival.UNKNOWN ? unknown : ""));
  }

  private Optional<SkippedLink> refusal(AnalyzedPage page, PageScoring scoring, Link link) {
    return rules.refusalOnPage(page, link).or(() -> PageTargets.refusal(scoring, link));
  }

  private boolean step(Aspect aspect, boolean passed, String detail) {
    steps.add(new Step(aspect, passed, detail));
    return passed;
  }
}
