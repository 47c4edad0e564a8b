package io.dowser.crawler.hmm;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AnalyzedPage;
import io.dowser.crawler.api.CrawlContext.Canonicalizer;
import io.dowser.crawler.api.CrawlEvent;
import io.dowser.crawler.api.CrawlListener;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Fetcher;
import io.dowser.crawler.api.Link;
import io.dowser.crawler.api.PageAnalyzer;
import io.dowser.crawler.api.RelevanceJudge;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.text.TermCounts;
import io.dowser.crawler.toolkit.model.AnalyzerGuard;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The data from which a model is learned: pages with their links and marks, and browsing sessions
 * on them.
 *
 * <p>A page is a target if it was added as one or a session marks it. A page of a session that was
 * not added, for example because it could not be had, counts on its path as one whose text says
 * nothing; the pages before and after it are not taken to be linked.
 *
 * <p>Immutable and thread-safe.
 */
public final class TrainingSet {

  private final List<Page> pages;
  private final Map<CrawlUrl, Integer> numbers;
  private final List<BrowsingSession> sessions;
  private final Set<CrawlUrl> marked;
  private final Optional<String> sample; // of the analyzer, if it is known

  private TrainingSet(Builder builder, List<BrowsingSession> sessions) {
    this.pages = List.copyOf(builder.pages.values());
    this.sessions = List.copyOf(sessions);
    this.numbers = new HashMap<>();
    for (Page page : pages) {
      numbers.put(page.url(), numbers.size());
    }
    builder.aliases.forEach((alias, url) -> numbers.putIfAbsent(alias, numbers.get(url)));
    this.sample = builder.sample;
    this.marked = new HashSet<>();
    this.sessions.forEach(
        session ->
            session.targets().forEach(url -> marked.add(builder.aliases.getOrDefault(url, url))));
  }

  /**
   * Gets the pages of some sessions.
   *
   * @param sessions the sessions
   * @param source the source of their pages; pages that it does not have are left out
   * @return the sessions with their pages; the targets are those that the sessions mark
   * @throws InterruptedException if the thread was interrupted
   */
  public static TrainingSet of(Collection<BrowsingSession> sessions, PageSource source)
      throws InterruptedException {
    return of(sessions, source, page -> 0);
  }

  /**
   * Gets the pages of some sessions and lets a judge mark targets.
   *
   * @param sessions the sessions
   * @param source the source of their pages; pages that it does not have are left out
   * @param judge marks the pages that reach its threshold, in addition to those that the sessions
   *     mark
   * @return the sessions with their pages
   * @throws InterruptedException if the thread was interrupted
   */
  public static TrainingSet of(
      Collection<BrowsingSession> sessions, PageSource source, RelevanceJudge judge)
      throws InterruptedException {
    Builder builder = builder();
    Set<CrawlUrl> urls = new LinkedHashSet<>();
    for (BrowsingSession session : sessions) {
      builder.session(session);
      session.steps().forEach(step -> urls.add(step.url()));
      urls.addAll(session.targets());
    }
    for (CrawlUrl url : urls) {
      source.page(url).ifPresent(page -> builder.page(page, page.judgedBy(judge).relevant()));
    }
    return builder.build();
  }

  /** {@return a builder without pages} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return an unmodifiable list in the order in which they were added} */
  public List<Page> pages() {
    return pages;
  }

  /** {@return an unmodifiable list in the order in which they were added} */
  public List<BrowsingSession> sessions() {
    return sessions;
  }

  /**
   * {@return whether it was added as one or a session marks it}
   *
   * @param page a page of this set
   */
  public boolean isTarget(Page page) {
    return page.target() || marked.contains(page.url());
  }

  /** {@return the number of targets, 0 or more} */
  public int targets() {
    return (int) pages.stream().filter(this::isTarget).count();
  }

  /**
   * Returns the terms that the text analyzer of the pages finds in the sample of {@link
   * AnalyzerGuard}.
   */
  Optional<String> analyzerSample() {
    return sample;
  }

  /** The numbers of the pages of this set that a page links to. */
  int[] linksOf(int page) {
    return pages.get(page).links().stream()
        .mapToInt(link -> numberOf(link.target()))
        .filter(number -> number >= 0)
        .toArray();
  }

  /** The number of a page, or -1 if it is not in this set. */
  int numberOf(CrawlUrl url) {
    return numbers.getOrDefault(url, -1);
  }

  @Override
  public String toString() {
    return "TrainingSet["
        + pages.size()
        + " pages, "
        + targets()
        + " targets, "
        + sessions.size()
        + " sessions]";
  }

  /** Collects pages and sessions. Not thread-safe. */
  public static final class Builder {

    private final Map<CrawlUrl, Page> pages = new LinkedHashMap<>();
    private final Map<CrawlUrl, CrawlUrl> aliases = new LinkedHashMap<>();
    private final List<BrowsingSession> sessions = new ArrayList<>();
    private Optional<String> sample = Optional.empty();

    private Builder() {}

    /**
     * Adds a page; one that was added before at the same URL is replaced.
     *
     * @param page the page
     * @return this
     */
    public Builder page(Page page) {
      pages.put(page.url(), page);
      return this;
    }

