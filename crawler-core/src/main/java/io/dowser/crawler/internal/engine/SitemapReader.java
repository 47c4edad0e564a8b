package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Requests the sitemaps of the sites that have seeds, and offers the pages that they list. Sitemaps
 * and pages of other hosts are ignored. Confined to the engine thread.
 */
final class SitemapReader implements Resumable {

  private static final int FORMAT = 1;
  private static final int MAX_SITEMAPS_PER_SITE = 50;

  private final UrlCanonicalizer canonicalizer;
  private final int maxUrls;
  private final Map<String, Site> sites = new LinkedHashMap<>();

  private static final class Site {

    /** The site's sitemaps, and whether each was read. */
    final Map<CrawlUrl, Boolean> sitemaps = new LinkedHashMap<>();

    int urls;
  }

  SitemapReader(CrawlPlan plan) {
    this.canonicalizer = plan.canonicalizer();
    this.maxUrls = plan.politeness().robots().maxSitemapUrls();
  }

  /** Returns the requests for the sitemaps that a robots.txt names. */
  List<FetchTask> start(FetchTask robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    String origin = robots.cause().origin();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(origin);
    if (maxUrls == 0 || !ofSeed || sites.containsKey(origin)) {
      return List.of();
    }
    return requests(robots, file.sitemaps());
  }

  /** Returns the requests for the sitemaps that another one lists, or redirects to. */
  List<FetchTask> listedSitemaps(Outcome.Listed listed) {
    return listed.result() instanceof FetchResult.Redirect redirect
        ? requests(listed.task(), List.of(redirect.location()))
        : requests(listed.task(), listed.sitemap().sitemaps());
  }

  /** Returns the requests without an answer when the state was saved. */
  List<FetchTask> unfinished() {
    var tasks = new ArrayList<FetchTask>();
    sites.forEach(
        (origin, site) -> {
          FetchTask home = FetchTask.of(Candidate.seed(CrawlUrl.of(origin + "/"), 0));
          site.sitemaps.forEach(
              (sitemap, read) -> {
                if (!read) {
                  tasks.add(home.forSitemap(sitemap));
                }
              });
        });
    return tasks;
  }

  private List<FetchTask> requests(FetchTask from, List<String> addresses) {
    Site site = site(from);
    UrlCanonicalizer.Resolver resolver = canonicalizer.resolver(from.url());
    var tasks = new ArrayList<FetchTask>();
    for (String address : addresses) {
      CrawlUrl url = resolver.resolve(address);
      if (url != null
          && isOnSite(url, from)
          && site.sitemaps.size() < MAX_SITEMAPS_PER_SITE
          && site.sitemaps.putIfAbsent(url, false) == null) {
        tasks.add(from.forSitemap(url));
      }
    }
    return tasks;
  }

  /** Offers the pages of its own site that a sitemap lists, and returns the refused ones. */
  List<SkippedLink> offerPages(
      Outcome.Listed listed, Function<CrawlUrl, Optional<SkippedLink>> admit) {
    FetchTask from = listed.task();
    Site site = site(from);
    site.sitemaps.replace(from.url(), true);
    var skipped = new ArrayList<SkippedLink>(0);
    UrlCanonicalizer.Resolver resolver = canonicalizer.resolver(from.url());
    for (String address : listed.sitemap().pages()) {
      CrawlUrl url = site.urls < maxUrls ? resolver.resolve(address) : null;
      if (url != null && isOnSite(url, from)) {
        Optional<SkippedLink> refusal = admit.apply(url);
        refusal.ifPresent(skipped::add);
        site.urls += refusal.isEmpty() ? 1 : 0;
      }
    }
    return skipped;
  }

  private Site site(FetchTask from) {
    return sites.computeIfAbsent(from.cause().origin(), origin -> new Site());
  }

  private static boolean isOnSite(CrawlUrl url, FetchTask from) {
    return url.host().equals(from.cause().host());
  }

  /** Writes the sitemaps with their answers, so that none is read twice or left out. */
  @Override
  public void save(StateWriter out) throws IOException {
    out.section("sites", FORMAT);
    out.writeInt(sites.size());
    for (Map.Entry<String, Site> each : sites.entrySet()) {
      Site site = each.getValue();
      out.writeText(each.getKey());
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
    var site = new Site();
    site.urls = in.readCount("number of URLs of a site");
    int count = in.readInt(0, MAX_SITEMAPS_PER_SITE, "number of sitemaps");
    for (int i = 0; i < count; i++) {
      site.sitemaps.put(CrawlUrl.of(in.readText()), !in.readBoolean());
    }
    return site;
  }
}
