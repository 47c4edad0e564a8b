package io.dowser.crawler.shark;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Orders pending URLs in two queues, each by the potential of a URL and the number of crawled pages
 * that link to it:
 *
 * <pre>{@code
 * (5) value = theta * potential + (1 - theta) * h / N
 * }</pre>
 *
 * <p>The potential is the link's score, from {@link SharkScorer} or any other scorer; h counts the
 * crawled pages that link to the URL, and N all crawled pages. The queue of a link depends on the
 * relevance R of its page, on key words in its anchor or URL, and on its potential:
 *
 * <ul>
 *   <li>R above {@code upperLimit}: the prior queue;
 *   <li>R from {@code lowerLimit} to {@code upperLimit}, both included, and a key word in anchor or
 *       URL: the prior queue;
 *   <li>otherwise, a potential from {@code minPrior} on: the prior queue; from {@code minNormal}
 *       on: the normal queue; below: the error store, from which a better link can free it.
 * </ul>
 *
 * <p>R is the cosine with the key words if one of the scorers of this package scored the page,
 * which leaves it with the visit; otherwise, also in a weighted sum of scorers, it is the judge's
 * relevance, for which the limits must then be set.
 *
 * <p>After each visit both queues are in the order of (5) again, exactly. A new in-link, a new URL
 * and a poll take O(log n); a poll also compares one URL for each distinct count. Equal values are
 * ordered by potential, then by the scorer's second key, then by age.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}), formula (5) and the two crawl queues.
 * Differences, and choices where the paper is silent:
 *
 * <ul>
 *   <li>N is not defined there: it is the number of crawled pages, so that the effect of in-links
 *       fades as the crawl grows, or with {@code linkShare} {@code largest-count} the largest count
 *       among the pending URLs. A page counts once for each of its targets, crawled, pending and
 *       rejected ones alike, and never for itself.
 *   <li>A pending URL keeps its larger potential when it is found again, and moves from the normal
 *       to the prior queue if the new page says so, never back. One that was rejected gets the
 *       potential of the page that admits it, or its own if that was kept and is larger.
 *   <li>The turns of the queues, the place of seeds and the behaviour when both queues are empty
 *       are those of the paper in the profile {@code paper} alone. A queue whose hosts are all
 *       delayed loses its turn.
 *   <li>Queues are in order after each visit, not after each pair of visits.
 *   <li>A scorer that learns while crawling gives new potentials by {@link #rekey}; that moves URLs
 *       from the normal to the prior queue, and rejected ones that are kept to either, never back.
 * </ul>
 *
 * <p>After a restart, a pending URL goes back to the queue that was saved for it, or to that of its
 * potential. A pending URL takes about 400 bytes, any other 5. Rejected URLs count in {@link #size}
 * if they can be polled. Not thread-safe.
 */
public final class SharkFrontier implements Frontier, Resumable {

  private final SharkStores stores;

  private SharkFrontier(SharkStores stores) {
    this.stores = stores;
  }

  /**
   * Creates a frontier.
   *
   * @param settings those of the frontier {@code shark}
   * @param context the crawl; its topic are the key words, for which anchors and URLs are searched
   * @return an empty frontier
   * @throws io.dowser.crawler.api.CrawlException if there is no topic, or a setting is not allowed
   */
  public static SharkFrontier of(Settings settings, CrawlContext context) {
    var frontier = new SharkFrontier(new SharkStores(settings, context));
    settings.refuseUnread();
    return frontier;
  }

  @Override
  public void seed(Candidate seed) {
    stores.seed(seed);
  }

  @Override
  public Optional<Candidate> poll(HostGate gate) {
    return stores.poll(gate);
  }

  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    stores.expand(visit, links);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    stores.abandon(candidate, reason);
  }

  @Override
  public void rekey(ToDoubleFunction<Candidate> score) {
    stores.rekey(score);
  }

  /** Removes a rejected URL, else one of the normal queue, else of the prior queue. */
  @Override
  public Optional<Candidate> removeWorst() {
    return stores.removeWorst();
  }

  @Override
  public void putBack(Candidate candidate) {
    stores.putBack(candidate);
  }

  @Override
  public Optional<Candidate> find(long sequence) {
    return stores.find(sequence);
  }

  @Override
  public int size() {
    return stores.size();
  }

  @Override
  public long tableBytes() {
    return stores.tableBytes();
  }

  /** Returns the number of crawled pages, or hosts, that link to a URL. */
  int inLinks(long sequence) {
    return stores.inLinks(sequence);
  }

  /**
   * {@return the present state of a URL: for a pending URL, its value with potential and in-links
   * as addends, named after its queue or the error store, and the rule that put it there; for one
   * that was given up, the reason and its in-links; empty for all others}
   *
   * @param sequence the number of the URL
   */
  public Optional<Explanation> explain(long sequence) {
    return stores.explain(sequence);
  }

  /** Writes the in-links, the reasons for the queue of each URL, and the queue whose turn it is. */
  @Override
  public void save(StateWriter out) throws IOException {
    stores.save(out);
  }

  /** Replaces the state by what was saved; nothing is pending until it is put back. */
  @Override
  public void restore(StateReader in) throws IOException {
    stores.restore(in);
  }

  /** The divisor of the in-link count of a URL, whose quotient is added to its potential. */
  enum LinkShare {

    /**
     * The pages crawled so far: the share of them that link to the URL, which fades as the crawl
     * grows. The default, because the paper does not define its N.
     */
    CRAWLED_PAGES,

    /** The largest count among the pending URLs, so that the effect of in-links does not fade. */
    LARGEST_COUNT
  }

  /** The unit of in-links of a URL. */
  enum LinkSources {

    /** Each page that links to it, as in the paper. The default. */
    PAGES,

    /**
     * Each host that has such a page, against navigation bars and link farms. Costs about 60 bytes
     * for each pair of host and URL.
     */
    HOSTS
  }

  /** Creates a {@link SharkFrontier} under the name {@code shark}. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "shark";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return of(settings, context);
    }
  }
}
