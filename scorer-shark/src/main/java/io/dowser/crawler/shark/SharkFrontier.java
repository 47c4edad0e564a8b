package io.dowser.crawler.shark;

import static java.util.Objects.requireNonNull;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Explanation;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGate;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Topic;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.api.internal.Checks;
import io.dowser.crawler.text.TextNormalizer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/**
 * Two queues, of which each is ordered by the potential of a URL and the number of crawled pages
 * that link to it:
 *
 * <pre>{@code
 * (5) value = theta * potential + (1 - theta) * h / N
 * }</pre>
 *
 * <p>The potential is the link's score, from {@link SharkScorer} or any other scorer; h counts the
 * crawled pages that link to the URL, and N all crawled pages. Which queue a link goes to depends
 * on the relevance R of its page, on key words in its anchor or URL, and on its potential:
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
 * and a poll take O(log n), a poll besides a look at one URL for each distinct count. Equal values
 * go by potential, then by the scorer's second key, then by age.
 *
 * <p>Source: Liu, Lin and Gao 2009 (see {@link SharkScorer}), formula (5) and the two crawl queues.
 * Where this differs or fills a gap:
 *
 * <ul>
 *   <li>N is not defined there; see {@link LinkShare}. A page counts once for each of its targets,
 *       crawled, pending and rejected ones alike, and never for itself.
 *   <li>A pending URL keeps its larger potential when it is found again, and moves from the normal
 *       to the prior queue if the new page says so, never back. One that was rejected gets the
 *       potential of the page that admits it, or its own if that was kept and is larger.
 *   <li>How the queues take turns, where seeds stand and what happens when both queues are empty is
 *       that of the paper in {@link SharkProfile#PAPER} alone. A queue of which all hosts are
 *       delayed loses its turn.
 *   <li>Queues are in order after each visit, not after each pair of visits.
 *   <li>A scorer that learns while crawling gives new potentials by {@link #rekey}; that moves URLs
 *       from the normal to the prior queue, and rejected ones that are kept to either, never back.
 * </ul>
 *
 * <p>After a restart, a pending URL goes back to the queue that was saved for it, or to that of its
 * potential. A pending URL takes about 400 bytes, one that does not 5. Rejected URLs are among
 * {@link #size} if they are to be taken. Not thread-safe.
 */
public final class SharkFrontier implements Frontier, Resumable {

  /** The weight of potential against in-links in the paper. */
  public static final double THETA = 0.85;

  private final SharkStores stores;

  SharkFrontier(Builder builder) {
    this.stores = new SharkStores(builder);
  }

  /**
   * {@return a builder in {@link SharkProfile#RECOMMENDED} with {@link SharkThresholds#DEFAULT}}
   *
   * @param topic the key words, for which anchors and URLs are searched
   */
  public static Builder builder(Topic topic) {
    return builder(KeyWords.builder(topic));
  }

