package io.dowser.crawler.frontier;

import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlContext;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.FrontierProvider;
import io.dowser.crawler.api.HostGrouping;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.Settings;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.toolkit.graph.IncrementalPageRank;
import io.dowser.crawler.toolkit.queue.QueueFrontier;
import java.io.IOException;
import java.util.List;

/**
 * Serves the pending URL with the highest PageRank whose host is ready.
 *
 * <p>The rank is that of the graph known so far: its nodes are all URLs seen, its links those of
 * the pages visited. After each visit the URLs whose rank has changed are moved, and only these.
 * Scores do not matter, except that equal ranks are ordered by the scorer's second key, if there is
 * one, and then by age. Seeds go first. A baseline for focused crawlers.
 *
 * <p>Source: J. Cho, H. Garcia-Molina and L. Page, <i>Efficient crawling through URL ordering</i>
 * (1998). Where this differs: ranks are not normalised, and they are kept up to date as {@link
 * IncrementalPageRank} does it, with errors around its tolerance, not recomputed at intervals. The
 * graph is that of the crawl: links that a link policy, trap rules or a host's budget keep out of
 * it take no share of a page's rank, and a page that was reached by a redirect hands on the rank of
 * the URL that redirects.
 *
 * <p>Takes about 30 bytes for each URL ever seen, 16 for each page and 4 for each link. Not
 * thread-safe.
 */
final class PageRankFrontier extends QueueFrontier implements Resumable {

  private final IncrementalPageRank ranks;

  PageRankFrontier(HostGrouping grouping, IncrementalPageRank ranks) {
    super(grouping);
    this.ranks = ranks;
  }

  /**
   * Takes the page's links into the graph and moves the pending URLs whose rank that has changed.
   *
   * @throws IllegalStateException if more than {@link Integer#MAX_VALUE} URLs were seen
   */
  @Override
  public void expand(Visit visit, List<ScoredLink> links) {
    ranks.setOutLinks(visit.candidate().sequence(), visit.outLinks().stream().toArray());
    super.expand(visit, links);
    ranks.drainChanged(node -> queue.rekey(node, ranks.rank(node)));
  }

  /** {@return false, because scores do not matter here} */
  @Override
  protected boolean ordersByScore() {
    return false;
  }

  @Override
  protected void offer(Candidate candidate) {
    if (!queue.lowerDepth(candidate.sequence(), candidate.depth())) {
      ranks.add(candidate.sequence());
      super.offer(candidate);
    }
  }

  @Override
  public long tableBytes() {
    return ranks.bytes();
  }

  @Override
  public double key(Candidate link) {
    return ranks.rank(link.sequence());
  }

  /** Writes the graph and its ranks. */
  @Override
  public void save(StateWriter out) throws IOException {
    ranks.save(out);
  }

  @Override
  public void restore(StateReader in) throws IOException {
    queue.clear();
    ranks.restore(in);
  }

  /** Creates {@link PageRankFrontier} under the name {@code pagerank}. */
  public static final class Provider implements FrontierProvider {

    /** Creates a provider; called by the service loader. */
    public Provider() {}

    @Override
    public String name() {
      return "pagerank";
    }

    @Override
    public Frontier create(Settings settings, CrawlContext context) {
      double damping =
          settings.number(
              "damping",
              IncrementalPageRank.DEFAULT_A,
              0,
              0.99,
              "share of a page's rank that its links pass on");
      double tolerance =
          settings.number(
              "tolerance",
              IncrementalPageRank.DEFAULT_EPS,
              1e-9,
              1,
              "error of a rank above which it is passed on");
      return new PageRankFrontier(
          context.hostGrouping(), new IncrementalPageRank(damping, tolerance));
    }
  }
}
