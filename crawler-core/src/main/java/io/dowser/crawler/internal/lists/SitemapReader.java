package io.dowser.crawler.internal.lists;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.admission.LinkAdmission;
import io.dowser.crawler.internal.pages.Outcome;
import io.dowser.crawler.internal.plan.CrawlPlan;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.politeness.PolitenessGate;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
import io.dowser.crawler.internal.watch.SkippedLinks;
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Requests the sitemaps of sites that have a seed or a relevant page, and the feeds of relevant
 * pages. Requests each once, or once in each recheck cycle, unless it fails, and offers the pages
 * that they list, best first. Sitemaps of other hosts are requested if a robots.txt names them, and
 * ignored if another sitemap does; feeds of other hosts are checked as links. Confined to the
 * engine thread.
 */
public final class SitemapReader implements Resumable {

  private static final int FORMAT = 2;
  private static final int MAX_SITES = 10_000;

  private final CrawlPlan.Rules rules;
  private final RobotsPolicy policy;
  private final PolitenessGate politeness;
  private final LinkAdmission admission;
  private final SkippedLinks skipped;
  private final Map<String, SiteLists> sites = new LinkedHashMap<>();

  /** The sites whose robots.txt was searched for sitemaps, in this run and cycle. */
  private final Set<String> begun = new HashSet<>();

  public SitemapReader(
      CrawlPlan.Rules rules,
      PolitenessGate politeness,
      LinkAdmission admission,
      SkippedLinks skipped) {
    this.rules = rules;
    this.policy = rules.politeness().robots();
    this.politeness = politeness;
    this.admission = admission;
    this.skipped = skipped;
  }

  /**
   * Requests the sitemaps of a site whose robots.txt was read, if it is a seed's or its lists are
   * wanted.
   */
  public void robotsRead(FetchTask robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    String origin = robots.cause().origin();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(origin);
    if (ofSeed || sites.containsKey(origin)) {
      request(begin(robots, file));
    }
  }

  private void request(List<FetchTask> tasks) {
    tasks.forEach(politeness::await);
  }

  /** Requests the feeds of a page, if it is relevant, and its site's sitemaps. */
  public void pageRead(FetchTask task, AnalyzedPage page) {
    boolean isKnown = begun.contains(task.cause().origin()) && page.feeds().isEmpty();
    if (policy.maxSitemapUrls() == 0 || isKnown || !page.relevant()) {
      return;
    }
    Optional<RobotsFile> file = robots(task.cause());
    if (file.isEmpty() || !rules.scope().contains(task.cause())) {
      return;
    }
    request(begin(task, file.get()));
    var feeds = new ArrayList<CrawlUrl>();
    var refused = new ArrayList<SkippedLink>();
    for (CrawlUrl feed : page.feeds()) {
      refusal(feed, task, file.get()).ifPresentOrElse(refused::add, () -> feeds.add(feed));
    }
    request(requests(task, feeds.stream(), true));
    skipped.add(page.url(), refused);
  }

  /** Requests the sitemaps of the site of a page that was checked. */
  public void pageRechecked(FetchTask check) {
    if (rules.scope().contains(check.cause())) {
      robots(check.cause()).ifPresent(file -> request(begin(check, file)));
    }
  }

  /**
   * Marks all lists as unread, so that {@link #requestUnread} requests them again, and others that
   * they or a robots.txt name. If a site's robots.txt must be read first, one list stays unread to
   * request it.
   */
  public void again() {
    begun.clear();
    sites.forEach(
        (origin, site) -> {
          FetchTask home = home(origin, site);
          Optional<RobotsFile> file = robots(home.cause());
          site.startAgain(file.isEmpty());
          file.ifPresent(rules -> begin(home, rules));
        });
  }

  /** Returns the requests for the unread lists of a site, except feeds that it forbids now. */
  private List<FetchTask> unread(FetchTask home, SiteLists site) {
    return site.unread().stream()
        .filter(url -> !site.isFeed(url) || mayBeAllowed(url))
        .map(home::forSitemap)
        .toList();
  }

  private static FetchTask home(String origin, SiteLists site) {
    return FetchTask.of(site.from()).redirectedTo(CrawlUrl.of(origin + "/"));
  }

  /** Checks a feed; the robots.txt of another site is read when it is the feed's turn. */
  private Optional<SkippedLink> refusal(CrawlUrl feed, FetchTask page, RobotsFile file) {
    if (!feed.origin().equals(page.cause().origin())) {
      return rules.refusal(feed);
    }
    return file.allows(feed)
        ? Optional.empty()
        : Optional.of(new SkippedLink(feed, SkipReason.FORBIDDEN));
  }

