package io.dowser.crawler;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.robots.RobotsFile;
import io.dowser.crawler.robots.Sitemap;
import io.dowser.crawler.url.UrlResolver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Has the sitemaps read of the sites that seeds are on, and gives the pages that they list; for one
 * thread. Sitemaps of other hosts are not read, and pages of other hosts are not taken.
 */
final class SiteTour {

  private static final int MAX_SITEMAPS_PER_SITE = 50;

  private final CrawlPlan plan;
  private final int maxUrls;
  private final Map<String, Site> sites = new HashMap<>();

  private static final class Site {

    final Set<CrawlUrl> sitemaps = new LinkedHashSet<>();
    int urls;
  }

  SiteTour(CrawlPlan plan) {
    this.plan = plan;
    this.maxUrls = plan.manners().robots().maxSitemapUrls();
  }

  /** Gives the requests for the sitemaps that a robots.txt names. */
  List<Flight> start(Flight robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(robots.cause().origin());
    if (maxUrls == 0 || !ofSeed || sites.containsKey(robots.cause().origin())) {
      return List.of();
    }
    sites.put(robots.cause().origin(), new Site());
    return requests(robots, file.sitemaps());
  }

  /** Gives the requests for the sitemaps that another one lists. */
  List<Flight> goOn(Flight from, Sitemap sitemap) {
    return requests(from, sitemap.sitemaps());
  }

  private List<Flight> requests(Flight from, List<String> addresses) {
    Site site = site(from);
    UrlResolver resolver = plan.canonicalizer().resolver(from.cause());
    var flights = new ArrayList<Flight>();
    for (String address : addresses) {
      CrawlUrl url = resolver.resolve(address);
      boolean isNew = url != null && isOnSite(url, from) && !site.sitemaps.contains(url);
      if (isNew && url != null && site.sitemaps.size() < MAX_SITEMAPS_PER_SITE) {
        site.sitemaps.add(url);
        flights.add(from.forSitemap(url));
      }
    }
    return flights;
  }

  /** Gives the pages that a sitemap lists and that the crawl wants. */
  List<CrawlUrl> pages(Flight from, Sitemap sitemap) {
    Site site = site(from);
    var pages = new ArrayList<CrawlUrl>();
    UrlResolver resolver = plan.canonicalizer().resolver(from.url());
    for (String address : sitemap.pages()) {
      CrawlUrl url = resolver.resolve(address);
      if (url != null && isOnSite(url, from) && isWanted(url) && site.urls < maxUrls) {
        site.urls++;
        pages.add(url);
      }
    }
    return pages;
  }

  private Site site(Flight from) {
    return sites.computeIfAbsent(from.cause().origin(), origin -> new Site());
  }

  private static boolean isOnSite(CrawlUrl url, Flight from) {
    return url.host().equals(from.cause().host());
  }

  private boolean isWanted(CrawlUrl url) {
    MannersPlan manners = plan.manners();
    return manners.linkFilter().test(url) && manners.traps().check(url).isEmpty();
  }
}
