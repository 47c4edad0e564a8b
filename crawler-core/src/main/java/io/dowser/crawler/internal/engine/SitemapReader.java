package io.dowser.crawler.internal.engine;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.FetchResult;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.SkipReason;
import io.dowser.crawler.api.SkippedLink;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.robots.RobotsFile;
import io.dowser.crawler.url.UrlResolver;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Has the sitemaps read of the sites that seeds are on, and gives the pages that they list; for one
 * thread. Sitemaps of other hosts are not read, and pages of other hosts are not taken.
 */
final class SitemapReader implements Resumable {

  private static final int FORMAT = 1;

  private static final int MAX_SITEMAPS_PER_SITE = 50;

  private final CrawlPlan plan;
  private final int maxUrls;
  private final Map<String, Site> sites = new LinkedHashMap<>();

  private static final class Site {

    final Set<CrawlUrl> sitemaps = new LinkedHashSet<>();

    /** Those that were not read yet. */
    final Set<CrawlUrl> unread = new LinkedHashSet<>();

    int urls;
  }

  SitemapReader(CrawlPlan plan) {
    this.plan = plan;
    this.maxUrls = plan.politeness().robots().maxSitemapUrls();
  }

  /** Gives the requests for the sitemaps that a robots.txt names. */
  List<FetchTask> start(FetchTask robots, RobotsFile file) {
    Candidate candidate = robots.candidate();
    boolean ofSeed = candidate.isSeed() && candidate.url().origin().equals(robots.cause().origin());
    if (maxUrls == 0 || !ofSeed || sites.containsKey(robots.cause().origin())) {
      return List.of();
    }
    sites.put(robots.cause().origin(), new Site());
    return requests(robots, file.sitemaps());
  }

  /** Gives the requests for the sitemaps that another one lists, or redirects to. */
  List<FetchTask> goOn(Outcome.Listed listed) {
    return listed.result() instanceof FetchResult.Redirect redirect
        ? requests(listed.fetchTask(), List.of(redirect.location()))
        : requests(listed.fetchTask(), listed.sitemap().sitemaps());
  }

  /** Gives the requests that were not answered when the state was saved. */
  List<FetchTask> unfinished() {
    var fetchTasks = new ArrayList<FetchTask>();
    for (Map.Entry<String, Site> each : sites.entrySet()) {
      CrawlUrl home = CrawlUrl.of(each.getKey() + "/");
      for (CrawlUrl sitemap : each.getValue().unread) {
        fetchTasks.add(FetchTask.of(Candidate.seed(home, 0)).forSitemap(sitemap));
      }
    }
    return fetchTasks;
  }

  private List<FetchTask> requests(FetchTask from, List<String> addresses) {
    Site site = site(from);
    UrlResolver resolver = plan.canonicalizer().resolver(from.url());
    var fetchTasks = new ArrayList<FetchTask>();
    for (String address : addresses) {
      CrawlUrl url = resolver.resolve(address);
      boolean isNew = url != null && isOnSite(url, from) && !site.sitemaps.contains(url);
      if (isNew && url != null && site.sitemaps.size() < MAX_SITEMAPS_PER_SITE) {
        site.sitemaps.add(url);
        site.unread.add(url);
        fetchTasks.add(from.forSitemap(url));
      }
    }
    return fetchTasks;
  }

  /**
   * Offers the pages of its own site that a sitemap lists, up to the limit of the site.
   *
   * @param admit queues a page, or returns why not
   * @return those that were refused
   */
  List<SkippedLink> pages(Outcome.Listed listed, Function<CrawlUrl, Optional<SkipReason>> admit) {
    FetchTask from = listed.fetchTask();
    Site site = site(from);
    site.unread.remove(from.url());
    var skipped = new ArrayList<SkippedLink>(0);
    UrlResolver resolver = plan.canonicalizer().resolver(from.url());
    for (String address : listed.sitemap().pages()) {
      CrawlUrl url = site.urls < maxUrls ? resolver.resolve(address) : null;
      if (url != null && isOnSite(url, from)) {
        Optional<SkipReason> refusal = admit.apply(url);
        refusal.ifPresent(reason -> skipped.add(new SkippedLink(url, reason)));
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

  /** Writes what was read and what was not, so that nothing is read again and nothing left out. */
  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(FORMAT);
    out.writeInt(sites.size());
    for (Map.Entry<String, Site> each : sites.entrySet()) {
      Site site = each.getValue();
      out.writeUTF(each.getKey());
      out.writeInt(site.urls);
      out.writeInt(site.sitemaps.size());
      for (CrawlUrl sitemap : site.sitemaps) {
        out.writeUTF(sitemap.toString());
        out.writeBoolean(site.unread.contains(sitemap));
      }
    }
  }

  /** Replaces everything by what was saved; if it fails, no site was toured. */
  @Override
  public void restore(DataInput in) throws IOException {
    sites.clear();
    int format = in.readInt();
    int count = in.readInt();
    if (format != FORMAT || count < 0) {
      throw new IOException(
          "format and number of saved sites must be 1 and 0 or more, but were "
              + format
              + " and "
              + count);
    }
    try {
      for (int i = 0; i < count; i++) {
        String origin = in.readUTF();
        sites.put(CrawlUrl.of(origin + "/").origin(), restoreSite(in));
      }
    } catch (IOException | IllegalArgumentException e) {
      sites.clear();
      throw new IOException("saved sites cannot be read", e);
    }
  }

  private static Site restoreSite(DataInput in) throws IOException {
    var site = new Site();
    site.urls = in.readInt();
    int count = in.readInt();
    if (site.urls < 0 || count < 0 || count > MAX_SITEMAPS_PER_SITE) {
      throw new IOException("URLs and sitemaps of a site must be counted from 0 on");
    }
    for (int i = 0; i < count; i++) {
      CrawlUrl sitemap = CrawlUrl.of(in.readUTF());
      site.sitemaps.add(sitemap);
      if (in.readBoolean()) {
        site.unread.add(sitemap);
      }
    }
    return site;
  }
}