  /** Returns the rules of a site if they are known. */
  private Optional<RobotsFile> robots(CrawlUrl url) {
    return policy.isObeyed()
        ? rules.politeness().robotsCache().find(url.origin())
        : Optional.of(RobotsFile.OPEN);
  }

  /** Returns the requests for the sitemaps of a site, unless they were returned before. */
  private List<FetchTask> begin(FetchTask from, RobotsFile file) {
    String origin = from.cause().origin();
    boolean isOneTooMany = sites.size() == MAX_SITES && !sites.containsKey(origin);
    if (policy.maxSitemapUrls() == 0 || isOneTooMany || !begun.add(origin)) {
      return List.of();
    }
    sites.computeIfAbsent(origin, site -> new SiteLists(from.candidate()));
    if (!file.sitemaps().isEmpty()) {
      CrawlUrl robots = RobotsReader.addressFor(from.cause());
      return requests(from, resolved(robots, file.sitemaps()), false);
    }
    CrawlUrl usual = CrawlUrl.of(origin + "/sitemap.xml");
    return requests(
        from, Stream.of(usual).filter(url -> policy.guessesSitemap() && file.allows(url)), false);
  }

  /**
   * Handles a sitemap or feed: requests those that it lists or redirects to, and offers the pages
   * that it lists, best first, until its site has reached its limit.
   */
  public void listRead(Outcome.Listed listed) {
    FetchTask from = listed.task();
    request(
        listed.result() instanceof FetchResult.Redirect redirect
            ? requests(
                from, near(from, List.of(redirect.location())).filter(this::mayBeAllowed), false)
            : requests(from, near(from, listed.sitemaps()), false));
    SiteLists site = sites.get(from.cause().origin());
    if (site != null) {
      site.complete(from.url(), listed.result());
      listed.page().ifPresent(page -> offer(page, site));
    }
    admission.reportDropped(from.url());
  }

  private void offer(Outcome.Page page, SiteLists site) {
    var refused = new ArrayList<>(page.skipped());
    var best = new ArrayList<>(page.targets());
    best.sort(Comparator.comparingDouble(ScoredTarget::score).reversed());
    for (ScoredTarget target : best) {
      if (site.urls() < policy.maxSitemapUrls() && admission.listed(page, target, refused)) {
        site.countUrl();
      }
    }
    skipped.add(page.task().url(), refused);
  }

  private boolean mayBeAllowed(CrawlUrl url) {
    return robots(url).map(file -> file.allows(url)).orElse(true);
  }

  /** Returns those addresses that are on the host of a site or of its sitemap. */
  private Stream<CrawlUrl> near(FetchTask from, List<String> addresses) {
    return resolved(from.url(), addresses)
        .filter(
            url -> url.host().equals(from.cause().host()) || url.host().equals(from.url().host()));
  }

  private Stream<CrawlUrl> resolved(CrawlUrl base, List<String> addresses) {
    UrlCanonicalizer.Resolver resolver = rules.canonicalizer().resolver(base);
    return addresses.stream().map(resolver::resolve).filter(Objects::nonNull);
  }

  /** Requests the lists without a response, if none of them is delayed or in flight. */
  public void requestUnread() {
    sites.forEach((origin, site) -> request(unread(home(origin, site), site)));
  }

  private List<FetchTask> requests(FetchTask from, Stream<CrawlUrl> urls, boolean areFeeds) {
    SiteLists site = sites.get(from.cause().origin());
    return site == null
        ? List.of()
        : urls.filter(url -> site.add(url, areFeeds)).map(from::forSitemap).toList();
  }

  /** Writes which sitemaps have been read, so that none is read twice or left out. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("sites", FORMAT);
    out.writeInt(sites.size());
    for (Map.Entry<String, SiteLists> each : sites.entrySet()) {
      out.writeText(each.getKey());
      each.getValue().save(out);
    }
  }

  /** Replaces all sites by the saved ones; if it fails, no site is known. */
  @Override
  public void restore(StateReader in) throws IOException {
    sites.clear();
    begun.clear();
    in.section("sites", FORMAT);
    int count = in.readCount("number of sites");
    try {
      for (int i = 0; i < count; i++) {
        String origin = in.readText();
        sites.put(CrawlUrl.of(origin + "/").origin(), SiteLists.restore(in));
      }
    } catch (IOException | IllegalArgumentException e) {
      sites.clear();
      throw new IOException("saved sites cannot be read", e);
    }
  }
}
