package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.ScoredTarget;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.internal.robots.RobotsReader;
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
 * pages, each once, or once in each cycle of checks, and offers the pages that they list, best
 * first. Sitemaps of other hosts are requested if a robots.txt names them, and ignored if another
 * sitemap does; feeds of other hosts are checked as links. Confined to the engine thread.
 */
final class SitemapReader implements Resumable {

  private static final int FORMAT = 2;
  private static final int MAX_SITES = 10_000;

  private final CrawlPlan plan;
  private final RobotsPolicy policy;
  private final Map<String, SiteLists> sites = new LinkedHashMap<>();

  /** The sites whose robots.txt was searched for sitemaps, in this run and cycle. */
  private final Set<String> begun = new HashSet<>();

  SitemapReader(CrawlPlan plan) {
    this.plan = plan;
    this.policy = plan.politeness().robots();
  }

  /**
   * Returns the requests for the sitemaps of a site whose robots.txt was read, if it is a seed's or
   * its lists are wanted.
   */
  List<FetchTask> ofRobots(FetchTask robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    String origin = robots.cause().origin();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(origin);
    return ofSeed || sites.containsKey(origin) ? begin(robots, file) : List.of();
  }

  /**
   * Returns the requests for the feeds of a page, if it is relevant, and its site's sitemaps, and
   * adds the feeds that are refused.
   */
  List<FetchTask> ofPage(
      FetchTask task, AnalyzedPage page, LinkAdmission admission, List<SkippedLink> refused) {
    boolean isKnown = begun.contains(task.cause().origin()) && page.feeds().isEmpty();
    if (policy.maxSitemapUrls() == 0 || isKnown || !page.relevant()) {
      return List.of();
    }
    Optional<RobotsFile> file = robots(task.cause());
    if (file.isEmpty() || !plan.scope().contains(task.cause())) {
      return List.of();
    }
    var tasks = new ArrayList<>(begin(task, file.get()));
    var feeds = new ArrayList<CrawlUrl>();
    for (CrawlUrl feed : page.feeds()) {
      refusal(feed, task, file.get(), admission)
          .ifPresentOrElse(refused::add, () -> feeds.add(feed));
    }
    tasks.addAll(requests(task, feeds.stream(), true));
    return tasks;
  }

  /** Returns the requests for the sitemaps of the site of a page that was checked. */
  List<FetchTask> ofCheck(FetchTask check) {
    return plan.scope().contains(check.cause())
        ? robots(check.cause()).map(file -> begin(check, file)).orElseGet(List::of)
        : List.of();
  }

  /**
   * Has all lists read again: those that {@link #unfinished} then returns, and others that they or
   * a robots.txt name. Of a site whose robots.txt must be read first, one list has that read.
   */
  void again() {
    begun.clear();
    sites.forEach(
        (origin, site) -> {
          FetchTask home = home(origin, site);
          Optional<RobotsFile> file = robots(home.cause());
          site.startAgain(file.isEmpty());
          file.ifPresent(rules -> begin(home, rules));
        });
  }

  /** Returns the requests for the unread lists of a site but for feeds that it forbids now. */
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
  private static Optional<SkippedLink> refusal(
      CrawlUrl feed, FetchTask page, RobotsFile file, LinkAdmission admission) {
    if (!feed.origin().equals(page.cause().origin())) {
      return admission.refusal(feed);
    }
    return file.allows(feed)
        ? Optional.empty()
        : Optional.of(new SkippedLink(feed, SkipReason.FORBIDDEN));
  }

  /** Returns the rules of a site if they are known. */
  private Optional<RobotsFile> robots(CrawlUrl url) {
    return policy.isObeyed()
        ? plan.politeness().robotsCache().find(url.origin())
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

  /** Returns the requests for the sitemaps that another one lists, or redirects to. */
  List<FetchTask> listedSitemaps(Outcome.Listed listed) {
    FetchTask from = listed.task();
    return listed.result() instanceof FetchResult.Redirect redirect
        ? requests(from, near(from, List.of(redirect.location())).filter(this::mayBeAllowed), false)
        : requests(from, near(from, listed.sitemaps()), false);
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
    UrlCanonicalizer.Resolver resolver = plan.canonicalizer().resolver(base);
    return addresses.stream().map(resolver::resolve).filter(Objects::nonNull);
  }

  /** Returns the requests that have no answer, if none of them is delayed or in flight. */
  List<FetchTask> unfinished() {
    var tasks = new ArrayList<FetchTask>();
    sites.forEach((origin, site) -> tasks.addAll(unread(home(origin, site), site)));
    return tasks;
  }

  private List<FetchTask> requests(FetchTask from, Stream<CrawlUrl> urls, boolean areFeeds) {
    SiteLists site = sites.get(from.cause().origin());
    return site == null
        ? List.of()
        : urls.filter(url -> site.add(url, areFeeds)).map(from::forSitemap).toList();
  }

  /**
   * Offers the pages that a sitemap or feed lists, the best first, until its site has given its
   * share; returns the refused ones.
   */
  List<SkippedLink> offerPages(Outcome.Listed listed, LinkAdmission admission) {
    SiteLists site = sites.get(listed.task().cause().origin());
    if (site == null) {
      return List.of();
    }
    site.answered(listed.task().url(), listed.result());
    return listed.page().map(page -> offer(page, site, admission)).orElseGet(List::of);
  }

  private List<SkippedLink> offer(Outcome.Page page, SiteLists site, LinkAdmission admission) {
    var skipped = new ArrayList<>(page.skipped());
    var best = new ArrayList<>(page.targets());
    best.sort(Comparator.comparingDouble(ScoredTarget::score).reversed());
    for (ScoredTarget target : best) {
      if (site.urls() < policy.maxSitemapUrls() && admission.listed(page, target, skipped)) {
        site.countUrl();
      }
    }
    return skipped;
  }

  /** Writes the sitemaps with their answers, so that none is read twice or left out. */
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
