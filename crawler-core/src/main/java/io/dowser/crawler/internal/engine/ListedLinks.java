package io.dowser.crawler.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Creates the page of links that a sitemap or feed stands for: its entries, the newest first, with
 * their titles as anchors, or the words of their paths if they have none.
 */
final class ListedLinks {

  private static final Pattern BARE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z]{1,5}$");
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private ListedLinks() {}

  static AnalyzedPage of(FetchTask task, Sitemap list, CrawlPlan plan) {
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(task.candidate()).url(task.url()).textAnalyzer(plan.textAnalyzer());
    List<Sitemap.Entry> newestFirst = new ArrayList<>(list.pages());
    newestFirst.sort(Comparator.comparing(Sitemap.Entry::date).reversed());
    Function<Sitemap.Entry, @Nullable CrawlUrl> urls = urls(task, list, plan);
    for (Sitemap.Entry entry : newestFirst) {
      CrawlUrl url = urls.apply(entry);
      if (url != null) {
        page.link(url, entry.words().isBlank() ? words(url) : entry.words()).breakText();
      }
    }
    return page.build();
  }

  /** Returns when the entries were last changed, as far as the list has dates. */
  static Map<Fingerprint, Instant> dates(FetchTask task, Sitemap list, CrawlPlan plan) {
    Function<Sitemap.Entry, @Nullable CrawlUrl> urls = urls(task, list, plan);
    Map<Fingerprint, Instant> dates = new HashMap<>();
    for (Sitemap.Entry entry : list.pages()) {
      CrawlUrl url = urls.apply(entry);
      if (url != null && entry.date().isAfter(Instant.MIN)) {
        dates.put(Fingerprint.of(url), entry.date());
      }
    }
    return dates;
  }

  /**
   * Returns the URLs of entries, or null for those that a list must not have: the entries of a
   * sitemap are on the host of its site, by whose robots.txt it was found, or on its own host.
   */
  private static Function<Sitemap.Entry, @Nullable CrawlUrl> urls(
      FetchTask task, Sitemap list, CrawlPlan plan) {
    UrlCanonicalizer.Resolver resolver = plan.canonicalizer().resolver(task.url());
    Set<String> hosts = Set.copyOf(List.of(task.cause().host(), task.url().host()));
    return entry -> {
      CrawlUrl url = resolver.resolve(entry.address());
      return url != null && (list.isFeed() || hosts.contains(url.host())) ? url : null;
    };
  }

  private static String words(CrawlUrl url) {
    String path =
        BARE_PERCENT.matcher(EXTENSION.matcher(url.path()).replaceAll("")).replaceAll("%25");
    return NO_WORD.matcher(URLDecoder.decode(path, UTF_8)).replaceAll(" ").strip();
  }
}
