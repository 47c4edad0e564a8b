package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.Checks;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.RelevanceJudge;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A short breadth-first crawl that gathers training pages where no browsing session is at hand; a
 * judge marks the targets.
 *
 * <p>It is meant for archives and for sites of one's own: it asks for no robots.txt, and fetches
 * one page after the other, with a delay between two of one host. On the open web, run a
 * breadth-first crawl of the engine with a {@link TrainingSet.Recorder} instead.
 *
 * <p>This is ours: Xie et al. 2012 have sessions of a user. 100 to 300 pages from on-topic seeds
 * are enough, since the model needs no more than pages, links and marks.
 *
 * <p>Immutable and thread-safe.
 */
public final class TrainingCrawl {

  /** How many pages are gathered unless said otherwise. */
  public static final int MAX_PAGES = 200;

  /** How long a host is delayed between two fetches unless said otherwise. */
  public static final Duration DELAY = Duration.ofSeconds(1);

  /** Waits; replaced in tests. */
  interface Pause {
    void rest(Duration time) throws InterruptedException;
  }

  private final TrainingSet.PageSource source;
  private final int maxPages;
  private final Duration delay;
  private final Pause pause;

  TrainingCrawl(TrainingSet.PageSource source, int maxPages, Duration delay, Pause pause) {
    this.source = source;
    this.maxPages = maxPages;
    this.delay = delay;
    this.pause = pause;
  }

  /**
   * Prepares a crawl of {@value #MAX_PAGES} pages.
   *
   * @param source where pages come from
   * @return the crawl
   */
  public static TrainingCrawl of(TrainingSet.PageSource source) {
    return new TrainingCrawl(
        requireNonNull(source, "source"), MAX_PAGES, DELAY, time -> Thread.sleep(time.toMillis()));
  }

  /**
   * Sets how many pages are gathered.
   *
   * @param pages 1 or more
   * @return a copy with that number
   * @throws IllegalArgumentException if out of range
   */
  public TrainingCrawl maxPages(int pages) {
    Checks.positive("maxPages", pages);
    return new TrainingCrawl(source, pages, delay, pause);
  }

  /**
   * Sets how long a host is delayed between two fetches.
   *
   * @param time 0 or more
   * @return a copy with that delay
   * @throws IllegalArgumentException if it is negative
   */
  public TrainingCrawl delay(Duration time) {
    Checks.notNegative("delay", time);
    return new TrainingCrawl(source, maxPages, time, pause);
  }

  /**
   * Crawls.
   *
   * @param seeds where to start, best on-topic pages
   * @param judge marks as targets the pages that reach its threshold
   * @return the pages, and one session that holds the path to each of them
   * @throws InterruptedException if the thread was interrupted
   */
  public TrainingSet run(Collection<CrawlUrl> seeds, RelevanceJudge judge)
      throws InterruptedException {
    return new Run(judge).from(seeds);
  }

  /** One run. */
  private final class Run {

    private final RelevanceJudge judge;
    private final TrainingSet.Builder set = TrainingSet.builder();
    private final BrowsingSession.Builder session = BrowsingSession.builder();
    private final ArrayDeque<BrowsingSession.Step> queue = new ArrayDeque<>();
    private final Set<CrawlUrl> known = new HashSet<>(); // queued at some time
    private final Set<CrawlUrl> taken = new HashSet<>(); // by the URL of the page
    private final Map<String, Long> lastFetch = new HashMap<>();

    Run(RelevanceJudge judge) {
      this.judge = judge;
    }

    TrainingSet from(Collection<CrawlUrl> seeds) throws InterruptedException {
      for (CrawlUrl seed : new LinkedHashSet<>(seeds)) {
        queue(seed, BrowsingSession.START);
      }
      while (!queue.isEmpty() && taken.size() < maxPages) {
        BrowsingSession.Step next = queue.remove();
        rest(next.url().host());
        Optional<AnalyzedPage> page = source.page(next.url());
        lastFetch.put(next.url().host(), System.nanoTime());
        page.ifPresent(found -> take(found, next.from()));
      }
      return set.session(session.build()).build();
    }

    private void queue(CrawlUrl url, int from) {
      if (known.add(url)) {
        queue.add(new BrowsingSession.Step(url, from));
      }
    }

    private void take(AnalyzedPage page, int from) {
      if (!taken.add(page.url())) {
        return; // reached by a redirect before
      }
      set.page(page, judge.relevance(page) >= judge.threshold());
      session.visit(page.url(), from);
      for (Link link : page.links()) {
        queue(link.target(), taken.size() - 1);
      }
    }

    private void rest(String host) throws InterruptedException {
      Long last = lastFetch.get(host);
      if (last != null) {
        Duration left = delay.minusNanos(System.nanoTime() - last);
        if (!left.isNegative() && !left.isZero()) {
          pause.rest(left);
        }
      }
    }
  }
}
