package io.dowser.crawler.internal.watch;

import io.dowser.crawler.api.ScoredLink;
import io.dowser.crawler.api.StateReader;
import io.dowser.crawler.api.StateWriter;
import io.dowser.crawler.api.Visit;
import io.dowser.crawler.internal.traps.ChangingState;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Estimates the number of relevant pages that a crawl can reach: the visited ones, and a share of
 * the pending URLs. It is the relevant share of the URLs that have ended. URLs with no, one, two,
 * and more links from relevant pages are strata, each with a separate share.
 *
 * <p>Source: W. G. Cochran, <i>Sampling Techniques</i>, third edition (1977), section 5A.9:
 * stratification after selection. Where this differs: ended URLs are no random sample of their
 * stratum but those that the frontier preferred; and a stratum begins with one ended URL and a
 * twentieth of a relevant one, so that a stratum without any has a share too.
 *
 * <p>Takes nine bits for each known URL. Confined to the engine thread.
 */
public final class RelevantEstimate implements ChangingState {

  private static final int FORMAT = 1;
  private static final int MOST_URLS = 1 << 30;
  private static final double PRIOR = 0.05;

  private static final int LINKS = 3; // from relevant pages, this for more too
  private static final int PENDING = 4;
  private static final int ENDED = 8;
  private static final int RELEVANT = 16;

  private final UrlBytes states = new UrlBytes("relevant estimate", 2 * RELEVANT);

  /** The URLs whose state has changed since states or changes were saved. */
  private final BitSet changed = new BitSet();

  /** The number of URLs in each state; those that are in none count in that of 0. */
  private final long[] counts = new long[2 * RELEVANT];

  /** Takes a visit with its links for the frontier. */
  public void visited(Visit visit, List<ScoredLink> links) {
    add(visit.candidate().sequence(), ENDED | (visit.relevant() ? RELEVANT : 0));
    links.forEach(link -> add(link.candidate().sequence(), PENDING));
    if (visit.relevant()) {
      visit.outLinks().stream().forEach(target -> linked(target));
    }
  }

  private void linked(long target) {
    int state = states.get(target);
    set((int) target, (state & LINKS) == LINKS ? state : state + 1);
  }

  /** Takes a URL that was queued and is no link of a page. */
  public void queued(long sequence) {
    add(sequence, PENDING);
  }

  /** Takes a URL that becomes no page. */
  public void ended(long sequence) {
    add(sequence, ENDED);
  }

  /** Takes a URL that had become no page and is queued again. */
  public void queuedAgain(long sequence) {
    set((int) sequence, (states.get(sequence) & ~ENDED) | PENDING);
  }

  /** Takes a pending URL that a full frontier has dropped. */
  public void dropped(int sequence) {
    set(sequence, states.get(sequence) & ~PENDING);
  }

  /**
   * Returns the estimate. Pages that were judged again or answered since they were visited count as
   * they are now, and the estimate for pending URLs is scaled by the same factor.
   *
   * @param relevant the visited pages that are relevant now, the least that is returned
   */
  double total(long relevant) {
    double whenVisited = PRIOR;
    double ofPending = 0;
    for (int stratum = 0; stratum <= LINKS; stratum++) {
      double pending = 0;
      double ended = 1;
      double found = PRIOR;
      for (int state = stratum; state < counts.length; state += LINKS + 1) {
        boolean hasEnded = (state & ENDED) != 0;
        found += (state & RELEVANT) != 0 ? counts[state] : 0;
        ended += hasEnded ? counts[state] : 0;
        pending += !hasEnded && (state & PENDING) != 0 ? counts[state] : 0;
      }
      whenVisited += found - PRIOR;
      ofPending += pending * found / ended;
    }
    return relevant + ofPending * (relevant + PRIOR) / whenVisited;
  }

  private void add(long sequence, int bits) {
    set((int) sequence, states.get(sequence) | bits);
  }

  private void set(int url, int state) {
    int before = states.get(url);
    if (state != before) {
      counts[before]--;
      counts[state]++;
      states.set(url, state);
      changed.set(url);
    }
  }

  @Override
  public void save(StateWriter out) throws IOException {
    states.save(out);
    changed.clear();
  }

  @Override
  public void saveChanges(StateWriter out) throws IOException {
    out.section("changes of the relevant estimate", FORMAT);
    out.writeInt(changed.cardinality());
    for (int url = changed.nextSetBit(0); url >= 0; url = changed.nextSetBit(url + 1)) {
      out.writeInt(url);
      out.writeByte(states.get(url));
    }
    changed.clear();
  }

  @Override
  public void restoreChanges(StateReader in) throws IOException {
    in.section("changes of the relevant estimate", FORMAT);
    for (int left = in.readCount("changed URLs"); left > 0; left--) {
      int url = in.readInt(0, MOST_URLS, "number of a URL");
      byte state = in.readByte();
      StateReader.require(state >= 0 && state < counts.length, "a changed URL has no such state");
      set(url, state);
    }
    changed.clear();
  }

  @Override
  public void restore(StateReader in) throws IOException {
    states.restore(in);
    changed.clear();
    Arrays.fill(counts, 0);
    for (int url = 0; url < states.length(); url++) {
      counts[states.get(url)]++;
    }
  }
}
