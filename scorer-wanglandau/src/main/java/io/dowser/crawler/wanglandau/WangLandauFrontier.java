package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import java.io.IOException;

/**
 * Samples the pending links by a Wang-Landau walk over their relevance, so that a crawl does not
 * take only the links that look best.
 *
 * <p>Pending links are states and their scores, 0 to 1, are energies, cut into bands. The walk has
 * a current link and keeps an estimate g of the number of visits of each band. For each proposal:
 *
 * <ol>
 *   <li>The region (host) with the largest mean relevance of its pending links proposes one of
 *       them, drawn with a probability in proportion to its relevance. Of equal means the region
 *       with more links wins, then the one seen first. Only regions whose host is ready compete.
 *   <li>The link is accepted with probability {@code min(1, g(current band) / g(its band))}. The
 *       band where the walk then is, the new one or the old one, gets {@code ln g += ln f} and one
 *       more visit.
 *   <li>An accepted link is taken. After five refusals in a row the best pending link is taken.
 *   <li>Whenever 1,000 more proposals were made and the visits of all bands are even, a stage ends:
 *       ln f is halved and the visits start from 0.
 * </ol>
 *
 * <p>Links below a relevance of 0.2 are suspended outside the queue, at most 100,000; beyond that,
 * the oldest are dropped. Suspended links are queued when their un-normalised PageRank passes 2. A
 * pending link that is found again keeps the larger score.
 *
 * <p>Source: Liu, Chen and Zhao 2023 (see the package); {@link WangLandauScorer} is its relevance
 * of links. Differences:
 *
 * <ul>
 *   <li>Scores may come from any scorer; those outside of 0 to 1 count as the nearest bound, so a
 *       seed has energy 1. The cost model is {@link CostModel#LAZY} unless the paper's is set.
 *   <li>The paper's text puts links of high PageRank into the queue, its algorithm does not; {@link
 *       Profile#PAPER_STRICT} leaves them out. When nothing else is pending, suspended links are
 *       queued too, best first; the paper ends there, and so do its profiles.
 *   <li>With several workers a link is taken before the pages taken earlier have arrived: one chain
 *       runs ahead of the fetches. With one worker, and hosts that are always ready, the walk is
 *       the paper's.
 *   <li>At a forced take, the current energy becomes that of the link and its band counts as seen;
 *       nothing is incremented, since the refusals have been counted. The paper does not define
 *       this.
 *   <li>Means are quotients of sums of whole numbers, {@code round(R * 2^40)}, so that equal sets
 *       of links have equal means.
 *   <li>This class has a separate generator of random numbers, seeded from the crawl's, so that its
 *       state can be saved.
 * </ul>
 *
 * <p>After the step limit no link is returned any more and {@link #size} is 0, which ends a crawl.
 * A pending link of 80 characters takes about 370 bytes, the link graph about 30 bytes for each URL
 * ever seen, 16 for each page and 4 for each link. {@link #expand} throws an {@link
 * IllegalStateException} if a region holds more than 4 million links, or, if links are ranked, more
 * than {@link Integer#MAX_VALUE} URLs were seen. {@link #rekey} leaves the walk's memory of bands
 * and its current energy as they are. {@link #restore} accepts a state of the same cost model with
 * the same number of bands and walkers. Not thread-safe.
 */
abstract sealed class WangLandauFrontier extends LinkWalk permits LazyWalk, FetchingWalk {

  final Sampler sampler;
  final PendingLinks pending;
  private final CostModel costModel;

  WangLandauFrontier(CostModel costModel, Sampler sampler) {
    super("Wang-Landau walk");
    this.costModel = costModel;
    this.sampler = sampler;
    this.pending = sampler.links;
  }

  static WangLandauFrontier of(Settings settings, HostGrouping grouping, SplitMix random) {
    Profile profile = PendingLinks.profile(settings);
    CostModel byDefault =
        profile == Profile.RECOMMENDED ? CostModel.LAZY : CostModel.FETCH_ON_EXPAND;
    boolean lazy =
        settings.choice(
                "costModel",
                byDefault,
                "download of a link: when the walk takes it, or with all links of a page that it takes; fetch-on-expand in the profiles of the paper")
            == CostModel.LAZY;
    var sampler = new Sampler(settings, grouping, random);
    return lazy ? new LazyWalk(sampler) : new FetchingWalk(sampler, settings, grouping);
  }

  @Override
  public long tableBytes() {
    return pending.graphBytes();
  }

