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
import io.dowser.crawler.robots.RobotsPolicy;
import io.dowser.crawler.toolkit.queue.CandidateTable;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Requests the sitemaps of sites that have a seed or a relevant page, and the feeds of relevant
 * pages, each once, and offers the pages that they list, best first. Sitemaps of other hosts than
 * the site's are ignored; feeds of other hosts are checked as links. Confined to the engine thread.
 */
final class SitemapReader implements Resumable {

  private static final int FORMAT = 2;
  private static final int MAX_SITES = 10_000;
  private static final int MAX_SITEMAPS_PER_SITE = 50;

  private final CrawlPlan plan;
  private final RobotsPolicy policy;
  private final Map<String, Site> sites = new LinkedHashMap<>();

  private static final class Site {

    /** The page, or the seed, that led to the site. */
    final Candidate from;

    /** The site's sitemaps and feeds, and whether each was read. */
    final Map<CrawlUrl, Boolean> sitemaps = new LinkedHashMap<>();

    int urls;

    Site(Candidate from) {
      this.from = from;
    }
  }

  SitemapReader(CrawlPlan plan) {
    this.plan = plan;
    this.policy = plan.politeness().robots();
  }

  /** Returns the requests for the sitemaps of a seed's site, whose robots.txt was read. */
  List<FetchTask> ofSeed(FetchTask robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(robots.cause().origin());
    return ofSeed ? begin(robots, file) : List.of();
  }

  /**
   * Returns the requests for the feeds of a page, if it is relevant, and its site's sitemaps, and
   * adds the feeds that are refused.
   */
  List<FetchTask> ofPage(
      FetchTask task, AnalyzedPage page, LinkAdmission admission, List<SkippedLink> refused) {
    boolean isKnown = sites.containsKey(task.cause().origin()) && page.feeds().isEmpty();
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
    tasks.addAll(requests(task, feeds.stream()));
    return tasks;
  }

  /** Returns the requests for the sitemaps of the site of a page that was checked. */
  List<FetchTask> ofCheck(FetchTask check) {
    return plan.scope().contains(check.cause())
        ? robots(check.cause()).map(file -> begin(check, file)).orElseGet(List::of)
        : List.of();
  }

  /** Has all sitemaps read again. */
  void forget() {
    sites.clear();
  }

