package io.dowser.crawler.wanglandau;

import io.dowser.crawler.api.AbandonReason;
import io.dowser.crawler.api.Candidate;
import io.dowser.crawler.api.CrawlUrl;
import io.dowser.crawler.api.Frontier;
import io.dowser.crawler.api.Resumable;
import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import java.io.IOException;
import java.util.List;

/**
 * The common part of all walks: the handling of ended visits, and the saved state with its name.
 */
abstract class LinkWalk implements Frontier, Resumable {

  private static final int FORMAT = 3;

  private final String name;

  LinkWalk(String name) {
    this.name = name;
  }

  /** Takes a page and its links. */
  abstract void take(Visit visit, List<ScoredLink> links);

  /** Reports that a host may be ready sooner than the gate announced. */
  abstract void recheck(CrawlUrl url);

  /** Forgets what is pending. */
  abstract void clear();

  abstract void saveOwn(StateWriter out) throws IOException;

  abstract void restoreOwn(StateReader in) throws IOException;

  @Override
  public final void expand(Visit visit, List<ScoredLink> links) {
    recheck(visit.candidate().url());
    recheck(visit.url()); // another host after a redirect
    take(visit, links);
  }

  @Override
  public void abandon(Candidate candidate, AbandonReason reason) {
    recheck(candidate.url());
    if (reason == AbandonReason.STOPPED) {
      putBack(candidate);
    }
  }

  /** Writes the state of the walk; pending links are not part of it. */
  @Override
  public final void save(StateWriter out) throws IOException {
    out.section(name, FORMAT);
    saveOwn(out);
  }

  /**
   * Replaces the state by the saved one, including that of the random numbers; nothing is pending
   * until it is put back.
   *
   * @throws IOException if reading fails, or the input was not saved by a frontier with the same
   *     settings
   */
  @Override
  public final void restore(StateReader in) throws IOException {
    clear();
    try {
      in.section(name, FORMAT);
      restoreOwn(in);
    } catch (IOException e) {
      clear();
      throw e;
    }
  }
}