  @Override
  void clear() {
    pending.clear();
  }

  @Override
  void saveOwn(StateWriter out) throws IOException {
    out.writeText(costModel.name());
    sampler.save(out);
  }

  @Override
  void restoreOwn(StateReader in) throws IOException {
    String model = in.readText();
    if (!model.equals(costModel.name())) {
      throw new IOException("cost model must be " + costModel + ", but was " + model);
    }
    sampler.restore(in);
  }

  /** The sets of defaults. */
  enum Profile {
    RECOMMENDED,
    /**
     * The paper's cost model, which ends as the paper does, with links of high PageRank in the
     * queue as in its text.
     */
    PAPER,
    /**
     * The paper's algorithm as it is printed: no PageRank; links of little relevance are discarded.
     */
    PAPER_STRICT
  }

  /**
   * The time at which a page is downloaded, and so the basis on which its links are rated (Liu,
   * Chen and Zhao 2023).
   */
  enum CostModel {
    /**
     * A link is pending under the score from its scorer, and is downloaded when the walk takes it:
     * each step that takes a link costs one page. This is the default, because a crawl scores links
     * before it fetches them, and because page counts are then comparable with those of other
     * strategies. Suspended links count in {@link WangLandauFrontier#size} if they are queued when
     * nothing else is pending.
     */
    LAZY,
    /**
     * A page is downloaded as soon as the page that links to it is taken, and is pending under a
     * relevance that includes that of its text. Taking it costs nothing by itself; its links are
     * downloaded then. This is the paper's model. {@link WangLandauFrontier#size} counts the links
     * that are not downloaded, those of suspended pages as long as any page is queued. {@link
     * WangLandauFrontier#rekey} does not change the relevance of downloaded pages.
     */
    FETCH_ON_EXPAND
  }

  /** The rule by which the histogram of visits counts as flat, which ends a stage. */
  enum Flatness {
    /**
     * Each band seen so far has at least {@code ln 2 / ln f} visits in this stage: 1, 2, 3, 6, 12,
     * 23 and so on. This is the rule of the paper's algorithm, and the default.
     */
    COUNT,
    /**
     * The least visited band has at least the share k of the mean number of visits. This is the
     * rule of the paper's text, which leaves k open.
     */
    MEAN_RATIO
  }

  /** The rule by which the increment ln f becomes smaller. */
  enum Schedule {
    /** Half of it after each stage: 1, 1/2, 1/4 and so on. This is the paper's, and the default. */
    HALVING,
    /**
     * Half of it whenever every band seen so far was visited since the last time, until it is at
     * most the number of bands over the number of proposals, and that ratio from then on.
     *
     * <p>Source: R. E. Belardinelli and V. D. Pereyra, <i>Fast algorithm to calculate density of
     * states</i>, Physical Review E 75, 046701 (2007): with halving the error of the estimate stops
     * falling, with this rule it keeps falling.
     */
    ONE_OVER_T
  }

  /** The first estimate of a band, when the walk reaches its first link there. */
  enum NewBand {
    /**
     * ln g = 0, as in the paper. Late in a crawl the walk then accepts a new band at once and stays
     * in it for long, because the other estimates have grown meanwhile.
     */
    ZERO,
    /** The smallest ln g of the bands seen so far. */
    MINIMUM
  }

  /**
   * The method of drawing a link from the winning region with a probability in proportion to its
   * weight.
   */
  enum Roulette {
    /**
     * A link is drawn uniformly and kept with probability weight / largest weight, else drawn
     * again: a few tries whatever the number of links. This is the default.
     *
     * <p>Source: A. Lipowski and D. Lipowska, <i>Roulette-wheel selection via stochastic
     * acceptance</i>, Physica A 391 (2012).
     */
    STOCHASTIC_ACCEPTANCE,
    /**
     * The first link in order of discovery whose cumulated share exceeds one uniform number. The
     * distribution is the same, the time grows with the number of links of the region; for
     * following a walk by hand.
     */
    CUMULATIVE_WHEEL
  }

  /**
   * Creates a {@link WangLandauFrontier} under the name {@code wang-landau}.
   *
   * <p>In the cost model {@code fetch-on-expand} the relevance of a page is that of {@link
   * WangLandauScorer}, or the judge's if another scorer rated its links.
   */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "wang-landau";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      return of(settings, context.hostGrouping(), new SplitMix(context.random().nextLong()));
    }
  }
}