  /** Checks a feed; the robots.txt of another site is read when it is the feed's turn. */
  private static Optional<SkippedLink> refusal(
      CrawlUrl feed, FetchTask page, RobotsFile file, LinkAdmission admission) {
    if (!feed.origin().equals(page.cause().origin())) {
      return admission.refusal(feed, 0);
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
    if (policy.maxSitemapUrls() == 0 || sites.containsKey(origin) || sites.size() == MAX_SITES) {
      return List.of();
    }
    sites.put(origin, new Site(from.candidate()));
    if (!file.sitemaps().isEmpty()) {
      return requests(from, resolved(from, file.sitemaps()));
    }
    CrawlUrl usual = CrawlUrl.of(origin + "/sitemap.xml");
    return requests(
        from, Stream.of(usual).filter(url -> policy.guessesSitemap() && file.allows(url)));
  }

  /** Returns the requests for the sitemaps that another one lists, or redirects to. */
  List<FetchTask> listedSitemaps(Outcome.Listed listed) {
    FetchTask from = listed.task();
    return listed.result() instanceof FetchResult.Redirect redirect
        ? requests(from, resolved(from, List.of(redirect.location())).filter(this::mayBeAllowed))
        : requests(from, resolved(from, listed.sitemaps()));
  }

  private boolean mayBeAllowed(CrawlUrl url) {
    return robots(url).map(file -> file.allows(url)).orElse(true);
  }

  /** Returns those addresses that are on the host of a site or of its sitemap. */
  private Stream<CrawlUrl> resolved(FetchTask from, List<String> addresses) {
    UrlCanonicalizer.Resolver resolver = plan.canonicalizer().resolver(from.url());
    return addresses.stream()
        .map(resolver::resolve)
        .filter(Objects::nonNull)
        .filter(
            url -> url.host().equals(from.cause().host()) || url.host().equals(from.url().host()));
  }

  /** Returns the requests without an answer when the state was saved. */
  List<FetchTask> unfinished() {
    var tasks = new ArrayList<FetchTask>();
    sites.forEach(
        (origin, site) -> {
          FetchTask home = FetchTask.of(site.from).redirectedTo(CrawlUrl.of(origin + "/"));
          site.sitemaps.forEach(
              (sitemap, read) -> {
                if (!read) {
                  tasks.add(home.forSitemap(sitemap));
                }
              });
        });
    return tasks;
  }

  private List<FetchTask> requests(FetchTask from, Stream<CrawlUrl> urls) {
    Site site = sites.get(from.cause().origin());
    return site == null
        ? List.of()
        : urls.filter(url -> isNew(url, site)).map(from::forSitemap).toList();
  }

  private static boolean isNew(CrawlUrl url, Site site) {
    return site.sitemaps.size() < MAX_SITEMAPS_PER_SITE
        && site.sitemaps.putIfAbsent(url, false) == null;
  }

  /**
   * Offers the pages that a sitemap or feed lists, the best first, until its site has given its
   * share; returns the refused ones.
   */
  List<SkippedLink> offerPages(Outcome.Listed listed, LinkAdmission admission) {
    Site site = sites.get(listed.task().cause().origin());
    if (site == null) {
      return List.of();
    }
    site.sitemaps.replace(listed.task().url(), true);
    return listed.page().map(page -> offer(page, site, admission)).orElseGet(List::of);
  }

  private List<SkippedLink> offer(Outcome.Page page, Site site, LinkAdmission admission) {
    var skipped = new ArrayList<>(page.skipped());
    var best = new ArrayList<>(page.targets());
    best.sort(Comparator.comparingDouble(ScoredTarget::score).reversed());
    for (ScoredTarget target : best) {
      if (site.urls < policy.maxSitemapUrls()) {
        site.urls += admission.listed(page, target, skipped) ? 1 : 0;
      }
    }
    return skipped;
  }

  /** Writes the sitemaps with their answers, so that none is read twice or left out. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("sites", FORMAT);
    out.writeInt(sites.size());
    for (Map.Entry<String, Site> each : sites.entrySet()) {
      Site site = each.getValue();
      out.writeText(each.getKey());
      var from = new CandidateTable();
      from.add(site.from);
      from.save(out.withUrls());
      out.writeInt(site.urls);
      out.writeInt(site.sitemaps.size());
      for (Map.Entry<CrawlUrl, Boolean> sitemap : site.sitemaps.entrySet()) {
        out.writeText(sitemap.getKey().toString());
        out.writeBoolean(!sitemap.getValue());
      }
    }
  }

  /** Replaces all sites by the saved ones; if it fails, no site is known. */
  @Override
  public void restore(StateReader in) throws IOException {
    sites.clear();
    in.section("sites", FORMAT);
    int count = in.readCount("number of sites");
    try {
      for (int i = 0; i < count; i++) {
        String origin = in.readText();
        sites.put(CrawlUrl.of(origin + "/").origin(), restoreSite(in));
      }
    } catch (IOException | IllegalArgumentException e) {
      sites.clear();
      throw new IOException("saved sites cannot be read", e);
    }
  }

  private static Site restoreSite(StateReader in) throws IOException {
    var from = new CandidateTable();
    from.restore(in);
    StateReader.require(from.size() == 1, "a site must have one page that led to it");
    var site = new Site(from.get(from.nextSlot(0)));
    site.urls = in.readCount("number of URLs of a site");
    int count = in.readInt(0, MAX_SITEMAPS_PER_SITE, "number of sitemaps");
    for (int i = 0; i < count; i++) {
      site.sitemaps.put(CrawlUrl.of(in.readText()), !in.readBoolean());
    }
    return site;
  }
}