  static Builder builder(KeyWords.Builder keyWords) {
    return new Builder(keyWords);
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

  /** The number of crawled pages, or hosts, that link to a URL. */
  int inLinks(long sequence) {
    return stores.inLinks(sequence);
  }

  /**
   * {@return where a URL stands now: for a pending URL, its value with potential and in-links as
   * addends, named after its queue or the error store, and the rule that put it there; for one that
   * was given up, the reason and its in-links; empty for all others}
   *
   * @param sequence the number of the URL
   */
  public Optional<Explanation> explain(long sequence) {
    return stores.explain(sequence);
  }

  /** Writes in-links, the reasons why URLs are where they are, and whose turn it is. */
  @Override
  public void save(StateWriter out) throws IOException {
    stores.save(out);
  }

  /** Replaces the state by what was saved; nothing is pending until it is put back. */
  @Override
  public void restore(StateReader in) throws IOException {
    stores.restore(in);
  }

  /** Builds a {@link SharkFrontier}; each setting is checked at once. Not thread-safe. */
  public static final class Builder {

    static final int MOST_TURNS = 1_000_000;

    final KeyWords.Builder keyWords;
    SharkProfile profile = SharkProfile.RECOMMENDED;
    SharkThresholds thresholds = SharkThresholds.DEFAULT;
    double theta = SharkFrontier.THETA;
    LinkShare linkShare = LinkShare.CRAWLED_PAGES;
    LinkSources linkSources = LinkSources.PAGES;
    HostGrouping hostGrouping = HostGrouping.FULL_HOST;
    private OptionalInt turnRatio = OptionalInt.empty();
    private Optional<Boolean> releaseRejected = Optional.empty();

    Builder(KeyWords.Builder keyWords) {
      this.keyWords = keyWords;
    }

    /**
     * Sets how forms of a word are brought to one form before they are compared.
     *
     * @param textNormalizer by default {@link TextNormalizer#PLAIN}
     * @return this
     */
    public Builder textNormalizer(TextNormalizer textNormalizer) {
      keyWords.textNormalizer(textNormalizer);
      return this;
    }

    /**
     * Adds a form of a key word for URLs alone, for example pinyin.
     *
     * @param keyWord one of the topic's terms
     * @param alias not blank; case does not matter
     * @return this
     * @throws IllegalArgumentException if the topic has no such term, or the alias is blank
     */
    public Builder alias(String keyWord, String alias) {
      keyWords.alias(keyWord, alias);
      return this;
    }

    /**
     * Sets how the queues take turns and whether rejected URLs are released, unless {@link
     * #turnRatio} and {@link #releaseRejected} do, and where seeds stand.
     *
     * @param profile by default {@link SharkProfile#RECOMMENDED}
     * @return this
     */
    public Builder profile(SharkProfile profile) {
      this.profile = requireNonNull(profile, "profile");
      return this;
    }

    /**
     * Sets the thresholds of the queues.
     *
     * @param thresholds by default {@link SharkThresholds#DEFAULT}, which suit {@link SharkScorer}
     * @return this
     */
    public Builder thresholds(SharkThresholds thresholds) {
      this.thresholds = requireNonNull(thresholds, "thresholds");
      return this;
    }

    /**
     * Sets theta, the weight of potential against in-links.
     *
     * @param theta 0 to 1; by default {@value SharkFrontier#THETA}
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder theta(double theta) {
      this.theta = Checks.within("theta", theta, 0, 1);
      return this;
    }

    /**
     * Sets how many turns the prior queue has for each turn of the normal queue.
     *
     * @param turnRatio 0 to 1,000,000; 0 means that the normal queue waits until the prior queue
     *     has nothing ready. By default 1 in {@link SharkProfile#PAPER} and 0 otherwise
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    public Builder turnRatio(int turnRatio) {
      this.turnRatio = OptionalInt.of(Checks.within("turnRatio", turnRatio, 0, MOST_TURNS));
      return this;
    }

    /**
     * Sets whether rejected URLs are taken, in the order of their values, when neither queue has
     * one whose host is ready.
     *
     * @param releaseRejected by default false in {@link SharkProfile#PAPER}, where a crawl then
     *     ends, and true otherwise; a rejected URL then takes as much memory as one in a queue
     * @return this
     */
    public Builder releaseRejected(boolean releaseRejected) {
      this.releaseRejected = Optional.of(releaseRejected);
      return this;
    }

    /**
     * Sets what in-link counts are divided by.
     *
     * @param linkShare by default {@link LinkShare#CRAWLED_PAGES}
     * @return this
     */
    public Builder linkShare(LinkShare linkShare) {
      this.linkShare = requireNonNull(linkShare, "linkShare");
      return this;
    }

    /**
     * Sets what counts as one in-link.
     *
     * @param linkSources by default {@link LinkSources#PAGES}
     * @return this
     */
    public Builder linkSources(LinkSources linkSources) {
      this.linkSources = requireNonNull(linkSources, "linkSources");
      return this;
    }

    /**
     * Sets which URLs belong to one host.
     *
     * @param hostGrouping by default {@link HostGrouping#FULL_HOST}
     * @return this
     */
    public Builder hostGrouping(HostGrouping hostGrouping) {
      this.hostGrouping = requireNonNull(hostGrouping, "hostGrouping");
      return this;
    }

    /** {@return an empty frontier with these settings} */
    public SharkFrontier build() {
      return new SharkFrontier(this);
    }

    boolean releasesRejected() {
      return releaseRejected.orElse(profile != SharkProfile.PAPER);
    }

    int turnRatio() {
      return turnRatio.orElse(profile == SharkProfile.PAPER ? 1 : SharkStores.PRIOR_FIRST);
    }
  }

  /** What the in-link count of a URL is divided by, so that it can be added to its potential. */
  public enum LinkShare {

    /**
     * The pages crawled so far: the share of them that link to the URL, which fades as the crawl
     * grows. The default, because the paper does not define its N.
     */
    CRAWLED_PAGES,

    /** The largest count among the pending URLs, which keeps the in-link part alive. */
    LARGEST_COUNT
  }

  /** What counts as one in-link of a URL. */
  public enum LinkSources {

    /** Each page that links to it, as in the paper. The default. */
    PAGES,

    /**
     * Each host that has such a page, against navigation bars and link farms. Costs about 60 bytes
     * for each pair of host and URL.
     */
    HOSTS
  }

  /**
   * Creates a {@link SharkFrontier} under the name {@code shark}; the key words are the terms of
   * the crawl's topic.
   *
   * <p>Settings: {@code profile} ({@code recommended}, the default, or {@code paper}); {@code
   * theta} (0 to 1, 0.85); {@code upperLimit} and {@code lowerLimit} (0 to 1, 0.3 and 0.1); {@code
   * minPrior} and {@code minNormal} (any number, 0.2 and 0.02); {@code turnRatio} (0 to 1000000, 0,
   * with profile {@code paper} 1; 0 is prior first); {@code releaseRejected} (true, with profile
   * {@code paper} false); {@code linkShare} ({@code crawled-pages} or {@code largest-count});
   * {@code linkSources} ({@code pages} or {@code hosts}); {@code aliases} of key words in URLs,
   * such as {@code 台风=taifeng,暴雨=baoyu}. The first name is the default each time.
   */
  public static final class Provider implements FrontierProvider {

    /** For the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "shark";
    }

    /**
     * Creates a frontier.
     *
     * @throws io.dowser.crawler.api.CrawlException if the crawl has no topic in words
     */
    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      KeyWords.Builder keyWords = SharkSettings.keyWords(name(), context);
      SharkSettings.addAliases(keyWords, settings);
      Builder builder =
          builder(keyWords).profile(settings.choice("profile", SharkProfile.RECOMMENDED));
      return builder
          .hostGrouping(context.hostGrouping())
          .theta(settings.number("theta", THETA, 0, 1))
          .thresholds(SharkSettings.thresholds(settings))
          .turnRatio(settings.integer("turnRatio", builder.turnRatio(), 0, Builder.MOST_TURNS))
          .releaseRejected(settings.flag("releaseRejected", builder.releasesRejected()))
          .linkShare(settings.choice("linkShare", LinkShare.CRAWLED_PAGES))
          .linkSources(settings.choice("linkSources", LinkSources.PAGES))
          .build();
    }
  }
}
