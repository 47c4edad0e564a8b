package io.dowser.crawler.internal.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.internal.politeness.FetchTask;
import io.dowser.crawler.internal.recovery.Fingerprint;
import io.dowser.crawler.internal.robots.Sitemap;
import io.dowser.crawler.text.TextAnalyzer;
import io.dowser.crawler.url.UrlCanonicalizer;
import java.net.URLDecoder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The links of the page that a sitemap or feed stands for: its entries, the newest first, with
 * their titles as anchors, or the words of their paths if they have none.
 */
final class ListedLinks {

  private static final Pattern BARE_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
  private static final Pattern EXTENSION = Pattern.compile("\\.[A-Za-z]{1,5}$");
  private static final Pattern NO_WORD = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

  private final FetchTask task;
  private final Sitemap list;
  private final UrlCanonicalizer.Resolver resolver;
  private final Set<String> hosts;

  ListedLinks(FetchTask task, Sitemap list, UrlCanonicalizer canonicalizer) {
    this.task = task;
    this.list = list;
    this.resolver = canonicalizer.resolver(task.url());
    this.hosts = Set.copyOf(List.of(task.cause().host(), task.url().host()));
  }

  AnalyzedPage page(TextAnalyzer titles) {
    AnalyzedPage.Builder page =
        AnalyzedPage.builder(task.candidate()).url(task.url()).textAnalyzer(titles);
    List<Sitemap.Entry> newestFirst = new ArrayList<>(list.pages());
    newestFirst.sort(Comparator.comparing(Sitemap.Entry::date).reversed());
    for (Sitemap.Entry entry : newestFirst) {
      CrawlUrl url = url(entry);
      if (url != null) {
        page.link(url, entry.words().isBlank() ? words(url) : entry.words()).breakText();
      }
    }
    return page.build();
  }

  /** Returns the times when the entries were last changed, for those with a date. */
  Map<Fingerprint, Instant> dates() {
    Map<Fingerprint, Instant> dates = new HashMap<>();
    for (Sitemap.Entry entry : list.pages()) {
      CrawlUrl url = url(entry);
      if (url != null && entry.date().isAfter(Instant.MIN)) {
        dates.put(Fingerprint.of(url), entry.date());
      }
    }
    return dates;
  }

  /**
   * Returns the URL of an entry, or null if the list must not have it: the entries of a sitemap are
   * on the host of its site, by whose robots.txt it was found, or on its own host.
   */
  private @Nullable CrawlUrl url(Sitemap.Entry entry) {
    CrawlUrl url = resolver.resolve(entry.address());
    return url != null && (list.isFeed() || hosts.contains(url.host())) ? url : null;
  }

  private static String words(CrawlUrl url) {
    String path =
        BARE_PERCENT.matcher(EXTENSION.matcher(url.path()).replaceAll("")).replaceAll("%25");
    return NO_WORD.matcher(URLDecoder.decode(path, UTF_8)).replaceAll(" ").strip();
  }
}