    /**
     * Adds a page that may have been reached over redirects; links to both addresses lead to it.
     * The model will refuse pages that are tokenized by another text analyzer than the first of
     * these.
     *
     * @param page the page
     * @param target whether it is one of the target pages
     * @return this
     */
    public Builder page(AnalyzedPage page, boolean target) {
      if (sample.isEmpty()) {
        sample = Optional.of(AnalyzerGuard.sample(page));
      }
      CrawlUrl alias = page.arrival().url();
      if (!alias.equals(page.url())) {
        aliases.put(alias, page.url());
      }
      return page(Page.of(page, target));
    }

    /**
     * Adds a session.
     *
     * @param session the session
     * @return this
     */
    public Builder session(BrowsingSession session) {
      sessions.add(requireNonNull(session, "session"));
      return this;
    }

    /**
     * Creates the training set.
     *
     * @return the pages and sessions added so far
     */
    public TrainingSet build() {
      return new TrainingSet(this, sessions);
    }
  }

  /**
   * Gathers training pages from a crawl, for example a short breadth-first one from on-topic seeds:
   * every visited page, with those that the crawl's judge found relevant as targets.
   *
   * <p>A crawl calls it on its own thread; the set is to be taken by one thread when the crawl has
   * ended.
   */
  public static final class Recorder implements CrawlListener {

    private final TrainingSet.Builder set = TrainingSet.builder();
    private final BrowsingSession.Builder session = BrowsingSession.builder();
    private final Map<Long, Integer> steps = new HashMap<>(); // by the sequence number of the page

    /** Creates a recorder for one crawl. */
    public Recorder() {}

    @Override
    public void on(CrawlEvent event) {
      if (event instanceof CrawlEvent.Visited visited) {
        record(visited.visit());
      }
    }

    private void record(Visit visit) {
      set.page(visit.page(), visit.relevant());
      int from = steps.getOrDefault(visit.candidate().parent(), BrowsingSession.START);
      session.visit(visit.url(), from);
      steps.put(visit.candidate().sequence(), steps.size());
    }

    /** {@return the pages visited so far, and one session that holds the path to each of them} */
    public TrainingSet trainingSet() {
      return new TrainingSet(set, List.of(session.build()));
    }
  }

  /**
   * A page that a model is trained on.
   *
   * @param url its URL
   * @param terms the terms of its text, tokenized by the analyzer that the crawl will use
   * @param links its links, with the texts of all that lead to the same page in one
   * @param target whether it is one of the target pages
   */
  public record Page(CrawlUrl url, TermCounts terms, List<OutLink> links, boolean target) {

    /**
     * Copies the list.
     *
     * @param url its URL
     * @param terms the terms of its text
     * @param links its links, with the texts of all that lead to the same page in one
     * @param target whether it is one of the target pages
     */
    public Page {
      requireNonNull(url, "url");
      requireNonNull(terms, "terms");
      links = List.copyOf(links);
    }

    /**
     * Returns the training page of an analysed page.
     *
     * @param page the page; its URL is the one after redirects
     * @param target whether it is one of the target pages
     * @return the page with its links
     */
    public static Page of(AnalyzedPage page, boolean target) {
      Map<CrawlUrl, TermCounts> links = new LinkedHashMap<>();
      for (Link link : page.links()) {
        links.merge(link.target(), page.anchorTerms(link), TermCounts::plus);
      }
      List<OutLink> made = new ArrayList<>();
      links.forEach((url, anchor) -> made.add(new OutLink(url, anchor)));
      return new Page(page.url(), page.terms(), made, target);
    }

    /**
     * A link of a {@link Page}.
     *
     * @param target its target
     * @param anchor the terms of its text, possibly none
     */
    public record OutLink(CrawlUrl target, TermCounts anchor) {}
  }

  /** A source of the pages of browsing sessions: an archive, or the web. */
  @FunctionalInterface
  public interface PageSource {

    /**
     * Gets a page.
     *
     * @param url its URL
     * @return the page, tokenized by the analyzer that the crawl will use; empty if it is not
     *     available
     * @throws InterruptedException if the thread was interrupted
     */
    Optional<AnalyzedPage> page(CrawlUrl url) throws InterruptedException;

    /**
     * Returns a source that gets pages by a fetcher: one that replays an archive, or one for the
     * web. Up to five redirects in a row are followed.
     *
     * <p>It requests no robots.txt and keeps no delays; use a fetcher for the web only with pages
     * that its user has visited.
     *
     * @param fetcher gets one URL; not closed here
     * @param analyzer reads pages
     * @param urls resolves the locations of redirects; {@code UrlCanonicalizer.standard()} of
     *     {@code crawler-core} unless the crawl has another one
     * @return a source, thread-safe if all three are
     */
    static PageSource of(Fetcher fetcher, PageAnalyzer analyzer, Canonicalizer urls) {
      return new FetchedPages(
          requireNonNull(fetcher, "fetcher"),
          requireNonNull(analyzer, "analyzer"),
          requireNonNull(urls, "urls"));
    }

    /**
     * Returns a source of pages in memory.
     *
     * @param pages the pages by URL; copied
     * @return a source, thread-safe
     */
    static PageSource of(Map<CrawlUrl, AnalyzedPage> pages) {
      Map<CrawlUrl, AnalyzedPage> copy = Map.copyOf(pages);
      return url -> Optional.ofNullable(copy.get(url));
    }
  }
}
